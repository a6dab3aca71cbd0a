import type { ViewItem, ViewMeta, ViewOp } from '#contract/views.ts'

/** A view's content with each item as JSON, so that two states are compared as texts. */
export interface Snapshot {
  readonly items: readonly ViewItem[]
  readonly texts: readonly string[]
  readonly meta: ViewMeta
  readonly metaText: string
}

/**
 * Makes the snapshot of a view. An item that is the same object as in `before`, at its index from the start or the
 * end, is not serialized again.
 */
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
 * Returns the operations that turn `before` into `after`, which are empty if both are equal. Items that keep their
 * order are not sent again, even if others are inserted or removed between them.
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

/** Appends the operations between the common beginning and the common end of both lists. */
function betweenEnds(
  ops: ViewOp[],
  before: Snapshot,
  after: Snapshot,
  { start, beforeEnd, afterEnd }: { readonly start: number; readonly beforeEnd: number; readonly afterEnd: number },
): void {
  const positions = new Map<string, number>()
  for (let index = start; index < beforeEnd; index += 1) positions.set(before.items[index]?.key ?? '', index)
  let beforeIndex = start
  let afterIndex = start
  /** Makes the list equal `after` up to an index; the remaining items of `before` follow. */
  const skipTo = (nextBefore: number, nextAfter: number) => {
    const count = nextBefore - beforeIndex
    if (count > 0) ops.push({ op: 'remove', index: afterIndex, count })
    const items = after.items.slice(afterIndex, nextAfter)
    if (items.length > 0) ops.push({ op: 'insert', index: afterIndex, items })
  }
  for (let index = start; index < afterEnd; index += 1) {
    const position = positions.get(after.items[index]?.key ?? '') ?? -1
    // An item that moved up is inserted here and removed further down.
    if (position < beforeIndex) continue
    skipTo(position, index)
    replaceWhereDifferent(ops, before, after, position, index)
    beforeIndex = position + 1
    afterIndex = index + 1
  }
  skipTo(beforeEnd, afterEnd)
}

/**
 * Appends a replacement if the items differ. Indexes refer to the list after the removals and insertions, which
 * precede these operations.
 */
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
