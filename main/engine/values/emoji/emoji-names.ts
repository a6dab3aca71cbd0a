import shortcodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import moreShortcodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import family from '#shared/emoji-names.json' with { type: 'json' }

/** Names of emoji by code, the canonical one first, as in `server_emoji_data_url` (wire-protocol.md §2.2.1). */
export type EmojiNames = Readonly<Record<string, readonly string[]>>

/** The standard names of emoji at feature level 237. A server may send others. */
export const standardNames: EmojiNames = family

/** The form of the service's codes of emoji. `emojiCharacter` decides which codes are emoji. */
export const codePattern = /^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6}){0,11}$/

/** The codes by standard name, created on first use. */
let codes: ReadonlyMap<string, string> | undefined

/**
 * Returns the usual names of an emoji, the canonical one first. A newer emoji has those names that the standard table
 * does not use.
 */
export function emojiNames(code: string): readonly string[] {
  const known = standardNames[code]
  if (known !== undefined) return known
  const hexcode = hexcodeOf(emojiCharacter(code))
  const others = [shortcodes, moreShortcodes].flatMap((source) => (source as Shortcodes)[hexcode] ?? [])
  return [...new Set(others)].filter((name) => emojiNamed(name) === undefined)
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>

/** Returns the code of the emoji with this name in the standard table. */
export function emojiNamed(name: string): string | undefined {
  codes ??= new Map(
    Object.entries(standardNames).flatMap(([code, names]) => names.map((known) => [known, code] as const)),
  )
  return codes.get(name)
}

/** Returns the service's code of an emoji: its code points in lower case, without the variation selector. */
export function emojiCodeOf(hexcode: string): string {
  return hexcode.toLowerCase().replaceAll('-fe0f', '')
}

/** Returns the service's code of a character. */
export function codeOfCharacter(character: string): string {
  return emojiCodeOf(hexcodeOf(character))
}

function hexcodeOf(character: string): string {
  return [...character]
    .map((point) => (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'))
    .join('-')
}

/** Characters with text presentation by default, at positions where a selector is allowed: not before a skin tone. */
const textByDefault = /(?!\p{Emoji_Presentation}|\p{Emoji_Modifier})[\p{Emoji}](?!\p{Emoji_Modifier})/gu

/** Returns the character of a service code with its variation selectors; empty for an invalid code. */
export function emojiCharacter(code: string): string {
  if (!codePattern.test(code)) return ''
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  // Surrogates could combine to other characters.
  if (points.some((point) => point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff))) return ''
  const text = String.fromCodePoint(...points)
  // This rejects text that is not an emoji: letters, digits, controls.
  if (!/[^\p{L}\p{M}\p{N}\p{P}\p{C}\p{Z}]|\u20E3|\p{Extended_Pictographic}/u.test(text)) return ''
  return text.replaceAll(textByDefault, '$&\uFE0F')
}

/** The server's folder of pictures of its extra emoji (`svc_extra_emoji`, `zulip_extra_emoji`), by code. */
const folder = '/static/generated/emoji/images/emoji/unicode/'

/** Returns the path of an extra emoji's picture on the server; null if the code is not a valid file name. */
export function extraEmojiPicture(code: string): string | null {
  return /^[a-z0-9_-]{1,60}$/i.test(code) ? `${folder}${code}.png` : null
}

/** Returns the codes, which are also the names, of the server's extra emoji: only its own logo. */
export function extraEmojiOf(isUpstream: boolean): readonly string[] {
  return isUpstream ? ['zulip'] : ['svc']
}
