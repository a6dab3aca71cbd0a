import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

/** Larger markup is pasted as plain text: to convert it would hold the page. */
const mostMarkup = 500_000

/** Elements that say more than plain text does. */
const telling =
  'a[href], b, strong, i, em, del, s, strike, code, pre, ul, ol, blockquote, table, h1, h2, h3, h4, h5, h6'

let service: TurndownService | null = null

function converter(): TurndownService {
  if (service !== null) return service
  const made = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  })
  made.use(gfm)
  made.addRule('strike', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  })
  // Pictures of a page are no files of the message, and its scripts and styles are no text.
  made.addRule('pictures', { filter: ['img'], replacement: (_, node) => (node as HTMLImageElement).alt })
  made.remove(['script', 'style', 'noscript', 'title', 'meta', 'link', 'head'] as never)
  // A list stands below its text without an empty line, as people write them.
  made.addRule('items', {
    filter: 'li',
    replacement(content, node) {
      const parent = node.parentElement
      const index = parent === null ? 0 : [...parent.children].indexOf(node)
      const start = Number(parent?.getAttribute('start') ?? 1)
      const mark = parent?.nodeName === 'OL' ? `${(Number.isFinite(start) ? start : 1) + index}. ` : '- '
      const text = content
        .trim()
        .replaceAll(/\n\s*\n/g, '\n')
        .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
      return `${mark}${text}${node.nextSibling === null ? '' : '\n'}`
    },
  })
  service = made
  return made
}

/** Cells of a spreadsheet have no header: the first row is one, since a table of Markdown begins with it. */
function nameColumns(table: HTMLTableElement): void {
  if (table.querySelector('th') !== null) return
  for (const cell of [...(table.rows[0]?.cells ?? [])]) {
    const header = document.createElement('th')
    header.append(...cell.childNodes)
    cell.replaceWith(header)
  }
}

/**
 * Rich text of the clipboard as Markdown; null where the plain text says as much: it has no form, comes from an editor of
 * code, or is too large.
 */
export function markdownOf(html: string): string | null {
  if (html === '' || html.length > mostMarkup) return null
  // A document that is not shown: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Code editors copy their colours: the plain text is the code.
  if (
    body.querySelector('[style*="monospace"], [style*="white-space: pre"]') !== null &&
    body.querySelector('a, table') === null
  )
    return null
  // Google Docs wraps all of a text in a <b> that is not bold.
  for (const wrapper of body.querySelectorAll('b[style*="font-weight:normal"], b[style*="font-weight: normal"]')) {
    wrapper.replaceWith(...wrapper.childNodes)
  }
  if (body.querySelector(telling) === null) return null
  for (const table of body.querySelectorAll('table')) nameColumns(table)
  for (const link of body.querySelectorAll('a'))
    if (!/^(?:https?|mailto):/i.test(link.href)) link.replaceWith(...link.childNodes)
  const text = converter()
    .turndown(body)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? null : text
}
