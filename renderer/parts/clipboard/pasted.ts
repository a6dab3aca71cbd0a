import { firstIn, styleOf } from './element-looks.ts'
import { readHtml } from './read-html.ts'
import { isFormatted } from './rich-text.ts'
import { writeMarkdown } from './write-blocks.ts'

/** The number of characters above which markup is pasted as plain text, because its conversion would block the page. */
const mostMarkup = 500_000

/**
 * Returns rich text of the clipboard as Markdown. Returns null if the plain text is as good: the rich text has no
 * formatting, comes from a code editor, or is too large.
 */
export function markdownOf(html: string): string | null {
  if (html === '' || html.length > mostMarkup) return null
  // The document is not shown, so nothing in it is loaded or run.
  return markdownOfBody(new DOMParser().parseFromString(html, 'text/html').body)
}

/** Returns the content of an element as Markdown; null if the plain text is as good. */
export function markdownOfBody(body: ParentNode): string | null {
  if (isOfCodeEditor(body)) return null
  const blocks = readHtml(body, { isMessage: false, server: null })
  if (!isFormatted(blocks)) return null
  const text = writeMarkdown(blocks, { protects: true, isForeign: true })
  return text === '' ? null : text
}

const monospace = /mono|consolas|courier|menlo|monaco/
const structure = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, a[href], code, b, strong, i, em'

/** Returns whether the text comes from a code editor, which copies colours around lines of one font. */
function isOfCodeEditor(body: ParentNode): boolean {
  let root: ParentNode = body
  for (let depth = 0; depth < 5; depth += 1) {
    const children = [...root.childNodes].filter(
      ({ nodeType, nodeName, nodeValue }) =>
        (nodeType === 1 && !/^(?:meta|style)$/i.test(nodeName)) || (nodeType === 3 && (nodeValue ?? '').trim() !== ''),
    )
    const [only] = children
    if (children.length !== 1 || only?.nodeType !== 1) return false
    const element = only as Element // by its type
    const isRaw = element.nodeName === 'PRE' && styleOf(element, 'word-wrap') === 'break-word'
    if (isRaw || monospace.test(styleOf(element, 'font-family'))) return firstIn(element, structure) === null
    root = element
  }
  return false
}
