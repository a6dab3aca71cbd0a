import type { AlertWordItem } from '#contract/resources/alert-words.ts'
import { AlertWords, type TextRange } from '#shared/alert-words.ts'

/** Finds what is marked in a text, in its order and without overlaps. */
export interface WordFinder {
  readonly isEmpty: boolean
  find(text: string): TextRange[]
}

/** A piece of cleaned HTML: a tag, with whatever its attributes hold, or text. */
const piece = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi
const voidElements: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
/** Elements that are no prose: source code is drawn as it is, and formulas, emoji and times are drawn by others. */
const unmarkedElements: ReadonlySet<string> = new Set(['audio', 'code', 'pre', 'time', 'video'])
/** Mentions have a look of their own, and the actor of `/me` is not part of the text. */
const unmarkedClasses =
  /(?:^|[\s"'])(?:actor|emoji|emoji-name|tex|topic-mention|user-group-mention|user-mention)(?=[\s"'])/

/** The words of a list, made once for all messages that show it. */
const wordsOfLists = new WeakMap<readonly AlertWordItem[], AlertWords>()

/** What is marked in messages: not what the server refused. `items` is the list of the view, a new one for each change. */
export function alertWordsOf(items: readonly AlertWordItem[]): AlertWords {
  const known = wordsOfLists.get(items)
  if (known !== undefined) return known
  const words = new AlertWords(items.flatMap(({ word, state }) => (state === 'failed' ? [] : [word])))
  wordsOfLists.set(items, words)
  return words
}

/**
 * Marks words in the text of cleaned HTML, as elements of a class. Only text is looked at, never a tag nor its attributes; text of links
 * and spoilers is marked, text of code, formulas, mentions, emoji and times is not. A word that reaches over the border
 * of an element is not marked.
 */
export function markWords<Html extends string>(
  html: Html,
  words: WordFinder,
  className: 'alert-word' | 'searched-word',
): Html {
  if (words.isEmpty) return html
  /** Elements that are open within one that is not marked, with itself. */
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
  return marked as Html // clean HTML stays clean: what is marked is escaped
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

/** Undoes what the serialization of HTML escapes in text; other references are left as they are. */
function unescapeText(text: string): string {
  return text.replaceAll('&nbsp;', '\u00a0').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
