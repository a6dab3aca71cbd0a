import { foldName, foldText, NameQuery, type NameRank } from '#shared/name-query.ts'
import { unspacedScripts } from '#shared/unspaced.ts'
import { codeOfCharacter, emojiNames } from './emoji/emoji-names.ts'

// Punctuation is not part of a run, because it would separate the pairs on one side only.
const run = `(?:(?=[\\p{L}\\p{N}\\p{M}])[${unspacedScripts}])+`
const unspaced = new RegExp(run, 'gu')
const unspacedStart = new RegExp(`^${run}`, 'u')
/** Emoji sequences: flags, keycaps, skin tones, tags, and joined emoji (UTS #51, ED-17). */
const element = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`
const emojiPattern = new RegExp(
  String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${element}(?:\u200D${element})*`,
  'gu',
)
/** A fast check that excludes most texts, in UTF-16 units. */
const mayHaveEmoji = /[\u203C-\u2BFF\u3030\u303D\u3297\u3299\uD83C-\uD83E]/
const tones = /[\u{1F3FB}-\u{1F3FF}]/gu
const pieces = new RegExp(`${run}|(?:(?![${unspacedScripts}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu')
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** The form in which words are compared, and the search of names. The page uses the same code. */
export { foldName, foldText, NameQuery, unspacedScripts, type NameRank }
export { isMisspelt, isOfBeginnings, letterBits, wordsOfName } from '#shared/near-match.ts'

/**
 * Returns the text for the search index: its words, separated by one space. The index's tokenizer splits only at
 * spaces, so that index and queries agree on words. Runs of scripts without spaces become overlapping pairs of
 * characters and the last character, so that any part of a sentence is found, even one character. Emoji come last
 * with their names, so that the words around them stay adjacent.
 */
export function indexText(text: string): string {
  const parts = [...partsOf(text)]
  const written = parts.map((part) => (part.isEmoji ? ' ' : part.text)).join('')
  const spaced = foldText(written).replaceAll(unspaced, (run) => ` ${pairs(run).join(' ')} ${[...run].at(-1) ?? ''} `)
  const emoji = new Set(parts.flatMap((part) => (part.isEmoji ? [emojiWord(part.text), ...namesOf(part.text)] : [])))
  return [...(spaced.match(wordPattern) ?? []), ...emoji].join(' ')
}

/** Splits a text into emoji and the text between them, with offsets in UTF-16 units. */
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

/** Returns the word of an emoji in the index: its character without the presentation selector. */
function emojiWord(emoji: string): string {
  return emoji.replaceAll('\uFE0F', '')
}

/** Returns the searchable names of an emoji in any skin tone, each as words separated by one space. */
function namesOf(emoji: string): string[] {
  const names = emojiNames(codeOfCharacter(emoji.replaceAll(tones, '')))
  return names.flatMap((name) => (/\p{L}/u.test(name) ? [(foldText(name).match(wordPattern) ?? []).join(' ')] : []))
}

/** Words that are adjacent in the index. */
export interface WordRow {
  readonly words: readonly string[]
  /** The last word is a prefix in the index: a character of a script without spaces, or an emoji with tones. */
  readonly isOpen: boolean
}

/**
 * Returns the words of a search in the form of the index. A new row starts after a run of pairs, because the run's
 * last character is in between.
 */
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

/**
 * Returns whether a word starts with a character of a script without spaces, so that it may be anywhere inside a run.
 */
export function isUnspaced(word: string): boolean {
  return unspacedStart.test(word)
}

/**
 * Yields the words of a text with their offsets in UTF-16 units and the words that they match. An emoji matches
 * several.
 */
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

/** Replaces emoji by their names. `nameOf` returns the name of the service's code. */
export function withoutEmoji(text: string, nameOf: (code: string) => string | undefined): string {
  return [...partsOf(text)]
    .map((part) => (part.isEmoji ? (nameOf(codeOfCharacter(part.text)) ?? part.text) : part.text))
    .join('')
}
