import { fenceFor, quoteFence } from './fences.ts'
import { linesOf, textPiece, trimmedLine, type Block, type Inline, type Piece, type RichList } from './rich-text.ts'
import { codeSpan, writeLines, type Writing } from './write-line.ts'

/** The position in which blocks are written. */
interface BlockContext {
  /** Whether fences can be written. They need the beginning of a line, which list items and quoted lines lack. */
  readonly hasFences: boolean
  /** Whether blanks before a mark deprive it of its meaning. In a list they would make the mark part of the item. */
  readonly hasIndents: boolean
}

const atTop: BlockContext = { hasFences: true, hasIndents: true }
const inItem: BlockContext = { hasFences: false, hasIndents: false }
const inQuote: BlockContext = { hasFences: false, hasIndents: true }

const item = /^ ?(?:\d+\.|[*+-]) +/
/** A line before which the family begins a block, unless the line above it has a mark of the same length. */
const separatingItem = /^ *([*+-]|\d\.) +/
const rule = /^ {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *$/
const fence = /^(?:`{3,}[^`]*|~{3,}[^~`]*)$/
const command = /^\/(?:me|poll|todo)(?=\s|$)/

/**
 * Writes Markdown as the servers of the family read it: without escapes, with lists nested by two blanks and fences at
 * the beginning of a line. A mark that a text has by chance becomes code or gets blanks before it, which the family
 * does not show.
 */
export function writeMarkdown(blocks: readonly Block[], writing: Writing): string {
  const text = writeBlocks(blocks, writing, atTop)
  return writing.protects ? text.replace(command, codeSpan) : text
}

function writeBlocks(blocks: readonly Block[], writing: Writing, context: BlockContext): string {
  const texts: string[] = []
  let isAfterList = false
  for (const block of blocks) {
    const own = isAfterList ? { ...context, hasIndents: false } : context
    const text = writeBlock(block, writing, own)
    if (text === '') continue
    texts.push(text)
    isAfterList = block.type === 'list'
  }
  return texts.join('\n\n')
}

function writeBlock(block: Block, writing: Writing, context: BlockContext): string {
  switch (block.type) {
    case 'paragraph':
      return paragraph(linesOf(block.inlines), writing, context)
    case 'heading':
      return heading(block.level, block.inlines, writing)
    case 'code':
      return code(block.text, block.language, context)
    case 'formula':
      return formula(block.source, context)
    case 'quote':
      return quote(block.blocks, writing, context)
    case 'spoiler':
      return spoiler(block.header, block.blocks, writing, context)
    case 'table':
      return table(block.rows, writing)
    case 'rule':
      return '---'
    case 'list':
      return list(block, writing, context)
  }
}

/** Writes paragraphs. An empty line ends one and begins the next. */
function paragraph(lines: readonly Piece[][], writing: Writing, context: BlockContext): string {
  const paragraphs: Piece[][][] = [[]]
  for (const line of lines) {
    if (line.length > 0) paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([])
  }
  return paragraphs
    .filter(({ length }) => length > 0)
    .map((part) => {
      const texts = writeLines(part, writing, { isInTable: false })
      if (!writing.protects) return texts.join('\n')
      const text = withoutBeginnings(texts, context)
      // A backtick that was alone before now has code beside it.
      if (text.length === texts.join('\n').length || !texts.some((line) => line.includes('`'))) return text
      return withoutBeginnings(writeLines(part, writing, { isInTable: false, hasCode: true }), context)
    })
    .join('\n\n')
}

/** Joins the lines of a paragraph so that none begins another block, such as a list or the body of a table. */
function withoutBeginnings(lines: readonly string[], { hasIndents }: BlockContext): string {
  let text = ''
  let before: string | null = null
  const hasBars = lines.some((line) => line.includes('|'))
  for (const [index, line] of lines.entries()) {
    const own = withoutBeginning(line, { isFirst: index === 0, hasBars, hasIndents })
    const mark = separatingItem.exec(own)?.[1]
    const isSeparate: boolean = index > 0 && mark !== undefined && mark.length !== before?.length
    before = mark ?? null
    text += (index === 0 ? '' : isSeparate ? '\n\n' : '\n') + own
  }
  return text
}

function withoutBeginning(
  line: string,
  {
    isFirst,
    hasBars,
    hasIndents,
  }: { readonly isFirst: boolean; readonly hasBars: boolean; readonly hasIndents: boolean },
): string {
  if (rule.test(line) || fence.test(line) || (hasBars && !isFirst && isTableRule(line))) return codeSpan(line)
  const isItem = item.test(line) && (isFirst || separatingItem.test(line))
  if (isItem || /^#{1,6}(?:\s|$)/.test(line)) return hasIndents ? `  ${line}` : firstWordAsCode(line)
  return line.startsWith('>') ? firstWordAsCode(line) : line
}

function isTableRule(line: string): boolean {
  return /^[|:\- ]+$/.test(line)
}

/** Makes the first word code, together with code that touches it, because adjacent backticks form a longer run. */
function firstWordAsCode(line: string): string {
  const [mark = ''] = /^(?:>+|\S+)/.exec(line) ?? []
  const rest = line.slice(mark.length)
  const [code, , text] = /^(`+)([^]*?[^`])\1(?!`)/.exec(rest) ?? []
  if (code !== undefined && text !== undefined) return codeSpan(mark + text) + rest.slice(code.length)
  const [more = ''] = rest.startsWith('`') ? (/^\S+/.exec(rest) ?? []) : []
  return codeSpan(mark + more) + rest.slice(more.length)
}

function heading(level: number, inlines: readonly Inline[], writing: Writing): string {
  const line = onOneLine(inlines)
  const isStrong = line.every(({ look }) => look.isStrong)
  const plain = isStrong ? line.map((piece) => ({ ...piece, look: { ...piece.look, isStrong: false } })) : line
  const [text = ''] = writeLines([plain], writing, { isInTable: false })
  if (text === '') return ''
  // The family removes number signs at the end of a heading.
  const ended = text.replace(/\S*#+$/, (word) => (writing.protects && !word.includes('`') ? codeSpan(word) : word))
  return `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${ended}`
}

function onOneLine(inlines: readonly Inline[]): Piece[] {
  return trimmedLine(inlines.map((inline) => (inline.kind === 'break' ? textPiece(' ') : inline)))
}

function code(text: string, language: string, { hasFences }: BlockContext): string {
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00A0', ' ')
    .replace(/^\n+|\s+$/g, '')
  if (lines === '') return ''
  if (!hasFences) return lines.replaceAll(/^/gm, '    ').replaceAll(/^ +$/gm, '')
  const marks = fenceFor(lines)
  return `${marks}${/^[\w+#./-]+$/.test(language) ? language : ''}\n${lines}\n${marks}`
}

function formula(source: string, { hasFences }: BlockContext): string {
  const lines = source.trim()
  if (lines === '') return ''
  const marks = fenceFor(lines)
  return hasFences ? `${marks}math\n${lines}\n${marks}` : `$$${lines.replaceAll(/\s*\n\s*/g, ' ')}$$`
}

/** Writes a quote: paragraphs with a mark before each line, other blocks with a fence, since marks cannot hold them. */
function quote(blocks: readonly Block[], writing: Writing, context: BlockContext): string {
  const isSimple = blocks.every(({ type }) => type === 'paragraph')
  if (context.hasFences && !isSimple) {
    const inner = writeBlocks(blocks, writing, atTop)
    return inner === '' ? '' : quoteFence(inner)
  }
  const inner = writeBlocks(blocks, writing, inQuote)
  return inner === '' ? '' : inner.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')
}

function spoiler(header: readonly Inline[], blocks: readonly Block[], writing: Writing, context: BlockContext): string {
  const title = onOneLine(header)
  if (!context.hasFences) return writeBlocks([{ type: 'paragraph', inlines: title }, ...blocks], writing, context)
  const [words = ''] = writeLines([title], writing, { isInTable: false })
  const inner = writeBlocks(blocks, writing, atTop)
  const marks = fenceFor(inner)
  return `${marks}spoiler ${words.replaceAll(/[`~]/g, '')}`.trimEnd() + `\n${inner}\n${marks}`
}

function table(rows: readonly (readonly (readonly Inline[])[])[], writing: Writing): string {
  const width = Math.max(...rows.map(({ length }) => length))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = [], ...others] = rows.map((cells, row) =>
    Array.from({ length: width }, (_, column) => {
      const pieces = onOneLine(cells[column] ?? [])
      const isStrongHead = row === 0 && pieces.every(({ look }) => look.isStrong)
      const plain = isStrongHead
        ? pieces.map((piece) => ({ ...piece, look: { ...piece.look, isStrong: false } }))
        : pieces
      return writeLines([plain], { ...writing, protects: true }, { isInTable: true })[0] ?? ''
    }),
  )
  return [line(head), line(Array.from({ length: width }, () => '---')), ...others.map(line)].join('\n')
}

/** Writes a list. Blocks that need a fence interrupt it; the numbers continue after them. */
function list({ isOrdered, start, items }: RichList, writing: Writing, context: BlockContext): string {
  let text = ''
  /** The separator before the next item. Items of one line follow each other without an empty line. */
  let gap = ''
  for (const [index, { blocks }] of items.entries()) {
    const mark = isOrdered ? `${start + index}. ` : '- '
    const cut = context.hasFences ? blocks.findIndex(needsFence) : -1
    const kept = cut < 0 ? blocks : blocks.slice(0, cut)
    const own = itemText(kept, mark, writing)
    if (own.text !== '') {
      text += gap + own.text
      gap = own.isLoose ? '\n\n' : '\n'
    }
    if (cut < 0) continue
    const after = writeBlocks(blocks.slice(cut), writing, { ...context, hasIndents: false })
    if (after === '') continue
    text += (text === '' ? '' : '\n\n') + after
    gap = '\n\n'
  }
  return text
}

function needsFence(block: Block): boolean {
  return block.type === 'code' || block.type === 'spoiler' || (block.type === 'quote' && block.blocks.some(needsFence))
}

function itemText(
  blocks: readonly Block[],
  mark: string,
  writing: Writing,
): { readonly text: string; readonly isLoose: boolean } {
  const [first, ...others] = blocks
  if (first === undefined) return { text: '', isLoose: false }
  // The family has no items without text, so the nested list replaces its item.
  if (first.type === 'list') return { text: writeBlocks(blocks, writing, inItem), isLoose: true }
  let text = mark + indented(writeBlock(first, writing, inItem))
  if (text.trim() === mark.trim()) return itemText(others, mark, writing)
  let isLoose = text.includes('\n\n')
  for (const [index, block] of others.entries()) {
    const part = writeBlock(block, writing, inItem)
    if (part === '') continue
    const isTight = block.type === 'list' && index === 0 && !isLoose && first.type === 'paragraph'
    text += `${isTight ? '\n' : '\n\n'}  ${indented(part)}`
    isLoose ||= !isTight || part.includes('\n\n')
  }
  return { text, isLoose }
}

/** Indents all lines but the first, so that they belong to a list item. */
function indented(text: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, '\n  ')
}
