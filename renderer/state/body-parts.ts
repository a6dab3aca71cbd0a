import { clientLimits } from '../../shared/client-limits.ts'

/** A piece of allow-listed HTML: a tag, or text. The engine has escaped every `<` and `>` that is no tag. */
const piece = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
const mostElements = clientLimits.bodyElements.most
const mostText = clientLimits.bodyText.most

/**
 * A message's HTML in parts that the page can draw without holding still: what is open at the end of one part is closed
 * there and opened again in the next. Nearly every message is one part.
 */
export function bodyParts(html: string): readonly string[] {
  if (html.length <= mostText && html.length <= mostElements * shortestElement) return [html]
  const parts: string[] = []
  const open: { readonly name: string; readonly tag: string }[] = []
  let part = ''
  let elements = 0
  let text = 0
  const cut = () => {
    parts.push(
      part +
        open
          .map(({ name }) => `</${name}>`)
          .reverse()
          .join(''),
    )
    part = open.map(({ tag }) => tag).join('')
    elements = open.length
    text = 0
  }
  for (const [whole, slash, name] of html.matchAll(piece)) {
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
    } else {
      if (elements >= mostElements) cut()
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

/** The first characters of a text, at least one; no character reference and no surrogate pair is cut in two. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const reference = text.lastIndexOf('&', most - 1)
  const isCutReference =
    reference > 0 && most - reference < longestReference && !text.slice(reference, most).includes(';')
  const end = isCutReference ? reference : most
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, Math.max(1, isPair ? end - 1 : end))
}

/** `&quot;` */
const longestReference = 6
