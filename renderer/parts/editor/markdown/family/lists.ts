import { SourceLine } from './source-line.ts'

const ordered = { item: /^ ?(\d+\.) +/, isOrdered: true }
const unordered = { item: /^ ?([*+-]) +/, isOrdered: false }
const inner = /^ {2,3}(?:\d+\.|[*+-]) +/
const anyItem = /^ *([*+-]|\d\.) +/

/** An item of a list. `mark` is null for a nested list that belongs to the item before. */
export interface ItemSource {
  readonly mark: { readonly from: number; readonly to: number } | null
  readonly lines: SourceLine[]
}

/** The items of a list in the source. */
export interface ListSource {
  readonly isOrdered: boolean
  readonly items: readonly ItemSource[]
}

/** Returns whether a line belongs to a nested list. */
export function isIndented(line: SourceLine | undefined): boolean {
  return line?.text.startsWith('  ') === true
}

/** Reads the items of a block whose first line is an item. Other lines continue the item before them. */
export function readList(block: readonly SourceLine[]): ListSource | null {
  const kind = [ordered, unordered].find(({ item }) => item.test(block[0]?.text ?? ''))
  if (kind === undefined) return null
  const items: ItemSource[] = []
  for (const line of block) {
    const match = kind.item.exec(line.text)
    const last = items.at(-1)
    if (match !== null) {
      const [whole, mark = ''] = match
      const from = line.offset(whole.indexOf(mark))
      items.push({ mark: { from, to: from + mark.length }, lines: [line.after(whole.length)] })
    } else if (last === undefined || (inner.test(line.text) && !isIndented(last.lines[0]))) {
      items.push({ mark: null, lines: [line] })
    } else last.lines.push(line)
  }
  return { isOrdered: kind.isOrdered, items }
}

/** Inserts a blank line before a list that directly follows another line, or a list of the other kind. */
export function separateLists<T>(lines: readonly (SourceLine | T)[]): (SourceLine | T)[] {
  const separated: (SourceLine | T)[] = []
  let before: string | undefined
  for (const [index, line] of lines.entries()) {
    const item = line instanceof SourceLine ? anyItem.exec(line.text)?.[1] : undefined
    const last = lines[index - 1]
    const isFirst = index === 0 || (last instanceof SourceLine && last.text === '')
    if (item !== undefined && !isFirst && item.length !== before?.length && line instanceof SourceLine)
      separated.push(new SourceLine('', line.start, line.start))
    separated.push(line)
    before = item
  }
  return separated
}
