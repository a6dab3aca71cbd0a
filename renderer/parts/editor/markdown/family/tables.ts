import { readInline, type KnownNames } from './inline.ts'
import { part, type SyntaxPart } from './syntax-node.ts'
import { SourceLine } from './source-line.ts'

/** The range of a cell in its line. */
interface Cell {
  readonly from: number
  readonly to: number
}

/** Reads a block that consists of a header, a line of dashes and rows. Rows have as many cells as the header. */
export function readTable(block: readonly SourceLine[], names: KnownNames): SyntaxPart | null {
  if (block.length < 2) return null
  const lines = block.map((line) => line.after(line.text.length - line.text.trimStart().length))
  const [first, second, ...others] = lines
  if (first === undefined || second === undefined || !block.some(({ text }) => text.includes('|'))) return null
  const dashes = second.text.trimEnd()
  if (!/^[|:\- ]+$/.test(dashes) || !dashes.includes('-')) return null
  const header = cellsOf(first)
  if (header.length === 0 || cellsOf(second).length !== header.length) return null
  const isBarred = ({ text }: SourceLine) => text.startsWith('|') || text.trimEnd().endsWith('|')
  if (header.length === 1 && !lines.every(isBarred)) return null
  const row = (name: 'TableHeader' | 'TableRow', line: SourceLine, cells: readonly Cell[]): SyntaxPart =>
    part(name, line.offset(0), line.end, marked(line, cells, names))
  const parts = [
    row('TableHeader', first, header),
    part('TableDelimiter', second.offset(0), second.end),
    ...others.map((line) => row('TableRow', line, cellsOf(line).slice(0, header.length))),
  ]
  return part('Table', first.offset(0), (lines.at(-1) ?? first).end, parts)
}

/** Returns the cells of a row and the bars between them. */
function marked(line: SourceLine, cells: readonly Cell[], names: KnownNames): SyntaxPart[] {
  const inCells = cells.map(({ from, to }) => {
    const cell = new SourceLine(line.text.slice(from, to), line.offset(from), line.offset(to))
    return part('TableCell', cell.offset(0), cell.end, readInline([cell], names))
  })
  const bars = [...line.text.matchAll(/\|/g)]
    .filter(({ index }) => cells.every(({ from, to }) => index < from || index >= to))
    .map(({ index }) => part('TableDelimiter', line.offset(index), line.offset(index + 1)))
  return [...inCells, ...bars].sort((a, b) => a.from - b.from)
}

/** Returns the cells between bars. Bars in code and escaped bars do not separate cells. */
function cellsOf({ text }: SourceLine): Cell[] {
  const line = text.trimEnd()
  const codes = codeEnds(line)
  const cells: Cell[] = []
  let from = line.startsWith('|') ? 1 : 0
  const add = (to: number) => {
    const cell = line.slice(from, to)
    const start = from + (cell.length - cell.trimStart().length)
    cells.push({ from: start, to: Math.max(start, from + cell.trimEnd().length) })
  }
  for (let at = from; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') at += 1
    else if (character === '`') at = (codes.get(at) ?? at + 1) - 1
    else if (character === '|') {
      add(at)
      from = at + 1
    }
  }
  if (from < line.length) add(line.length)
  return cells
}

/** Returns the end of each run of backticks, or the end of its code if the run opens some. */
function codeEnds(line: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const run of [...line.matchAll(/`+/g)].reverse()) {
    const [{ length }] = run
    ends.set(run.index, (next.get(length) ?? run.index) + length)
    next.set(length, run.index)
  }
  return ends
}
