import { isHidden, keepsBreaks, lookOf } from './element-looks.ts'
import { absoluteAddressOf, familyElement, type Reading } from './family-elements.ts'
import { childElements, ignored, isLayout, languageOf, preText, rowsOf } from './page-elements.ts'
import { isItemMarker, OfficeLists, officeItemOf } from './office-lists.ts'
import {
  linesOf,
  plainLook,
  textPiece,
  type Block,
  type Inline,
  type ListItem,
  type Look,
  type RichList,
} from './rich-text.ts'

/** The properties that a text inherits from the elements around it. */
interface Around {
  readonly look: Look
  readonly href: string | null
  readonly keepsBreaks: boolean
}

const around: Around = { look: plainLook, href: null, keepsBreaks: false }

/** The blocks with space around them. Other blocks begin a line. */
const paragraphs = new Set(
  'p section article header footer main nav aside figure figcaption form details dl hgroup'.split(' '),
)
const lines = new Set('div address dt dd summary center fieldset li tr legend caption tbody thead tfoot'.split(' '))
const codes = new Set(['code', 'kbd', 'samp', 'tt'])
/** The classes of link previews, which are left out because the message has the links themselves. */
const previews =
  /(?:^|\s)(?:message_inline_image|message_inline_ref|message_embed|youtube-video|embed-video|twitter-tweet|inline-preview-[\w-]+)(?:\s|$)/

/** Reads rich text as blocks. The document must not be shown, so that nothing in it is loaded or run. */
export function readHtml(root: ParentNode, reading: Reading): Block[] {
  const collector = new Collector(reading)
  collector.readChildren(root, around)
  return collector.blocks()
}

/** Collects the blocks of one parent while they are read. */
class Collector {
  readonly #reading: Reading
  readonly #blocks: Block[] = []
  readonly #office = new OfficeLists()
  #inlines: Inline[] = []

  constructor(reading: Reading) {
    this.#reading = reading
  }

  blocks(): Block[] {
    this.#flush()
    this.#endOffice()
    return this.#blocks
  }

  readChildren(parent: ParentNode, state: Around): void {
    for (const child of parent.childNodes) this.#read(child, state)
  }

  #read(node: ChildNode, state: Around): void {
    if (node.nodeType === 3) {
      this.#text(node.nodeValue ?? '', state)
      return
    }
    if (node.nodeType !== 1) return
    const element = node as Element // by its type
    const name = element.nodeName.toLowerCase()
    if (ignored.has(name) || isHidden(element)) return
    if (this.#reading.isMessage && previews.test(element.getAttribute('class') ?? '')) return
    this.#readElement(element, name, {
      look: lookOf(element, name, state.look),
      href: name === 'a' ? absoluteAddressOf(element, this.#reading) : state.href,
      keepsBreaks: keepsBreaks(element) ?? state.keepsBreaks,
    })
  }

  #readElement(element: Element, name: string, state: Around): void {
    const family = familyElement(element, name, state, this.#reading)
    if (family !== null) {
      if (family.type === 'inline') this.#inlines.push(family.inline)
      else this.#add(family)
      return
    }
    const office = officeItemOf(element)
    if (office !== null) {
      this.#flush()
      const inner = this.#inner(element, { ...state, keepsBreaks: false })
      this.#office.add({ ...office, blocks: inner })
      return
    }
    if (isItemMarker(element)) return
    const heading = /^h([1-6])$/.exec(name)?.[1]
    if (heading !== undefined) {
      const inlines = inlinesOf(this.#inner(element, { ...state, look: { ...state.look, isStrong: false } }))
      this.#add({ type: 'heading', level: Number(heading), inlines })
    } else if (codes.has(name)) this.#code(element, state)
    else if (name === 'pre') this.#add({ type: 'code', text: preText(element), language: languageOf(element) })
    else if (name === 'br' || element.getAttribute('data-stringify-type') === 'paragraph-break') this.#break(name)
    else if (name === 'hr') this.#add({ type: 'rule' })
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#list(element, name === 'ol', state)
    else if (name === 'blockquote') this.#add({ type: 'quote', blocks: this.#inner(element, state) })
    else if (name === 'table') this.#table(element, state)
    else if (name === 'img') this.#picture(element, state)
    else if (name === 'input') this.#input(element, state)
    else if (hasClass(element, 'spoiler-block')) this.#spoiler(element, state)
    else if (paragraphs.has(name)) {
      this.#flush()
      this.readChildren(element, state)
      this.#flush()
    } else if (lines.has(name)) {
      this.#line()
      this.readChildren(element, state)
      this.#line()
    } else this.readChildren(element, state)
  }

  #inner(element: ParentNode, state: Around): Block[] {
    const collector = new Collector(this.#reading)
    collector.readChildren(element, state)
    return collector.blocks()
  }

  #text(text: string, { look, href, keepsBreaks: hasBreaks }: Around): void {
    const clean = text.replaceAll(/[\0\uFFFC\uFEFF]/g, '').replaceAll('\u00A0', ' ')
    if (!hasBreaks) {
      this.#inlines.push(textPiece(clean, look, href))
      return
    }
    for (const [index, line] of clean.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.#inlines.push({ kind: 'break' })
      this.#inlines.push(textPiece(line, look, href))
    }
  }

  #code(element: Element, { look, href }: Around): void {
    const text = preText(element)
    const [first = '', ...others] = text.trim().split('\n')
    if (others.length > 0 && element.nodeName.toLowerCase() === 'code' && keepsBreaks(element) === true) {
      this.#add({ type: 'code', text, language: languageOf(element) })
      return
    }
    const code = [first, ...others].join(' ').replaceAll('\u00A0', ' ')
    if (code.trim() === '') this.#inlines.push(textPiece(' ', look, href))
    else
      this.#inlines.push({
        kind: 'code',
        text: this.#reading.isMessage ? text.replaceAll(/\n/g, ' ') : code,
        look,
        href,
      })
  }

  #break(name: string): void {
    this.#inlines.push({ kind: 'break' })
    if (name !== 'br') this.#inlines.push({ kind: 'break' })
  }

  #picture(element: Element, { look, href }: Around): void {
    if (this.#reading.isMessage) return
    this.#inlines.push(textPiece(element.getAttribute('alt') ?? '', look, href))
  }

  #input(element: Element, { look }: Around): void {
    if (element.getAttribute('type') !== 'checkbox') return
    this.#inlines.push(textPiece(element.hasAttribute('checked') ? '[x] ' : '[ ] ', look))
  }

  /** Reads a list. The nested lists of Slack are siblings of their parents and state their depth. */
  #list(element: Element, isOrdered: boolean, state: Around): void {
    const items: ListItem[] = []
    for (const child of childElements(element)) {
      const name = child.nodeName.toLowerCase()
      const last = items.at(-1)
      if (name === 'ul' || name === 'ol') {
        // Google Docs writes a nested list as a sibling of the item that it belongs to.
        const nested = this.#inner(elementOnly(child), state)
        if (last === undefined) items.push({ blocks: nested })
        else items[items.length - 1] = { blocks: [...last.blocks, ...nested] }
      } else {
        const look = lookOf(child, name, state.look)
        items.push({ blocks: this.#inner(child, { ...state, look, keepsBreaks: false }) })
      }
    }
    const start = Number(element.getAttribute('start') ?? 1)
    const list: RichList = {
      type: 'list',
      isOrdered,
      start: Number.isSafeInteger(start) && start >= 0 ? start : 1,
      items: items.filter(({ blocks }) => blocks.length > 0),
    }
    if (list.items.length === 0) return
    const depth = Number(element.getAttribute('data-indent') ?? 0)
    this.#flush()
    const last = this.#blocks.at(-1)
    if (depth > 0 && last?.type === 'list') this.#blocks[this.#blocks.length - 1] = nestedAt(last, depth, list)
    else this.#add(list)
  }

  #spoiler(element: Element, state: Around): void {
    const [header, content] = ['spoiler-header', 'spoiler-content'].map((name) =>
      childElements(element).find((child) => hasClass(child, name)),
    )
    const title = header === undefined ? [] : inlinesOf(this.#inner(header, state))
    this.#add({ type: 'spoiler', header: title, blocks: content === undefined ? [] : this.#inner(content, state) })
  }

  #table(table: Element, state: Around): void {
    const code = Array.from(table.querySelectorAll('td.blob-code'))
    if (code.length > 0) {
      this.#add({ type: 'code', text: code.map(preText).join('\n'), language: '' })
      return
    }
    const caption = childElements(table).find((child) => child.nodeName.toLowerCase() === 'caption')
    this.#flush()
    if (caption !== undefined) this.readChildren(caption, state)
    this.#flush()
    const rows = rowsOf(table)
    if (isLayout(table, rows)) {
      for (const cell of rows.flat()) {
        this.#flush()
        this.readChildren(cell, { ...state, look: lookOf(cell, 'td', state.look) })
      }
      this.#flush()
      return
    }
    const cellsOf = (row: readonly Element[]) =>
      row.flatMap((cell) => {
        const inlines = inlinesOf(
          this.#inner(cell, { ...state, look: lookOf(cell, 'td', state.look), keepsBreaks: false }),
        )
        const width = Math.min(Math.max(Number(cell.getAttribute('colspan') ?? 1) || 1, 1), 100)
        return [inlines, ...Array.from({ length: width - 1 }, (): Inline[] => [])]
      })
    const read = rows.map(cellsOf)
    const filled = read.filter((cells) => cells.some((inlines) => linesOf(inlines).some(({ length }) => length > 0)))
    if (filled.length > 0) this.#add({ type: 'table', rows: filled })
  }

  #line(): void {
    if (this.#inlines.length > 0 && this.#inlines.at(-1)?.kind !== 'break') this.#inlines.push({ kind: 'break' })
  }

  #add(block: Block): void {
    this.#flush()
    this.#endOffice()
    this.#blocks.push(block)
  }

  #flush(): void {
    const inlines = this.#inlines
    this.#inlines = []
    while (inlines.at(-1)?.kind === 'break') inlines.pop()
    if (linesOf(inlines).every(({ length }) => length === 0)) return
    this.#endOffice()
    this.#blocks.push({ type: 'paragraph', inlines })
  }

  #endOffice(): void {
    const list = this.#office.take()
    if (list !== null) this.#blocks.push(list)
  }
}

function hasClass(element: Element, name: string): boolean {
  return (element.getAttribute('class') ?? '').split(/\s+/).includes(name)
}

/** Returns a parent that contains only a copy of this element. */
function elementOnly(element: Element): ParentNode {
  const parent = element.ownerDocument.createDocumentFragment()
  parent.appendChild(element.cloneNode(true))
  return parent
}

/** Returns a list with another one nested at a depth of its last item. */
function nestedAt(list: RichList, depth: number, nested: RichList): RichList {
  const last = list.items.at(-1)
  if (last === undefined) return list
  const inner = last.blocks.at(-1)
  const isDeeper = depth > 1 && inner?.type === 'list'
  const blocks = isDeeper
    ? [...last.blocks.slice(0, -1), nestedAt(inner, depth - 1, nested)]
    : inner?.type === 'list' && inner.isOrdered === nested.isOrdered
      ? [...last.blocks.slice(0, -1), { ...inner, items: [...inner.items, ...nested.items] }]
      : [...last.blocks, nested]
  return { ...list, items: [...list.items.slice(0, -1), { blocks }] }
}

/** Returns blocks as parts of one line. */
export function inlinesOf(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [{ kind: 'break' } as const]),
    ...inlinesOfBlock(block),
  ])
}

function inlinesOfBlock(block: Block): Inline[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [...block.inlines]
    case 'code':
      return [{ kind: 'code', text: block.text.trim().replaceAll(/\s*\n\s*/g, ' '), look: plainLook, href: null }]
    case 'formula': {
      const text = `$$${block.source.replaceAll(/\s+/g, ' ').trim()}$$`
      const shown = { type: 'formula', text, attributes: {} } as const
      return [{ kind: 'source', text, shown, look: plainLook, href: null }]
    }
    case 'quote':
      return inlinesOf(block.blocks)
    case 'spoiler':
      return [...block.header, { kind: 'break' }, ...inlinesOf(block.blocks)]
    case 'list':
      return inlinesOf(block.items.flatMap(({ blocks }) => blocks))
    case 'table':
      return block.rows.flat().flatMap((cell) => [...cell, { kind: 'break' } as const])
    case 'rule':
      return []
  }
}
