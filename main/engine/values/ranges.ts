import { type Narrow, conversationKey, streamConversation } from './conversation.ts'

/** Catching up starts this far below the known end, because events are not strictly in the order of ids. */
export const catchUpOverlap = 100

/**
 * An interval of ids in which every message is cached. `high` may be Infinity, and `low` is 0 at the start of
 * history.
 */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** A stored range. `live_epoch` is the epoch whose queue extends its upper end; null if none does. */
export interface StoredRange {
  low: number
  high: number
  live_epoch: number | null
}

/** Returns the containers whose ranges together cover a narrow (M5). */
export function containersOf(narrow: Narrow): string[] {
  switch (narrow.kind) {
    case 'topic':
      return [streamConversation(narrow.streamId), conversationKey(narrow)]
    case 'stream':
      return [streamConversation(narrow.streamId)]
    case 'direct':
      return ['direct', conversationKey(narrow)]
  }
}

/** Returns the current interval of a stored range. A range that the live queue extends has no upper end (M6, M8). */
export function intervalOf(row: StoredRange, currentEpoch: number, epochHighs: ReadonlyMap<number, number>): Interval {
  if (row.live_epoch === null) return { low: row.low, high: row.high }
  if (row.live_epoch === currentEpoch) return { low: row.low, high: Infinity }
  return { low: row.low, high: Math.max(row.high, epochHighs.get(row.live_epoch) ?? row.high) }
}

/** Returns the union in ascending order, without overlaps. Adjacent intervals are joined. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(({ low, high }) => low <= high).sort((a, b) => a.low - b.low)
  const merged: Interval[] = []
  for (const interval of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && interval.low <= last.high + 1) {
      merged[merged.length - 1] = { low: last.low, high: Math.max(last.high, interval.high) }
    } else {
      merged.push(interval)
    }
  }
  return merged
}

/** Converts intervals to their stored form. An open end belongs to the current epoch. */
export function rangeRows(intervals: readonly Interval[], epoch: number, highestKnown: number): StoredRange[] {
  return intervals.map(({ low, high }) =>
    high === Infinity ? { low, high: Math.max(low, highestKnown), live_epoch: epoch } : { low, high, live_epoch: null },
  )
}

/** Returns the intersection of two lists in ascending order, without overlaps. */
export function intersection(first: readonly Interval[], second: readonly Interval[]): Interval[] {
  return union(
    first.flatMap((one) =>
      second.map((other) => ({ low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) })),
    ),
  )
}

/** Returns the parts of an interval outside of the others, in ascending order. */
export function without(interval: Interval, others: readonly Interval[]): Interval[] {
  if (interval.low > interval.high) return []
  const left: Interval[] = []
  let { low } = interval
  for (const other of union(others)) {
    if (other.high < low) continue
    if (other.low > interval.high) break
    if (other.low > low) left.push({ low, high: other.low - 1 })
    // This is also true if both have no end.
    if (other.high >= interval.high) return left
    low = other.high + 1
  }
  return [...left, { low, high: interval.high }]
}

/** Returns the interval that contains `id`, if any. */
export function intervalAt(intervals: readonly Interval[], id: number): Interval | undefined {
  return intervals.find(({ low, high }) => low <= id && id <= high)
}

/**
 * Returns the interval that an answer of `GET /messages` proves for its narrow (M5). The interval includes the
 * anchor, even if no message has its id.
 */
export function provenBy(answer: {
  readonly anchor: number | 'newest' | 'oldest'
  readonly numBefore: number
  readonly numAfter: number
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly ids: readonly number[]
}): Interval | undefined {
  const first = answer.ids[0]
  const last = answer.ids.at(-1)
  const anchorLow = typeof answer.anchor === 'number' ? answer.anchor : answer.anchor === 'oldest' ? 0 : Infinity
  const anchorHigh = typeof answer.anchor === 'number' ? answer.anchor : answer.anchor === 'oldest' ? 0 : -Infinity
  const low = answer.foundOldest && answer.numBefore > 0 ? 0 : Math.min(first ?? Infinity, anchorLow)
  const high = answer.foundNewest ? Infinity : Math.max(last ?? -Infinity, anchorHigh)
  if (low === Infinity) return answer.foundOldest && answer.foundNewest ? { low: 0, high: Infinity } : undefined
  return { low, high }
}
