import { markdownOfPart, type SelectedPart } from './copied.ts'

const bodies = '.message-body, .plain'

/** Returns the selected parts of the messages in a list, without the names, times and marks beside them. */
export function selectedParts(
  list: Element,
  headOf: (article: HTMLElement) => Pick<SelectedPart, 'author' | 'time'>,
): SelectedPart[] {
  const range = selectedRange()
  if (range === null) return []
  return [...list.querySelectorAll<HTMLElement>('article.message')]
    .filter((article) => range.intersectsNode(article))
    .flatMap((article) => {
      const contents = contentsIn(range, article)
      return contents.length === 0 ? [] : contents.map((content) => ({ ...headOf(article), content }))
    })
}

/** Returns the Markdown of a selection within one message; null if there is none or if it covers the whole message. */
export function selectedMarkdown(list: Element, messageId: number, server: string | null): string | null {
  const range = selectedRange()
  const article = list.querySelector(`article.message[data-message-id="${messageId}"]`)
  if (range === null || article === null || !article.contains(range.commonAncestorContainer)) return null
  const all = [...article.querySelectorAll(bodies)].map((body) => body.textContent).join('')
  if (range.toString().replaceAll(/\s/g, '').includes(all.replaceAll(/\s/g, ''))) return null
  const texts = contentsIn(range, article).map((content) => markdownOfPart(content, server))
  const text = texts.join('\n\n').trim()
  return text === '' ? null : text
}

function selectedRange(): Range | null {
  const selection = document.getSelection()
  return selection === null || selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0)
}

/** Returns the selected contents of a message. A long message has several bodies. */
function contentsIn(range: Range, article: Element): SelectedPart['content'][] {
  const all = [...article.querySelectorAll(bodies)].filter((body) => range.intersectsNode(body))
  const parts = all
    .map((body) => ({ body, part: within(range, body) }))
    .filter(({ part }) => part.toString() !== '' || part.cloneContents().querySelector('img') !== null)
  const [first] = parts
  if (first === undefined) return []
  if (first.body.matches('.plain')) return [{ kind: 'source', text: first.part.toString().trim() }]
  const code = parts.length === 1 ? codeAround(first.part, first.body) : null
  if (code !== null)
    return [{ kind: 'code', text: first.part.toString(), isBlock: code.closest('pre') !== null, element: code }]
  const root = document.createDocumentFragment()
  for (const { part, body } of parts) root.append(fragmentOf(part, body))
  return [{ kind: 'html', root }]
}

/** Returns the code element that contains the whole selection; null if there is none. */
function codeAround(part: Range, body: Element): Element | null {
  const code = elementAt(part.commonAncestorContainer)?.closest('pre, code') ?? null
  return code !== null && body.contains(code) ? code : null
}

function elementAt(node: Node): Element | null {
  return node.nodeType === 1 ? (node as Element) : node.parentElement // by its type
}

function within(range: Range, body: Element): Range {
  const part = document.createRange()
  part.selectNodeContents(body)
  if (body.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset)
  if (body.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset)
  return part
}

/** The elements whose content has another meaning without them. */
const holders = /^(?:ul|ol|table|thead|tbody|tr)$/i

/** Copies the selected nodes with the lists and tables around them. The words of a single item are copied without. */
function fragmentOf(part: Range, body: Element): DocumentFragment {
  const around = elementAt(part.commonAncestorContainer)
  const formula = around?.closest('[data-tex]')
  const fragment = document.createDocumentFragment()
  if (formula != null && body.contains(formula)) {
    fragment.append(formula.cloneNode(true))
    return fragment
  }
  fragment.append(part.cloneContents())
  let holder = around
  while (holder !== null && holder !== body && holders.test(holder.nodeName)) {
    const copy = holder.cloneNode(false) as Element // a copy of an element is one
    copy.append(fragment)
    fragment.append(copy)
    holder = holder.parentElement
  }
  renumber(fragment, part.startContainer, body)
  return fragment
}

/** Starts each copied ordered list with the number of its first selected item. */
function renumber(fragment: DocumentFragment, start: Node, body: Element): void {
  const numbers: number[] = []
  let item = elementAt(start)?.closest('li') ?? null
  while (item !== null && body.contains(item)) {
    const list = item.parentElement
    if (list instanceof HTMLOListElement) numbers.unshift(list.start + [...list.children].indexOf(item))
    item = list?.closest('li') ?? null
  }
  const lists: HTMLOListElement[] = []
  for (let node = fragment.firstElementChild; node !== null; node = node.firstElementChild) {
    if (node instanceof HTMLOListElement) lists.push(node)
  }
  for (const list of lists.reverse()) {
    const number = numbers.pop()
    if (number !== undefined) list.start = number
  }
}
