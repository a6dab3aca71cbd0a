import { clientLimits } from '#shared/client-limits.ts'

/** A token of allow-listed HTML: a tag or text. The engine has escaped every other `<` and `>`. */
const piece = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
const mostElements = clientLimits.bodyElements.most
const mostText = clientLimits.bodyText.most

/** Elements before which a part may end early; the next two constants limit the space that this leaves. */
const units: ReadonlySet<string> = new Set(['tr', 'li', 'p'])
const spareElements = 200
const spareText = 1_000
/** The limits of a table head that is repeated, in elements and in characters. */
const mostHeadElements = 100
const mostHeadLength = 5_000

interface Open {
  readonly name: string
  readonly tag: string
  /** The head of a table, repeated at the start of each further part. */
  head?: Head
}

interface Head {
  readonly html: string
  readonly elements: number
  readonly text: number
}

/**
 * Splits a message's HTML into parts that can be drawn without blocking. Elements that are open at the end of a part
 * are closed and reopened in the next, a table with its head. Nearly every message is one part.
 */
export function bodyParts(html: string): readonly string[] {
  if (html.length <= mostText && html.length <= mostElements * shortestElement) return [html]
  const parts: string[] = []
  const open: Open[] = []
  let part = ''
  let elements = 0
  let text = 0
  /** The position of the current head, and the counts before it. */
  let head = { at: 0, elements: 0, text: 0 }
  const cut = () => {
    parts.push(
      part +
        open
          .map(({ name }) => `</${name}>`)
          .reverse()
          .join(''),
    )
    // Only the head of the outermost table is repeated: with nested tables, a part could be full from the start.
    const repeated = open.find((element) => element.head !== undefined)
    part = open.map((element) => element.tag + (element === repeated ? (element.head?.html ?? '') : '')).join('')
    elements = open.length + (repeated?.head?.elements ?? 0)
    text = repeated?.head?.text ?? 0
    // A head that spans parts is not repeated.
    head.at = Infinity
  }
  for (const match of html.matchAll(piece)) {
    const [whole, slash, name] = match
    if (name === undefined) {
      for (let rest = whole; rest !== '';) {
        if (text >= mostText) cut()
        const taken = beginningOf(rest, mostText - text)
        part += taken
        // Text that does not fit starts the next part, even if a character reference has left some space.
        text = taken.length < rest.length ? mostText : text + taken.length
        rest = rest.slice(taken.length)
      }
    } else if (slash === '/') {
      part += whole
      open.pop()
      if (name !== 'thead') continue
      const table = open.at(-1)
      if (table?.name === 'table' && head.at < match.index) {
        const read = { elements: elements - head.elements, text: text - head.text }
        const source = html.slice(head.at, match.index + whole.length)
        if (read.elements <= mostHeadElements && source.length <= mostHeadLength) table.head = { html: source, ...read }
      }
      // A head that contains this one is not repeated.
      head.at = Infinity
    } else {
      const isNearlyFull = elements >= mostElements - spareElements || text >= mostText - spareText
      if (elements >= mostElements || (isNearlyFull && units.has(name))) cut()
      if (name === 'thead') head = { at: match.index, elements, text }
      part += whole
      elements += 1
      if (!voidElements.has(name)) open.push({ name, tag: whole })
    }
  }
  parts.push(part)
  return parts
}

/** The length of `<br>`, the shortest element, in characters. */
const shortestElement = 4

/**
 * Returns the start of a text, at least one character, without splitting a character reference or a surrogate pair. It
 * ends with a line or a word if one ends near the limit.
 */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  for (const [separator, nearby] of separators) {
    const end = text.lastIndexOf(separator, most - 1) + 1
    if (end > 0 && end >= most - nearby) return text.slice(0, end)
  }
  const reference = text.lastIndexOf('&', most - 1)
  const isCutReference =
    reference > 0 && most - reference < longestReference && !text.slice(reference, most).includes(';')
  const end = isCutReference ? reference : most
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, Math.max(1, isPair ? end - 1 : end))
}

/** The ends of lines and words, and the distance before the limit in which each is searched, in characters. */
const separators = [
  ['\n', 500],
  [' ', 100],
] as const
/** The length of `&quot;`, in characters. */
const longestReference = 6
