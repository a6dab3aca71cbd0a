import emojibase from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import familyTable from '#shared/emoji-names.json' with { type: 'json' }

/** Code points in lower case, at least four digits each, joined by dashes, without the variation selector: `1f469-200d-1f680`. */
type EmojiCode = string

const namesByCode = new Map<EmojiCode, readonly string[]>(Object.entries(familyTable))
const codeByName = new Map<string, EmojiCode>()
for (const [code, names] of namesByCode) for (const name of names) codeByName.set(name, code)
const familyCodes = new Set<EmojiCode>(namesByCode.keys())
for (const [code, names] of emojibaseAlone()) {
  namesByCode.set(code, names)
  for (const name of names) codeByName.set(name, code)
}

/**
 * Emoji that the family's table lacks (newer emoji, skin tones), under emojibase's names unless the table has these for
 * others.
 */
function emojibaseAlone(): Map<EmojiCode, string[]> {
  const found = new Map<EmojiCode, string[]>()
  const taken = new Set(codeByName.keys())
  for (const source of [github, emojibase]) {
    for (const [hexcode, listed] of Object.entries<string | string[]>(source)) {
      const code = hexcode.toLowerCase().replaceAll('-fe0f', '')
      if (familyCodes.has(code)) continue
      const free = [listed].flat().filter((name) => !taken.has(name))
      for (const name of free) taken.add(name)
      if (free.length > 0) found.set(code, [...(found.get(code) ?? []), ...free])
    }
  }
  return found
}

/** The code of a named emoji in class names and reactions; names and aliases are the family's. */
export function emojiCode(name: string): EmojiCode | undefined {
  return codeByName.get(name)
}

/** Whether the code belongs to an emoji. */
export function isEmojiCode(code: string): boolean {
  return namesByCode.has(code)
}

/** Every emoji with its names, the primary one first (`server_emoji_data_url`, wire-protocol.md §2.2.1). */
export function emojiNames(): Record<EmojiCode, readonly string[]> {
  return Object.fromEntries(namesByCode)
}

/** An emoji character in a text: its range and code. */
export interface TypedEmoji {
  readonly start: number
  readonly end: number
  readonly code: EmojiCode
  readonly name: string
}

const part = String.raw`(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?)`
/** UTS #51, "EBNF and Regex": possible emoji. None of its parts can start inside another part. */
const possibleEmoji = new RegExp(String.raw`${part}(?:\u200D${part})*`, 'gu')
/** Characters with text presentation by default: `↔`, `©`, digits. */
const isText = /^\P{Emoji_Presentation}\u20E3?$/u

/** Emoji of Unicode 15.1 that newer servers of the family know, under emojibase's names. */
const newerCodes = new Set<EmojiCode>([
  '1f426-200d-1f525', // phoenix
  '1f34b-200d-1f7e9', // lime
  '1f344-200d-1f7eb', // brown mushroom
  '26d3-200d-1f4a5', // broken chain
  '1f642-200d-2194', // head shaking horizontally
  '1f642-200d-2195', // head shaking vertically
])

/**
 * The emoji characters with a name in the family's table, and with `withNewer` those of newer servers; others (`↔`,
 * skin tones, later emoji) stay text.
 */
export function* typedEmoji(
  text: string,
  { withNewer = false }: { readonly withNewer?: boolean } = {},
): Generator<TypedEmoji> {
  if (!/[^\0-\u{A8}]/u.test(text)) return
  for (const match of text.matchAll(possibleEmoji)) {
    const [whole] = match
    if (isText.test(whole)) continue
    const code = [...whole.replaceAll('\uFE0F', '')].map(hexadecimal).join('-')
    const isKnown = familyCodes.has(code) || (withNewer && newerCodes.has(code))
    const name = isKnown ? namesByCode.get(code)?.[0] : undefined
    if (name !== undefined) yield { start: match.index, end: match.index + whole.length, code, name }
  }
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
}

/**
 * The HTML of an emoji as the family writes it: the text is the name, the class has the code points.
 * @param name without markup
 */
export function emojiHtml(code: EmojiCode, name: string): string {
  const title = name.replaceAll('_', ' ')
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}
