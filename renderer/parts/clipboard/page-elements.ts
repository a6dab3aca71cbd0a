import { firstIn, isHidden } from './element-looks.ts'

/** The elements that have no text, or whose text is invisible. */
export const ignored = new Set(
  'script style noscript template head title meta link svg select datalist object iframe canvas audio video button textarea col colgroup'.split(
    ' ',
  ),
)

/** Returns the children of a node that are elements. */
export function childElements(parent: ParentNode): Element[] {
  return [...parent.childNodes].filter(({ nodeType }) => nodeType === 1) as unknown as Element[] // by their type
}

/** Returns the text of code with its line breaks. */
export function preText(element: Element): string {
  let text = ''
  const read = (parent: ParentNode) => {
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) text += child.nodeValue ?? ''
      if (child.nodeType !== 1) continue
      const inner = child as Element // by its type
      const name = inner.nodeName.toLowerCase()
      if (name === 'br') text += '\n'
      else if (!ignored.has(name)) {
        const isLine = (name === 'div' || name === 'p' || name === 'li' || name === 'tr') && text !== ''
        if (isLine && !text.endsWith('\n')) text += '\n'
        read(inner)
      }
    }
  }
  read(element)
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Returns the language of code as the common highlighters of pages name it; empty if it is unknown. */
export function languageOf(pre: Element): string {
  const inner = firstIn(pre, 'code')
  const outer = pre.parentElement
  for (const element of [pre, inner, outer, outer?.parentElement ?? null]) {
    if (element === null) continue
    const named = element.getAttribute('data-code-language') ?? element.getAttribute('data-lang') ?? ''
    if (named !== '') return named.toLowerCase().replaceAll(' ', '-')
    const classes = element.getAttribute('class') ?? ''
    const [, language] =
      /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|brush:\s*)([\w+#-]+)/.exec(classes) ?? []
    if (language !== undefined) return language.toLowerCase()
  }
  return ''
}

/** Returns the visible cells of a table's rows. */
export function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = []
  const read = (parent: Element) => {
    for (const child of childElements(parent)) {
      const name = child.nodeName.toLowerCase()
      if (name === 'thead' || name === 'tbody' || name === 'tfoot') read(child)
      if (name !== 'tr' || isHidden(child)) continue
      rows.push(childElements(child).filter((cell) => /^t[dh]$/i.test(cell.nodeName) && !isHidden(cell)))
    }
  }
  read(table)
  return rows.filter(({ length }) => length > 0)
}

/** Returns whether a table only arranges its content, as tables in mails do. */
export function isLayout(table: Element, rows: readonly (readonly Element[])[]): boolean {
  if (table.getAttribute('role') === 'presentation' || firstIn(table, 'table') !== null) return true
  const isOneColumn = rows.every(({ length }) => length === 1)
  return isOneColumn && (rows.length === 1 || firstIn(table, 'p, ul, ol, pre, blockquote, h1, h2, h3') !== null)
}
