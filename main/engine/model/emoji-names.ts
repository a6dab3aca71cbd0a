import shortcodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import moreShortcodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import family from '../../../shared/emoji-names.json' with { type: 'json' }

/** Names of emoji by code, the canonical one first: as `server_emoji_data_url` tells them (wire-protocol.md §2.2.1). */
export type EmojiNames = Readonly<Record<string, readonly string[]>>

/** What every server of the family knows, by the table of feature level 237; a server that tells its own is asked instead. */
export const familyNames: EmojiNames = family

const codePattern = /^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6}){0,11}$/

let loaded: Loaded | undefined

interface Loaded {
  /** The family's names, then those of newer emoji that collide with none of them. */
  readonly names: EmojiNames
  readonly codes: ReadonlyMap<string, string>
  /** Characters with their variation selectors, by code. */
  readonly characters: ReadonlyMap<string, string>
}

/** The names that are usual for an emoji, the canonical one first; none where it is unknown. */
export function emojiNames(code: string): readonly string[] {
  loaded ??= load()
  return loaded.names[code] ?? []
}

/** The emoji that usually has this name, as its code. */
export function emojiNamed(name: string): string | undefined {
  loaded ??= load()
  return loaded.codes.get(name)
}

/** The service's code of an emoji: its code points in lower case, without the variation selector. */
export function emojiCodeOf(hexcode: string): string {
  return hexcode.toLowerCase().replaceAll('-fe0f', '')
}

/** The service's code of a character. */
export function codeOfCharacter(character: string): string {
  return emojiCodeOf([...character].map((point) => (point.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('-'))
}

/** The character of a service code with its variation selectors, or nothing where the code is none. */
export function emojiCharacter(code: string): string {
  loaded ??= load()
  const known = loaded.characters.get(code)
  if (known !== undefined) return known
  if (!codePattern.test(code)) return ''
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  // Halves of characters would make whole ones together.
  if (points.some((point) => point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff))) return ''
  const text = String.fromCodePoint(...points)
  // No text that only pretends to be an emoji: letters, digits, controls.
  if (!/[^\p{L}\p{M}\p{N}\p{P}\p{C}\p{Z}]/u.test(text)) return ''
  return asEmoji(text)
}

/** Some characters are drawn as text unless told otherwise. */
function asEmoji(text: string): string {
  return [...text].length === 1 && !/\p{Emoji_Presentation}/u.test(text) ? `${text}\uFE0F` : text
}

function load(): Loaded {
  const names: Record<string, readonly string[]> = { ...familyNames }
  const codes = new Map<string, string>()
  const characters = new Map<string, string>()
  for (const [code, listed] of Object.entries(familyNames)) {
    for (const name of listed) if (!codes.has(name)) codes.set(name, code)
  }
  for (const source of [shortcodes, moreShortcodes] as Record<string, string | string[]>[]) {
    for (const [hexcode, listed] of Object.entries(source)) {
      const code = emojiCodeOf(hexcode)
      characters.set(code, qualified(hexcode))
      if (familyNames[code] !== undefined) continue
      const free = [listed].flat().filter((name) => (codes.get(name) ?? code) === code)
      for (const name of free) codes.set(name, code)
      names[code] = [...new Set([...(names[code] ?? []), ...free])]
    }
  }
  return { names, codes, characters }
}

function qualified(hexcode: string): string {
  return asEmoji(String.fromCodePoint(...hexcode.split('-').map((part) => Number.parseInt(part, 16))))
}
