import type { Alignment, Table } from './block-tree.ts'

/** A table, if the whole block is one: a header, a line of dashes, and rows with as many cells as the header. */
export function readTable(block: string): Table | undefined {
  if (!block.includes('|') || !block.includes('\n')) return undefined
  const [first = '', second = '', ...others] = block.split('\n').map(withoutOuterBlanks)
  const hasBorder = first.startsWith('|') || endBorder.test(first)
  const header = cellsOf(first, hasBorder)
  if (
    header.length === 1 &&
    ![first, second, ...others].every((line) => line.startsWith('|') || endBorder.test(line))
  ) {
    return undefined
  }
  if (!/^[|:\- ]*$/.test(second)) return undefined
  const separators = cellsOf(second, hasBorder)
  if (separators.length !== header.length) return undefined
  const rows = others.map((line) => {
    const cells = cellsOf(line, hasBorder)
    return header.map((_, column) => cells[column] ?? '')
  })
  return { type: 'table', alignments: separators.map(alignment), header, rows }
}

/** An unescaped bar at the end of a line. */
const endBorder = /(?<!\\)(?:\\\\)*\|$/

function withoutOuterBlanks(text: string): string {
  return text.replace(/^ +/, '').replace(/(?<! ) +$/, '')
}

function alignment(separator: string): Alignment {
  const isRight = separator.endsWith(':')
  if (separator.startsWith(':')) return isRight ? 'center' : 'left'
  return isRight ? 'right' : undefined
}

/** The cells between bars, without outer bars where the header has one; bars in code and escaped bars do not separate. */
function cellsOf(row: string, hasBorder: boolean): string[] {
  const line = hasBorder ? row.replace(/^\|/, '').replace(endBorder, '') : row
  const codes = codeEnds(line)
  const cells: string[] = []
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') at += 1
    else if (character === '`') at = (codes.get(at) ?? at + 1) - 1
    else if (character === '|') {
      cells.push(withoutOuterBlanks(line.slice(from, at)))
      from = at + 1
    }
  }
  cells.push(withoutOuterBlanks(line.slice(from)))
  return cells
}

/** The end of each run of backticks, or for an opening run the end of its code span. */
function codeEnds(line: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  /** The next run of each length; the line is scanned from the right. */
  const next = new Map<number, number>()
  for (const run of [...line.matchAll(/`+/g)].reverse()) {
    const [{ length }] = run
    const close = next.get(length)
    ends.set(run.index, (close ?? run.index) + length)
    next.set(length, run.index)
  }
  return ends
}
