import type { AlertWordItem } from '#contract/notifications.ts'
import { AlertWords, type TextRange } from '#shared/alert-words.ts'

/** Finds the ranges of a text that are marked, in order and without overlaps. */
export interface WordFinder {
  readonly isEmpty: boolean
  find(text: string): TextRange[]
}

/** A token of sanitized HTML: a tag with its attributes, or text. */
const piece = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi
const voidElements: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
/** Elements without prose: code is drawn unchanged, and other modules draw times and players. */
const unmarkedElements: ReadonlySet<string> = new Set(['audio', 'code', 'pre', 'time', 'video'])
/** Classes of unmarked text: mentions have a style of their own, and the actor of `/me` is not part of the text. */
const unmarkedClasses =
  /(?:^|[\s"'])(?:actor|emoji|emoji-name|tex|topic-mention|user-group-mention|user-mention)(?=[\s"'])/

/** The alert words by list, shared by all messages that show them. */
const wordsOfLists = new WeakMap<readonly AlertWordItem[], AlertWords>()

/**
 * Returns the alert words that messages mark: those that the server has not refused. `items` is the list of the view, a
 * new one for each change.
 */
export function alertWordsOf(items: readonly AlertWordItem[]): AlertWords {
  const known = wordsOfLists.get(items)
  if (known !== undefined) return known
  const words = new AlertWords(items.flatMap(({ word, state }) => (state === 'failed' ? [] : [word])))
  wordsOfLists.set(items, words)
  return words
}

/**
 * Marks words in the text of sanitized HTML, with elements of a class. Text of links and spoilers is marked; tags,
 * attributes, code, formulas, mentions, emoji and times are not. A word that crosses the border of an element is not
 * marked.
 */
export function markWords<Html extends string>(
  html: Html,
  words: WordFinder,
  className: 'alert-word' | 'searched-word',
): Html {
  if (words.isEmpty) return html
  /** The number of open elements within an unmarked one, which is included. */
  let unmarked = 0
  const marked = html.replaceAll(
    piece,
    (whole, slash: string | undefined, name: string | undefined, attributes = '') => {
      if (name === undefined) return unmarked > 0 ? whole : markText(whole, words, className)
      const element = name.toLowerCase()
      if (voidElements.has(element)) return whole
      if (slash === '/') unmarked = Math.max(0, unmarked - 1)
      else if (unmarked > 0 || unmarkedElements.has(element) || hasUnmarkedClass(String(attributes))) unmarked += 1
      return whole
    },
  )
  return marked as Html // Sanitized HTML stays sanitized, since the marked text is escaped.
}

function hasUnmarkedClass(attributes: string): boolean {
  const value = /\sclass=("[^"]*"|'[^']*')/i.exec(attributes)?.[1]
  return value !== undefined && unmarkedClasses.test(value)
}

function markText(escaped: string, words: WordFinder, className: string): string {
  const text = unescapeText(escaped)
  const ranges = words.find(text)
  if (ranges.length === 0) return escaped
  let marked = ''
  let done = 0
  for (const { start, end } of ranges) {
    const before = escapeText(text.slice(done, start))
    marked += `${before}<mark class="${className}">${escapeText(text.slice(start, end))}</mark>`
    done = end
  }
  return marked + escapeText(text.slice(done))
}

/** Reverts the escapes that the serialization of HTML makes in text; other references remain. */
function unescapeText(text: string): string {
  return text.replaceAll('&nbsp;', '\u00a0').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
