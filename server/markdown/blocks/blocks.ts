import type { Block, Container, List, ListItem, Root } from './block-tree.ts'
import { type Fenced, foldFences } from './fences.ts'
import { normalizedLines, withoutLeadingBlanks } from './white-space.ts'
import { isIndented, type ListSource, readList, separateLists } from './lists.ts'
import { readTable } from './tables.ts'

/** Maximum nesting depth, which bounds the output and the recursion; deeper blocks are plain text. */
const deepest = 40

/**
 * Parses blocks as the family's server does: by the rules of Python-Markdown, in which a blank line ends every block.
 * The recorded texts define the result (tests/recordings/markdown.json).
 */
export function readBlocks(text: string): Root {
  const root: Root = { type: 'root', children: [] }
  new BlockReader().readText(root, text)
  return root
}

/** How text is stored: `list` appends it to the list item, otherwise it becomes a paragraph. */
type Mode = 'paragraphs' | 'list' | 'detabbed'

class BlockReader {
  readonly #modes: Mode[] = []
  readonly #fenced: Fenced[] = []
  #depth = 0

  readText(root: Root, text: string): void {
    const separated = separateLists(text.replaceAll('\0', '\uFFFD').split('\n'))
    const lines = foldFences(normalizedLines(separated), (fenced) => {
      this.#fenced.push(fenced)
      return `\0${this.#fenced.length - 1}` // the text contains no NUL
    })
    this.#inMode('paragraphs', () => this.#readSource(root, lines.join('\n')))
  }

  #readSource(parent: Container, source: string): void {
    this.#readBlocks(parent, source.split('\n\n'))
  }

  #readBlocks(parent: Container, blocks: readonly string[]): void {
    this.#depth += 1
    const waiting = [...blocks].reverse()
    /** The current part of each open spoiler. */
    const spoilers: Spoiler[] = []
    for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
      const target = spoilers.at(-1)?.current ?? parent
      keepEmptyLines(target, block)
      const marked = /^\n*\0(\d+)(?:\n([\s\S]*))?$/.exec(block)
      const fenced = marked === null ? undefined : this.#fenced[Number(marked[1])]
      const rest =
        fenced === undefined
          ? this.#readBlock(target, block.replace(/^\n+/, ''))
          : this.#readFenced(target, fenced, marked?.[2], spoilers)
      if (rest !== '') waiting.push(rest)
    }
    this.#depth -= 1
  }

  /** Parses the first blocks of a text without a blank line. Returns the rest. */
  #readBlock(parent: Container, block: string): string {
    if (block.trim() === '') return ''
    const last = parent.children.at(-1)
    if (isIndented(block) && this.#modes.at(-1) !== 'detabbed' && (parent.type === 'item' || last?.type === 'list')) {
      return this.#readIndented(parent, block)
    }
    if (block.startsWith('    ')) return readCode(parent, block)
    const heading = this.#readHeading(parent, block)
    if (heading !== undefined) return heading
    const table = readTable(block)
    if (table !== undefined) {
      parent.children.push(table)
      return ''
    }
    const rule = this.#readRule(parent, block)
    if (rule !== undefined) return rule
    if (this.#depth < deepest) {
      const list = readList(block)
      if (list !== undefined) return this.#readList(parent, list)
      if (this.#readQuote(parent, block)) return ''
    }
    this.#addText(parent, block)
    return ''
  }

  /**
   * Adds the contents of a fence. Returns `after`, the following lines of the same block; undefined without a line
   * break.
   */
  #readFenced(parent: Container, fenced: Fenced, after: string | undefined, spoilers: Spoiler[]): string {
    switch (fenced.type) {
      case 'code':
      case 'math':
        parent.children.push(after === '' ? { ...fenced, endsQuote: true } : { ...fenced })
        break
      case 'spoiler_header': {
        const header: Root = { type: 'root', children: [] }
        const content: Root = { type: 'root', children: [] }
        parent.children.push({ type: 'spoiler', header, content })
        spoilers.push({ content, current: header })
        break
      }
      case 'spoiler_content': {
        const spoiler = spoilers.at(-1)
        if (spoiler !== undefined) spoiler.current = spoiler.content
        break
      }
      case 'spoiler_end':
        spoilers.pop()
    }
    return after ?? ''
  }

  /** A block that belongs to the last item of a list, or to the current item. */
  #readIndented(parent: Container, block: string): string {
    const { target, level } = this.#placeOf(parent, block)
    const text = detabbed(block, level)
    this.#inMode('detabbed', () => {
      if (target.type === 'list') {
        const item = lastItem(target)
        wrapText(item)
        this.#readSource(item, text)
      } else {
        this.#readBlocks(target, [text])
      }
    })
    return ''
  }

  /** Descends into the last lists, one level for each two blanks. */
  #placeOf(parent: Container, block: string): { readonly target: Container | List; readonly level: number } {
    const wanted = Math.floor((/^ */.exec(block)?.[0].length ?? 0) / 2)
    let level = this.#modes.at(-1) === 'list' ? 1 : 0
    let target: Container | List = parent
    while (wanted > level) {
      const child: Block | ListItem | undefined = target.type === 'list' ? target.items.at(-1) : target.children.at(-1)
      if (child?.type !== 'list' && child?.type !== 'item') break
      if (child.type === 'list') level += 1
      target = child
    }
    return { target, level }
  }

  #readHeading(parent: Container, block: string): string | undefined {
    for (const match of block.matchAll(/(?:^|\n)(#{1,6})\s([^\n]*)(?=\n|$)/g)) {
      const [whole, marks = '', line = ''] = match
      // A backslash escapes the next character, but not the end of the line.
      if (/(?<!\\)(?:\\\\)*\\$/.test(line)) continue
      if (match.index > 0) this.#readBlocks(parent, [block.slice(0, match.index)])
      parent.children.push({ type: 'heading', level: marks.length, text: withoutClosingMarks(line).trim() })
      return block.slice(match.index + whole.length + 1)
    }
    return undefined
  }

  #readRule(parent: Container, block: string): string | undefined {
    const match = /(?:^|\n) {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *(?:\n|$)/.exec(block)
    if (match === null) return undefined
    if (match.index > 0) this.#readBlocks(parent, [block.slice(0, match.index)])
    parent.children.push({ type: 'rule' })
    return block.slice(match.index + match[0].length)
  }

  #readList(parent: Container, { isOrdered, start, items }: ListSource): string {
    const last = parent.children.at(-1)
    let list: List
    let rest = items
    if (last?.type === 'list' && last.isOrdered === isOrdered) {
      // A blank line separates the items, so both are loose.
      list = last
      wrapText(lastItem(list))
      wrapTail(lastItem(list))
      const [first = '', ...others] = items
      rest = others
      this.#inMode('paragraphs', () => this.#readBlocks(newItem(list), [first]))
    } else {
      list = { type: 'list', isOrdered, start, items: [] }
      parent.children.push(list)
    }
    this.#inMode('list', () => {
      for (const item of rest) this.#readBlocks(isIndented(item) ? lastItem(list) : newItem(list), [item])
    })
    return ''
  }

  /**
   * Reads a quote that starts with `>` in any line; it continues to the end of the block, also in lines without `>`.
   */
  #readQuote(parent: Container, block: string): boolean {
    if (!block.includes('>')) return false
    const lines = block.split('\n')
    const first = lines.findIndex((line) => /^ {0,3}>/.test(line))
    const last = lines.findLastIndex((line) => !/^ {0,3}>\s*$/.test(line))
    if (first < 0 || last < first) return false
    if (first > 0) this.#readBlocks(parent, [lines.slice(0, first).join('\n')])
    const quote: Block = { type: 'quote', children: [] }
    parent.children.push(quote)
    const inner = lines
      .slice(first)
      .map((line) => (line.trim() === '>' ? '' : silencedMentions(line).replace(/^ {0,3}> ?/, '')))
    this.#inMode('paragraphs', () => this.#readSource(quote, inner.join('\n')))
    return true
  }

  #addText(parent: Container, block: string): void {
    const text = withoutLeadingBlanks(block)
    if (text === '') return
    if (this.#modes.at(-1) !== 'list' || parent.type !== 'item') {
      parent.children.push({ type: 'paragraph', text })
      return
    }
    const last = parent.children.at(-1)
    if (last !== undefined) last.tail = last.tail === undefined ? block : `${last.tail}\n${block}`
    else parent.text = parent.text === '' ? text : `${parent.text}\n${block}`
  }

  #inMode(mode: Mode, read: () => void): void {
    this.#modes.push(mode)
    read()
    this.#modes.pop()
  }
}

/** An open spoiler: `current` is its header, then its content. */
interface Spoiler {
  readonly content: Root
  current: Root
}

/** A heading's text without the marks at its end; `\#` is not a mark. */
function withoutClosingMarks(line: string): string {
  let end = line.length
  while (line[end - 1] === '#') end -= 1
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}

function newItem(list: List): ListItem {
  const item: ListItem = { type: 'item', text: '', children: [] }
  list.items.push(item)
  return item
}

function lastItem(list: List): ListItem {
  return list.items.at(-1) ?? newItem(list)
}

/** Keeps empty lines between lines of indented code. */
function keepEmptyLines(parent: Container, block: string): void {
  const last = parent.children.at(-1)
  if (last?.type !== 'code' || last.language !== undefined) return
  last.text += block === '' ? '\n\n' : (/^\n*/.exec(block)?.[0] ?? '')
}

/** Turns the text of a tight item into a paragraph. */
function wrapText(item: ListItem): void {
  if (item.text !== '') item.children.unshift({ type: 'paragraph', text: item.text })
  item.text = ''
}

/** Turns the text after the last block of a tight item into a paragraph. */
function wrapTail(item: ListItem): void {
  const last = item.children.at(-1)
  if (last?.tail === undefined) return
  item.children.push({ type: 'paragraph', text: withoutLeadingBlanks(last.tail) })
  delete last.tail
}

/** Reads code that is indented by four blanks; it continues after a blank line. */
function readCode(parent: Container, block: string): string {
  const lines = block.split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('    '))
  const taken = end < 0 ? lines : lines.slice(0, end)
  const text = taken
    .map((line) => line.slice(4))
    .join('\n')
    .trimEnd()
  const last = parent.children.at(-1)
  if (last?.type === 'code' && last.language === undefined) last.text += `\n\n${text}`
  else parent.children.push({ type: 'code', text, language: undefined })
  return end < 0 ? '' : lines.slice(end).join('\n')
}

/** Removes up to `level` steps of two blanks, as many as every line has. */
function detabbed(block: string, level: number): string {
  const indentation = '  '.repeat(level)
  return block
    .split('\n')
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n')
}

const mention = /(?<![^\s'"({[/<])@_?(\*\*[^*]+\*\*|\*[^*]+\*)/g

/** A line of a quote with silent mentions, also in code. */
function silencedMentions(line: string): string {
  return line.includes('@') ? line.replaceAll(mention, '@_$1') : line
}
