import { createRequire } from 'node:module'
import { z } from 'zod'

const require = createRequire(import.meta.url)

const shortcodes = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
/** Names that people know come first; the second list has one for every emoji there is. */
const sources = ['github', 'emojibase'].map((name) =>
  shortcodes.parse(require(`emojibase-data/en/shortcodes/${name}.json`)),
)

const hexcodeByCode = new Map<string, string>()
const codeByName = new Map<string, string>()
const namesByCode = new Map<string, string[]>()
for (const source of sources) {
  for (const [hexcode, listed] of Object.entries(source)) {
    const code = hexcode.toLowerCase().replaceAll('-fe0f', '')
    hexcodeByCode.set(code, hexcode)
    const names = namesByCode.get(code) ?? []
    namesByCode.set(code, names)
    for (const name of Array.isArray(listed) ? listed : [listed]) {
      if (codeByName.has(name)) continue
      codeByName.set(name, code)
      names.push(name)
    }
  }
}

/** The dash-separated code points of a named emoji, without the variation selector, as clients expect in class names. */
export function emojiCode(name: string): string | undefined {
  return codeByName.get(name)
}

/** Whether the code is that of an emoji. */
export function isEmojiCode(code: string): boolean {
  return hexcodeByCode.has(code)
}

/** Every emoji with its names, the usual one first (`server_emoji_data_url`, wire-protocol.md §2.2.1). */
export function emojiNames(): Record<string, readonly string[]> {
  return Object.fromEntries([...namesByCode].filter(([, names]) => names.length > 0))
}

/** The character itself, for clients that draw text. */
export function emojiCharacter(code: string): string {
  return (hexcodeByCode.get(code) ?? code)
    .split('-')
    .map((part) => String.fromCodePoint(Number.parseInt(part, 16)))
    .join('')
}
