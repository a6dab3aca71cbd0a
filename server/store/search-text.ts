import { Parser } from 'htmlparser2'

/** Scripts without spaces between words, in which each character counts as a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

/** The words of a text in the form of the search index; of HTML only the visible text. */
export function searchText(text: string, options: { isHtml?: boolean } = {}): string {
  const plain = options.isHtml === true ? visibleText(text) : text
  return plain.normalize('NFKC').replaceAll(unspaced, ' $& ')
}

function visibleText(html: string): string {
  const parts: string[] = []
  const parser = new Parser({
    ontext: (data) => parts.push(data),
    onopentagname: (name) => {
      // A block or a line break separates words.
      if (!inline.has(name)) parts.push(' ')
    },
  })
  parser.write(html)
  parser.end()
  return parts.join('')
}

const inline = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'span', 'strong', 'time'])

/** One phrase of a search: adjacent words, the last of which may be a prefix. */
export interface SearchPhrase {
  readonly words: readonly string[]
  readonly isQuoted: boolean
}

/**
 * Parses a search: words and "quoted phrases". Unquoted stop words are dropped; a search of stop words alone has no
 * results (wire-protocol.md §2.12).
 */
export function parseSearch(text: string): SearchPhrase[] {
  const phrases: SearchPhrase[] = []
  for (const [, quoted, word = ''] of text.matchAll(/"([^"]*)"|([^\s"]+)/gu)) {
    const words = wordsOf(quoted ?? word)
    if (words.length > 0) phrases.push({ words, isQuoted: quoted !== undefined })
  }
  return phrases.filter((phrase) => phrase.isQuoted || phrase.words.some((word) => !stopWords.has(word)))
}

/** The words of a text in the form for comparisons. */
export function wordsOf(text: string): string[] {
  return (searchText(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).map(foldWord)
}

/** A word without case and diacritics, as the index compares (`unicode61 remove_diacritics 2`). */
export function foldWord(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The FTS5 query: all phrases, with a prefix match for the last word of an unquoted one. */
export function searchQuery(phrases: readonly SearchPhrase[]): string {
  return phrases
    .map(({ words, isQuoted }) => `"${words.join(' ').replaceAll('"', '""')}"${isQuoted ? '' : ' *'}`)
    .join(' AND ')
}

/** Words that a search ignores (`stop_words` of register): the list of a stock server. */
export const stopWords: ReadonlySet<string> = new Set([
  ...['i', 'me', 'my', 'myself', 'we', 'our', 'ours', 'ourselves', 'you', 'your', 'yours', 'yourself'],
  ...['yourselves', 'he', 'him', 'his', 'himself', 'she', 'her', 'hers', 'herself', 'it', 'its', 'itself'],
  ...['they', 'them', 'their', 'theirs', 'themselves', 'what', 'which', 'who', 'whom', 'this', 'that', 'these'],
  ...['those', 'am', 'is', 'are', 'was', 'were', 'be', 'been', 'being', 'have', 'has', 'had'],
  ...['having', 'do', 'does', 'did', 'doing', 'a', 'an', 'the', 'and', 'but', 'if', 'or'],
  ...['because', 'as', 'until', 'while', 'of', 'at', 'by', 'for', 'with', 'about', 'against', 'between'],
  ...['into', 'through', 'during', 'before', 'after', 'above', 'below', 'to', 'from', 'up', 'down', 'in'],
  ...['out', 'on', 'off', 'over', 'under', 'again', 'further', 'then', 'once', 'here', 'there', 'when'],
  ...['where', 'why', 'how', 'all', 'any', 'both', 'each', 'few', 'more', 'most', 'other', 'some'],
  ...['such', 'no', 'nor', 'not', 'only', 'own', 'same', 'so', 'than', 'too', 'very', 's'],
  ...['t', 'can', 'will', 'just', 'don', 'should', 'now', 'b', 'c', 'd', 'e', 'f'],
  ...['g', 'h', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'u'],
  ...['v', 'w', 'x', 'y', 'z'],
])
