/** Scripts that are written without spaces between words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const scriptClass = scripts.map((script) => `\\p{Script=${script}}`).join('')
// Their punctuation is no part of a run: it would stand between the pairs of one side alone.
const run = `(?:(?=[\\p{L}\\p{N}\\p{M}])[${scriptClass}])+`
const unspaced = new RegExp(run, 'gu')
const unspacedStart = new RegExp(`^${run}`, 'u')
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
 * last character alone: so any part of a sentence is found, one character too.
 */
export function indexText(text: string): string {
  const spaced = foldText(text).replaceAll(unspaced, (run) => ` ${pairs(run).join(' ')} ${[...run].at(-1) ?? ''} `)
  return (spaced.match(wordPattern) ?? []).join(' ')
}

/** Words that stand next to each other in the index. */
export interface WordRow {
  readonly words: readonly string[]
  /** The last word is one character of a script without spaces: in the index, a pair begins with it. */
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
  for (const [piece] of foldText(text).matchAll(pieces)) {
    if (!unspacedStart.test(piece)) {
      row.push(piece)
      continue
    }
    const characters = [...piece]
    row.push(...(characters.length === 1 ? characters : pairs(piece)))
    end(characters.length === 1)
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

/** Where words stand in a text: begin and end in UTF-16 units, and the word as it is compared. */
export function* placesOfWords(text: string): Iterable<{ start: number; end: number; word: string }> {
  for (const match of text.matchAll(wordPattern)) {
    yield { start: match.index, end: match.index + match[0].length, word: foldText(match[0]) }
  }
}
