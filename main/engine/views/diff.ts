import type { ViewItem, ViewMeta, ViewOp } from '../../../preload/contract/views.ts'

/** A view's content with each item as JSON, so that comparing two states is comparing texts. */
export interface Snapshot {
  readonly items: readonly ViewItem[]
  readonly texts: readonly string[]
  readonly meta: ViewMeta
  readonly metaText: string
}

/** An item that is the very same as in `before`, at its place from the start or from the end, is not written anew. */
export function snapshot(items: readonly ViewItem[], meta: ViewMeta, before?: Snapshot): Snapshot {
  const shift = (before?.items.length ?? 0) - items.length
  const texts = items.map((item, index) => {
    if (before?.items[index] === item) return before.texts[index] ?? ''
    if (before?.items[index + shift] === item) return before.texts[index + shift] ?? ''
    return JSON.stringify(item)
  })
  return { items, texts, meta, metaText: JSON.stringify(meta) }
}

/**
 * The ops that turn `before` into `after`; none when they are equal. What stays in its order is not sent again, wherever
 * in the list others come and go.
 */
export function diff(before: Snapshot, after: Snapshot): ViewOp[] {
  const ops: ViewOp[] = []
  let start = 0
  while (
    start < before.texts.length &&
    start < after.texts.length &&
    before.items[start]?.key === after.items[start]?.key
  ) {
    replaceWhereDifferent(ops, before, after, start, start)
    start += 1
  }
  let beforeEnd = before.texts.length
  let afterEnd = after.texts.length
  const tail: ViewOp[] = []
  while (beforeEnd > start && afterEnd > start && before.items[beforeEnd - 1]?.key === after.items[afterEnd - 1]?.key) {
    beforeEnd -= 1
    afterEnd -= 1
    replaceWhereDifferent(tail, before, after, beforeEnd, afterEnd)
  }
  betweenEnds(ops, before, after, { start, beforeEnd, afterEnd })
  ops.push(...tail)
  if (before.metaText !== after.metaText) ops.push({ op: 'meta', meta: after.meta })
  return ops
}

/** The ops between what both lists begin and end with. */
function betweenEnds(
  ops: ViewOp[],
  before: Snapshot,
  after: Snapshot,
  { start, beforeEnd, afterEnd }: { readonly start: number; readonly beforeEnd: number; readonly afterEnd: number },
): void {
  const places = new Map<string, number>()
  for (let index = start; index < beforeEnd; index += 1) places.set(before.items[index]?.key ?? '', index)
  let beforeIndex = start
  let afterIndex = start
  /** Up to here `after` has been reached: the rest of `before` follows in the list. */
  const skipTo = (nextBefore: number, nextAfter: number) => {
    const count = nextBefore - beforeIndex
    if (count > 0) ops.push({ op: 'remove', index: afterIndex, count })
    const items = after.items.slice(afterIndex, nextAfter)
    if (items.length > 0) ops.push({ op: 'insert', index: afterIndex, items })
  }
  for (let index = start; index < afterEnd; index += 1) {
    const place = places.get(after.items[index]?.key ?? '') ?? -1
    // What has gone up in the list is inserted there, and removed further down.
    if (place < beforeIndex) continue
    skipTo(place, index)
    replaceWhereDifferent(ops, before, after, place, index)
    beforeIndex = place + 1
    afterIndex = index + 1
  }
  skipTo(beforeEnd, afterEnd)
}

/** Indexes are those of the list after removing and inserting, which stand before these ops. */
function replaceWhereDifferent(
  ops: ViewOp[],
  before: Snapshot,
  after: Snapshot,
  beforeIndex: number,
  afterIndex: number,
): void {
  const item = after.items[afterIndex]
  if (item !== undefined && before.texts[beforeIndex] !== after.texts[afterIndex]) {
    ops.push({ op: 'replace', index: afterIndex, item })
  }
}
