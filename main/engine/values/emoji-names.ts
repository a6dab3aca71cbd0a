import shortcodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import moreShortcodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import family from '../../../shared/emoji-names.json' with { type: 'json' }

/** Names of emoji by code, the canonical one first: as `server_emoji_data_url` tells them (wire-protocol.md §2.2.1). */
export type EmojiNames = Readonly<Record<string, readonly string[]>>

/** What every server of the family knows, by the table of feature level 237; a server that tells its own is asked instead. */
export const familyNames: EmojiNames = family

/** How the service writes the code of an emoji; `emojiCharacter` knows which of these are emoji. */
export const codePattern = /^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6}){0,11}$/

/** Codes of the family's names; made when first needed. */
let codes: ReadonlyMap<string, string> | undefined

/** The names that are usual for an emoji, the canonical one first: of newer ones those that are no other's in the table. */
export function emojiNames(code: string): readonly string[] {
  const known = familyNames[code]
  if (known !== undefined) return known
  const hexcode = hexcodeOf(emojiCharacter(code))
  const others = [shortcodes, moreShortcodes].flatMap((source) => (source as Shortcodes)[hexcode] ?? [])
  return [...new Set(others)].filter((name) => emojiNamed(name) === undefined)
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>

/** The emoji that has this name in the family's table, as its code. */
export function emojiNamed(name: string): string | undefined {
  codes ??= new Map(
    Object.entries(familyNames).flatMap(([code, names]) => names.map((known) => [known, code] as const)),
  )
  return codes.get(name)
}

/** The service's code of an emoji: its code points in lower case, without the variation selector. */
export function emojiCodeOf(hexcode: string): string {
  return hexcode.toLowerCase().replaceAll('-fe0f', '')
}

/** The service's code of a character. */
export function codeOfCharacter(character: string): string {
  return emojiCodeOf(hexcodeOf(character))
}

function hexcodeOf(character: string): string {
  return [...character]
    .map((point) => (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'))
    .join('-')
}

/** What is drawn as text unless a selector follows, at the places where one may: not before a tone. */
const textByDefault = /(?!\p{Emoji_Presentation}|\p{Emoji_Modifier})[\p{Emoji}](?!\p{Emoji_Modifier})/gu

/** The character of a service code with its variation selectors, or nothing where the code is none. */
export function emojiCharacter(code: string): string {
  if (!codePattern.test(code)) return ''
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  // Halves of characters would make whole ones together.
  if (points.some((point) => point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff))) return ''
  const text = String.fromCodePoint(...points)
  // No text that only pretends to be an emoji: letters, digits, controls.
  if (!/[^\p{L}\p{M}\p{N}\p{P}\p{C}\p{Z}]|\u20E3|\p{Extended_Pictographic}/u.test(text)) return ''
  return text.replaceAll(textByDefault, '$&\uFE0F')
}
