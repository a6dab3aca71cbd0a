import shortcodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import moreShortcodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }

let names: ReadonlyMap<string, string> | undefined

/** The usual name of an emoji by its code, where the server has told none of its own. */
export function emojiName(code: string): string | undefined {
  names ??= readNames()
  return names.get(code)
}

function readNames(): Map<string, string> {
  const found = new Map<string, string>()
  for (const source of [shortcodes, moreShortcodes] as Record<string, string | string[]>[]) {
    for (const [hexcode, listed] of Object.entries(source)) {
      const code = emojiCodeOf(hexcode)
      const name = Array.isArray(listed) ? listed[0] : listed
      if (name !== undefined && !found.has(code)) found.set(code, name)
    }
  }
  return found
}

/** The service's code of an emoji: its code points in lower case, without the variation selector. */
export function emojiCodeOf(hexcode: string): string {
  return hexcode.toLowerCase().replaceAll('-fe0f', '')
}

/** The character of a service code. */
export function emojiCharacter(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  if (points.some((point) => Number.isNaN(point) || point > 0x10_ff_ff)) return ''
  const text = String.fromCodePoint(...points)
  // Some are drawn as text unless told otherwise.
  return points.length === 1 ? `${text}\uFE0F` : text
}
