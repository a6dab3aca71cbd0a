import type { Alignment, Table } from './block-tree.ts'

/** A table, if the whole block is one: a header, a line of dashes, rows. Rows have as many cells as the header. */
export function readTable(block: string): Table | undefined {
  if (!block.includes('|') || !block.includes('\n')) return undefined
  const [first = '', second = '', ...others] = block.split('\n').map((line) => line.replace(/^ +/, '').trimEnd())
  if (!/^[|:\- ]+$/.test(second) || !second.includes('-')) return undefined
  const header = cellsOf(first)
  const separators = cellsOf(second)
  if (header.length === 0 || separators.length !== header.length) return undefined
  if (header.length === 1 && ![first, second, ...others].every((line) => line.startsWith('|') || line.endsWith('|'))) {
    return undefined
  }
  const rows = others.map((line) => {
    const cells = cellsOf(line)
    return header.map((_, column) => cells[column] ?? '')
  })
  return { type: 'table', alignments: separators.map(alignment), header, rows }
}

function alignment(separator: string): Alignment {
  const isRight = separator.endsWith(':')
  if (separator.startsWith(':')) return isRight ? 'center' : 'left'
  return isRight ? 'right' : undefined
}

/** The cells between bars; bars in code and escaped bars do not separate. */
function cellsOf(line: string): string[] {
  const codes = codeEnds(line)
  const cells: string[] = []
  let from = line.startsWith('|') ? 1 : 0
  for (let at = from; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') at += 1
    else if (character === '`') at = (codes.get(at) ?? at + 1) - 1
    else if (character === '|') {
      cells.push(line.slice(from, at).trim())
      from = at + 1
    }
  }
  if (from < line.length) cells.push(line.slice(from).trim())
  return cells
}

/** The end of each run of backticks; for an opening run, the end of its code span. */
function codeEnds(line: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  /** The next run of each length, scanned from the right. */
  const next = new Map<number, number>()
  for (const run of [...line.matchAll(/`+/g)].reverse()) {
    const [{ length }] = run
    const close = next.get(length)
    ends.set(run.index, (close ?? run.index) + length)
    next.set(length, run.index)
  }
  return ends
}
