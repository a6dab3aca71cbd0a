import { cutFences, marksOf, type Fenced } from './fences.ts'
import { readInline, type KnownNames } from './inline.ts'
import { isIndented, readList, separateLists, type ItemSource, type ListSource } from './lists.ts'
import { linesOfSource, SourceLine, withoutTabs } from './source-line.ts'
import { part, type NodeName, type SyntaxPart } from './syntax-node.ts'
import { readTable } from './tables.ts'

/** The depth from which nested text is plain, so that the recursion is bounded. */
const deepest = 40
const codeIndentation = '    '

type Lines = readonly SourceLine[]

/** The mode of reading: in a tight item, in an indented block, or elsewhere. */
type Mode = 'paragraphs' | 'list' | 'detabbed'

/**
 * Reads the parts of a text by the rules of the family's servers, which are those of Python-Markdown: a blank line ends
 * every block, and nested lists are indented by two blanks. The recorded texts define the result
 * (tests/recordings/markdown.json).
 */
export function readBlocks(
  text: string,
  names: KnownNames,
): { readonly parts: SyntaxPart[]; readonly marks: SyntaxPart[] } {
  const root = part('Document', 0, text.length)
  const reader = new BlockReader(names)
  reader.readLines(root, linesOfSource(text), true)
  return { parts: root.children, marks: reader.quoteMarks.sort((a, b) => a.from - b.from) }
}

class BlockReader {
  /** The marks of quoted lines, which other parts may enclose. */
  readonly quoteMarks: SyntaxPart[] = []
  readonly #names: KnownNames
  readonly #modes: Mode[] = []
  #depth = 0

  constructor(names: KnownNames) {
    this.#names = names
  }

  readLines(parent: SyntaxPart, lines: Lines, separatesLists: boolean): void {
    if (this.#depth >= deepest) {
      this.#addText(parent, lines)
      return
    }
    const parts = cutFences(lines)
    let block: SourceLine[] = []
    const end = () => {
      if (block.length > 0) this.#readBlocks(parent, [block])
      block = []
    }
    this.#inMode('paragraphs', () => {
      for (const each of separatesLists ? separateLists(parts) : parts) {
        if (!(each instanceof SourceLine)) {
          end()
          this.#readFenced(parent, each, separatesLists)
          continue
        }
        const line = withoutTabs(each)
        if (line.isBlank) end()
        else block.push(line)
      }
      end()
    })
  }

  /** Reads lines in which fences have no meaning. */
  #readSource(parent: SyntaxPart, lines: Lines): void {
    const blocks: SourceLine[][] = [[]]
    for (const line of lines) {
      if (line.isBlank) blocks.push([])
      else blocks.at(-1)?.push(line)
    }
    this.#readBlocks(parent, blocks)
  }

  #readBlocks(parent: SyntaxPart, blocks: readonly Lines[]): void {
    this.#depth += 1
    for (const block of blocks) {
      for (let rest: Lines = block; rest.length > 0;) rest = this.#readBlock(parent, rest)
    }
    this.#depth -= 1
  }

  /** Reads the first blocks of some lines, none of which is blank. @returns the remaining lines */
  #readBlock(parent: SyntaxPart, lines: Lines): Lines {
    const block = lines.filter(({ isBlank }) => !isBlank)
    const [first] = block
    if (first === undefined) return []
    const last = parent.children.at(-1)
    const isInList = parent.name === 'ListItem' || isList(last)
    if (isIndented(first) && this.#modes.at(-1) !== 'detabbed' && isInList) return this.#readIndented(parent, block)
    if (first.text.startsWith(codeIndentation)) return readCode(parent, block)
    const heading = this.#readHeading(parent, block)
    if (heading !== null) return heading
    const table = readTable(block, this.#names)
    if (table !== null) {
      parent.children.push(table)
      return []
    }
    const rule = this.#readRule(parent, block)
    if (rule !== null) return rule
    if (this.#depth < deepest) {
      const list = readList(block)
      if (list !== null) return this.#readList(parent, list)
      if (this.#readQuote(parent, block)) return []
    }
    this.#addText(parent, block)
    return []
  }

  /** Reads a fenced block. Lists are separated in a quote unless a spoiler encloses it. */
  #readFenced(parent: SyntaxPart, fenced: Fenced, separatesLists: boolean): void {
    const { opening, lines, closing, kind } = fenced
    const { before, header, after } = marksOf(fenced)
    const to = closing?.end ?? lines.at(-1)?.end ?? opening.end
    const [from, children] = [opening.offset(0), [...before]]
    if (kind === 'quote' || kind === 'spoiler') {
      const text = part('FencedText', from, to, children)
      parent.children.push(text)
      this.#depth += 1
      if (header !== null) this.readLines(text, [header], false)
      // The content begins anew, so that a list in the header does not continue in it.
      const words = part('FencedWords', lines[0]?.start ?? to, lines.at(-1)?.end ?? to)
      this.readLines(words, lines, kind === 'quote' && separatesLists)
      if (lines.length > 0) text.children.push(words)
      this.#depth -= 1
      text.children.push(...after)
      return
    }
    const [first, last] = [lines[0], lines.at(-1)]
    if (first !== undefined && last !== undefined && last.end > first.start)
      children.push(part('CodeText', first.start, last.end))
    parent.children.push(part(kind === 'math' ? 'FencedMath' : 'FencedCode', from, to, [...children, ...after]))
  }

  /** Reads a block that belongs to the last item of a list or to the present item. */
  #readIndented(parent: SyntaxPart, block: Lines): Lines {
    const { target, level } = this.#targetOf(parent, block)
    const indentation = '  '.repeat(level)
    const lines = block.map((line) => (line.text.startsWith(indentation) ? line.after(indentation.length) : line))
    this.#inMode('detabbed', () => {
      if (isList(target)) this.#readSource(lastItem(target), lines)
      else this.#readBlocks(target, [lines])
    })
    return []
  }

  /** Descends into the last lists, by one level for each two blanks of indentation. */
  #targetOf(parent: SyntaxPart, block: Lines): { readonly target: SyntaxPart; readonly level: number } {
    const wanted = Math.floor((/^ */.exec(block[0]?.text ?? '')?.[0].length ?? 0) / 2)
    let level = this.#modes.at(-1) === 'list' ? 1 : 0
    let target = parent
    while (wanted > level) {
      const child = target.children.at(-1)
      if (child === undefined || !(isList(child) || child.name === 'ListItem')) break
      if (isList(child)) level += 1
      target = child
    }
    return { target, level }
  }

  /** Reads a heading. Marks alone in their line belong to the next line. */
  #readHeading(parent: SyntaxPart, block: Lines): Lines | null {
    const heading = headingIn(block)
    if (heading === null) return null
    const { index, marks, content, next } = heading
    const line = block[index]
    if (line === undefined) return null
    if (index > 0) this.#readBlocks(parent, [block.slice(0, index)])
    const end = withoutClosingMarks(content.text)
    const words = new SourceLine(content.text.slice(0, end), content.start, content.offset(end))
    parent.children.push(
      part(`ATXHeading${marks}` as NodeName, line.offset(0), content.end, [
        part('HeaderMark', line.offset(0), line.offset(marks)),
        ...readInline([words], this.#names),
      ]),
    )
    return block.slice(next)
  }

  #readRule(parent: SyntaxPart, block: Lines): Lines | null {
    const isRule = ({ text }: SourceLine) => /^ {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *$/.test(text)
    const index = block.findIndex(isRule)
    const line = block[index]
    if (line === undefined) return null
    if (index > 0) this.#readBlocks(parent, [block.slice(0, index)])
    parent.children.push(part('HorizontalRule', line.offset(0), line.end))
    return block.slice(index + 1)
  }

  #readList(parent: SyntaxPart, { isOrdered, items }: ListSource): Lines {
    const name = isOrdered ? 'OrderedList' : 'BulletList'
    const last = parent.children.at(-1)
    const isSame = last?.name === name
    const list = isSame ? last : part(name, items[0]?.mark?.from ?? 0, 0)
    if (!isSame) parent.children.push(list)
    for (const [index, item] of items.entries()) {
      // A blank line makes the items on both sides of it loose.
      const mode = isSame && index === 0 ? 'paragraphs' : 'list'
      this.#inMode(mode, () =>
        this.#readBlocks(item.mark === null ? lastItem(list) : newItem(list, item), [item.lines]),
      )
    }
    return []
  }

  /** Reads a quote, which begins in any line with `>` and continues to the end of the block, even without marks. */
  #readQuote(parent: SyntaxPart, block: Lines): boolean {
    const first = block.findIndex(({ text }) => /^ {0,3}>/.test(text))
    const last = block.findLastIndex(({ text }) => !/^ {0,3}>\s*$/.test(text))
    if (first < 0 || last < first) return false
    if (first > 0) this.#readBlocks(parent, [block.slice(0, first)])
    const quote = part('Blockquote', block[first]?.offset(block[first].text.indexOf('>')) ?? 0, block.at(-1)?.end ?? 0)
    parent.children.push(quote)
    const inner = block.slice(first).map((line) => {
      const mark = /^ {0,3}> ?/.exec(line.text)?.[0] ?? ''
      if (mark === '') return line
      const at = line.offset(mark.indexOf('>'))
      this.quoteMarks.push(part('QuoteMark', at, at + 1))
      return line.text.trim() === '>' ? new SourceLine('', line.end, line.end) : line.after(mark.length)
    })
    this.#inMode('paragraphs', () => this.#readSource(quote, inner))
    return true
  }

  #addText(parent: SyntaxPart, block: Lines): void {
    const [first, ...others] = block
    if (first === undefined) return
    const lines = [first.after(first.text.length - first.text.trimStart().length), ...others]
    const [from, to] = [lines[0]?.offset(0) ?? 0, lines.at(-1)?.end ?? 0]
    if (to > from) parent.children.push(part('Paragraph', from, to, readInline(lines, this.#names)))
  }

  #inMode(mode: Mode, read: () => void): void {
    this.#modes.push(mode)
    read()
    this.#modes.pop()
  }
}

/** Returns the first heading of some lines, with the index of the line after it; null if there is none. */
function headingIn(
  block: Lines,
): { readonly index: number; readonly marks: number; readonly content: SourceLine; readonly next: number } | null {
  for (let index = 0; index < block.length; index += 1) {
    const line = block[index]
    const [whole, marks = ''] = /^(#{1,6})(?:\s|$)/.exec(line?.text ?? '') ?? []
    if (line === undefined || whole === undefined) continue
    const isAlone = line.text === marks
    const content = isAlone ? block[index + 1] : line.after(whole.length)
    if (content === undefined) return null
    const next = index + (isAlone ? 2 : 1)
    // A backslash escapes the next character, but not the end of the line.
    if (!/(?<!\\)(?:\\\\)*\\$/.test(content.text)) return { index, marks: marks.length, content, next }
    index = next - 1
  }
  return null
}

/** Returns the end of the words of a heading. An escaped `\#` closes nothing. */
function withoutClosingMarks(text: string): number {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  const backslashes = /\\*$/.exec(text.slice(0, end))?.[0].length ?? 0
  return backslashes % 2 === 1 && end < text.length ? end + 1 : end
}

function isList(each: SyntaxPart | undefined): boolean {
  return each?.name === 'BulletList' || each?.name === 'OrderedList'
}

/** Creates an item. An empty one extends to the end of its line, where the caret is. */
function newItem(list: SyntaxPart, { mark, lines }: ItemSource): SyntaxPart {
  const { from, to } = mark ?? { from: list.from, to: list.from }
  const item = part('ListItem', from, lines[0]?.end ?? to, [part('ListMark', from, to)])
  list.children.push(item)
  return item
}

function lastItem(list: SyntaxPart): SyntaxPart {
  return list.children.at(-1) ?? newItem(list, { mark: null, lines: [] })
}

/** Reads code that is indented by four blanks. It continues after a blank line. */
function readCode(parent: SyntaxPart, block: Lines): Lines {
  const end = block.findIndex(({ text }) => !text.startsWith(codeIndentation))
  const taken = end < 0 ? block : block.slice(0, end)
  const last = parent.children.at(-1)
  const to = taken.at(-1)?.end ?? 0
  if (last?.name === 'CodeBlock') last.to = to
  else parent.children.push(part('CodeBlock', taken[0]?.offset(0) ?? 0, to))
  return end < 0 ? [] : block.slice(end)
}
