import { readFence } from './fences.ts'

/**
 * Items of a list start after at most one blank, nested ones after two or three (wire-protocol.md §2.14:
 * Python-Markdown with a tab of 2).
 */
const ordered = { item: /^ ?(\d+)\. +(.*)$/, isOrdered: true }
const unordered = { item: /^ ?([*+-]) +(.*)$/, isOrdered: false }
const inner = /^ {2,3}(?:\d+\.|[*+-]) +/
const anyItem = /^ *([*+-]|\d\.) +/

/** A block that is a list: its items as text, nested ones with their indentation. */
export interface ListSource {
  readonly isOrdered: boolean
  readonly start: number
  readonly items: readonly string[]
}

/** Whether a line belongs to a nested list. */
export function isIndented(item: string): boolean {
  return item.startsWith('  ')
}

/** The items of a block whose first line is an item; other lines continue the previous item. */
export function readList(block: string): ListSource | undefined {
  const kind = [ordered, unordered].find(({ item }) => item.test(firstLine(block)))
  if (kind === undefined) return undefined
  const items: string[][] = []
  let start = 1
  for (const line of block.split('\n')) {
    const match = kind.item.exec(line)
    const last = items.at(-1)
    if (match !== null) {
      if (last === undefined && kind.isOrdered) start = Number(match[1])
      items.push([match[2] ?? ''])
    } else if (last === undefined || (inner.test(line) && !isIndented(last[0] ?? ''))) {
      items.push([line])
    } else {
      last.push(line)
    }
  }
  return { isOrdered: kind.isOrdered, start, items: items.map((lines) => lines.join('\n')) }
}

function firstLine(block: string): string {
  const end = block.indexOf('\n')
  return end < 0 ? block : block.slice(0, end)
}

/**
 * Starts a new block at a list that follows another line or a list of the other type. Lines of code, formulas and
 * spoilers are unchanged.
 */
export function separateLists(lines: readonly string[]): string[] {
  const separated: string[] = []
  const open: { readonly mark: string; readonly isQuote: boolean }[] = []
  for (const [index, line] of lines.entries()) {
    separated.push(line)
    const next = lines[index + 1]
    if (next === undefined) break
    const fence = readFence(line)
    if (fence !== undefined) {
      if (fence.language === '' && fence.mark === open.at(-1)?.mark) open.pop()
      else open.push({ mark: fence.mark, isQuote: fence.language === 'quote' || fence.language === 'quoted' })
    }
    if (line === '' || open.some(({ isQuote }) => !isQuote)) continue
    const item = anyItem.exec(next)
    if (item !== null && item[1]?.length !== anyItem.exec(line)?.[1]?.length) separated.push('')
  }
  return separated
}
