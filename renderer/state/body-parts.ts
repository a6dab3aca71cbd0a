import { clientLimits } from '../../shared/client-limits.ts'

/** A piece of allow-listed HTML: a tag, or text. The engine has escaped every `<` and `>` that is no tag. */
const piece = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
const mostElements = clientLimits.bodyElements.most
const mostText = clientLimits.bodyText.most

/** Elements that a part rather ends before than within, and how much room it may leave for that. */
const units: ReadonlySet<string> = new Set(['tr', 'li', 'p'])
const spareElements = 200
const spareText = 1_000
/** A head of a table that is larger is not repeated. */
const mostHeadElements = 100
const mostHeadLength = 5_000

interface Open {
  readonly name: string
  readonly tag: string
  /** Of a table, once it was read: it stands above each further part of the table. */
  head?: Head
}

interface Head {
  readonly html: string
  readonly elements: number
  readonly text: number
}

/**
 * A message's HTML in parts that the page can draw without holding still: what is open at the end of one part is closed
 * there and opened again in the next, a table with its head. Nearly every message is one part.
 */
export function bodyParts(html: string): readonly string[] {
  if (html.length <= mostText && html.length <= mostElements * shortestElement) return [html]
  const parts: string[] = []
  const open: Open[] = []
  let part = ''
  let elements = 0
  let text = 0
  /** Where the head that is being read begins, and what was before it. */
  let head = { at: 0, elements: 0, text: 0 }
  const cut = () => {
    parts.push(
      part +
        open
          .map(({ name }) => `</${name}>`)
          .reverse()
          .join(''),
    )
    // Only of the outermost table: with those of tables in tables a part could be full before it begins.
    const repeated = open.find((element) => element.head !== undefined)
    part = open.map((element) => element.tag + (element === repeated ? (element.head?.html ?? '') : '')).join('')
    elements = open.length + (repeated?.head?.elements ?? 0)
    text = repeated?.head?.text ?? 0
    // A head that is being read is not in one piece any more.
    head.at = Infinity
  }
  for (const match of html.matchAll(piece)) {
    const [whole, slash, name] = match
    if (name === undefined) {
      for (let rest = whole; rest !== '';) {
        if (text >= mostText) cut()
        const taken = beginningOf(rest, mostText - text)
        part += taken
        // What did not fit begins the next part, even where a character reference left some room.
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
      // A head around this one is not read as a whole.
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

/** `<p></p>`, the shortest that an element can be; void ones are shorter, but few. */
const shortestElement = 4

/**
 * The first characters of a text, at least one; no character reference and no surrogate pair is cut in two, and no line
 * or word where one ends nearby.
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

/** What ends a line or a word, and how many characters before the bound it is looked for. */
const separators = [
  ['\n', 500],
  [' ', 100],
] as const
/** `&quot;` */
const longestReference = 6
