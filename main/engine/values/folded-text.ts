import { codeOfCharacter, emojiNames } from './emoji-names.ts'

/** Scripts that are written without spaces between words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const scriptClass = scripts.map((script) => `\\p{Script=${script}}`).join('')
// Their punctuation is no part of a run: it would stand between the pairs of one side alone.
const run = `(?:(?=[\\p{L}\\p{N}\\p{M}])[${scriptClass}])+`
const unspaced = new RegExp(run, 'gu')
const unspacedStart = new RegExp(`^${run}`, 'u')
/** Emoji with all that belongs to them: flags, keycaps, tones, tags, joined ones (UTS #51, ED-17). */
const element = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`
const emojiPattern = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${element}(?:\u200D${element})*`,
  'gu',
)
/** Passes over most texts; in UTF-16 units, which is several times as fast. */
const mayHaveEmoji = /[\u203C-\u2BFF\u3030\u303D\u3297\u3299\uD83C-\uD83E]/
const tones = /[\u{1F3FB}-\u{1F3FF}]/gu
const pieces = new RegExp(`${run}|(?:(?![${scriptClass}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu')
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Text in the form in which words are compared: case, accents and compatibility forms are the same (design.md §4). */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/**
 * A text as the search index takes it: its words, one space apart. The index itself divides at spaces alone, so that
 * both sides agree on what a word is. Runs of scripts without spaces become overlapping pairs of characters, and the
 * last character alone: so any part of a sentence is found, one character too. Emoji come last, each with its names, so
 * that words round them are still next to each other.
 */
export function indexText(text: string): string {
  const parts = [...partsOf(text)]
  const written = parts.map((part) => (part.isEmoji ? ' ' : part.text)).join('')
  const spaced = foldText(written).replaceAll(unspaced, (run) => ` ${pairs(run).join(' ')} ${[...run].at(-1) ?? ''} `)
  const emoji = new Set(parts.flatMap((part) => (part.isEmoji ? [emojiWord(part.text), ...namesOf(part.text)] : [])))
  return [...(spaced.match(wordPattern) ?? []), ...emoji].join(' ')
}

/** A text divided into emoji and what is between them, with places in UTF-16 units. */
function* partsOf(text: string): Iterable<{ start: number; text: string; isEmoji: boolean }> {
  let at = 0
  if (mayHaveEmoji.test(text)) {
    for (const { 0: emoji, index } of text.matchAll(emojiPattern)) {
      if (index > at) yield { start: at, text: text.slice(at, index), isEmoji: false }
      yield { start: index, text: emoji, isEmoji: true }
      at = index + emoji.length
    }
  }
  if (at < text.length) yield { start: at, text: text.slice(at), isEmoji: false }
}

/** An emoji as a word of the index: itself, with or without the selector that says how it is drawn. */
function emojiWord(emoji: string): string {
  return emoji.replaceAll('\uFE0F', '')
}

/** The names of an emoji as they are searched for, each as words one space apart; whatever its tone. */
function namesOf(emoji: string): string[] {
  const names = emojiNames(codeOfCharacter(emoji.replaceAll(tones, '')))
  return names.flatMap((name) => (/\p{L}/u.test(name) ? [(foldText(name).match(wordPattern) ?? []).join(' ')] : []))
}

/** Words that stand next to each other in the index. */
export interface WordRow {
  readonly words: readonly string[]
  /** The index has words that begin with the last one: pairs with a character of a script without spaces, toned emoji. */
  readonly isOpen: boolean
}

/** What is searched for, as it stands in the index. After a run of pairs a new row begins: its last character is between. */
export function rowsOf(text: string): WordRow[] {
  const rows: WordRow[] = []
  let row: string[] = []
  const end = (isOpen: boolean) => {
    if (row.length > 0) rows.push({ words: row, isOpen })
    row = []
  }
  for (const part of partsOf(text)) {
    if (part.isEmoji) {
      end(false)
      row.push(emojiWord(part.text))
      end(true)
      continue
    }
    for (const [piece] of foldText(part.text).matchAll(pieces)) {
      if (!unspacedStart.test(piece)) {
        row.push(piece)
        continue
      }
      const characters = [...piece]
      row.push(...(characters.length === 1 ? characters : pairs(piece)))
      end(characters.length === 1)
    }
  }
  end(false)
  return rows
}

function pairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(0, -1).map((character, index) => character + (characters[index + 1] ?? ''))
}

/** Whether a word begins with a character of a script without spaces: it may stand anywhere inside a run. */
export function isUnspaced(word: string): boolean {
  return unspacedStart.test(word)
}

/** Where words stand in a text: begin and end in UTF-16 units, and the words that it is compared with: an emoji has names. */
export function* placesOfWords(text: string): Iterable<{ start: number; end: number; words: readonly string[] }> {
  for (const part of partsOf(text)) {
    if (part.isEmoji) {
      const words = [emojiWord(part.text), ...namesOf(part.text).flatMap((name) => name.split(' '))]
      yield { start: part.start, end: part.start + part.text.length, words }
      continue
    }
    for (const match of part.text.matchAll(wordPattern)) {
      const start = part.start + match.index
      yield { start, end: start + match[0].length, words: [foldText(match[0])] }
    }
  }
}

/** A text with names in the place of its emoji, where they have one; `nameOf` knows them by the service's code. */
export function withoutEmoji(text: string, nameOf: (code: string) => string | undefined): string {
  return [...partsOf(text)]
    .map((part) => (part.isEmoji ? (nameOf(codeOfCharacter(part.text)) ?? part.text) : part.text))
    .join('')
}
