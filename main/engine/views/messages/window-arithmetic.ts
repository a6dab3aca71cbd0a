import { clientLimits } from '#shared/client-limits.ts'
import { intervalAt, without, type Interval } from '../../values/ranges.ts'

/** The limit of a window's rows; further rows are only in the cache. */
export const mostRows = clientLimits.windowRows.most
/**
 * Stale rows come in small pages, so that those on screen are soon fresh. A gap between rows is filled in few steps.
 */
export const pageSize = 100
const holeSize = 1000
/** A request has this many rows before the first one on screen, if the stale interval extends to both sides of it. */
const aroundBefore = 40
const repositionBefore = 60

/** The position of the reader: at the window's lower or upper edge, or at these messages. */
export type ReaderPosition = 'low' | 'high' | Interval

/** Returns the part of the ids that a window of `most` rows keeps: those nearest to the visible ones. */
export function keptOf(
  ids: readonly number[],
  readerPosition: ReaderPosition,
  most = mostRows,
): { readonly start: number; readonly end: number } {
  const excess = ids.length - most
  if (excess <= 0) return { start: 0, end: ids.length }
  if (readerPosition === 'low') return { start: 0, end: most }
  if (readerPosition === 'high') return { start: excess, end: ids.length }
  const first = ids.filter((id) => id < readerPosition.low).length
  const end = ids.filter((id) => id <= readerPosition.high).length
  const isCutBefore = first >= ids.length - end
  // All rows are removed on one side, unless visible rows would be among them.
  const wished = isCutBefore ? excess : 0
  const start = Math.min(Math.max(wished, end - most), first, excess)
  return { start, end: start + most }
}

/** The parameters of `GET /messages` without the narrow. */
export interface PageQuery {
  readonly anchor: number | 'newest'
  readonly numBefore: number
  readonly numAfter: number
}

/** The state of a window from which the next request is chosen. */
export interface WindowState {
  /** The ids of the window, without an upper end if it follows new messages. */
  readonly window: Interval
  /** The ids of its rows. */
  readonly ids: readonly number[]
  readonly readerPosition: ReaderPosition
  /** The intervals in which every message is stored. */
  readonly coverage: readonly Interval[]
  /** Intervals that are verified, or were requested without success. */
  readonly revalidated: readonly Interval[]
}

/** Returns the stale intervals of a window in ascending order. */
export function staleIntervals({ window, revalidated }: Pick<WindowState, 'window' | 'revalidated'>): Interval[] {
  return without(window, revalidated)
}

/** Returns the next request: the stale interval that is nearest to the visible rows. */
export function nextQuery(state: WindowState): PageQuery | undefined {
  const nearest = nearestTo(state.readerPosition, staleIntervals(state))
  return nearest === undefined ? undefined : queryFor(nearest, state)
}

/** Returns the first request for a window around a message of which nothing is cached. */
export function queryAround(anchor: number): PageQuery {
  return { anchor, numBefore: repositionBefore, numAfter: pageSize }
}

function nearestTo(readerPosition: ReaderPosition, stale: readonly Interval[]): Interval | undefined {
  if (readerPosition === 'low') return stale[0]
  if (readerPosition === 'high') return stale.at(-1)
  const distance = ({ low, high }: Interval) => Math.max(low - readerPosition.high, readerPosition.low - high, 0)
  return stale.toSorted((a, b) => distance(a) - distance(b))[0]
}

function queryFor(stale: Interval, { window, ids, readerPosition, coverage }: WindowState): PageQuery {
  // The reader sees nothing above the upper edge, and nothing below the lower edge.
  const seen =
    readerPosition === 'high'
      ? { low: window.high + 1, high: Infinity }
      : readerPosition === 'low'
        ? { low: window.low, high: window.low }
        : readerPosition
  const sizeAt = (id: number) => (ids.length === 0 || intervalAt(coverage, id) !== undefined ? pageSize : holeSize)
  const isEndSeen = readerPosition === 'high' || (ids.length > 1 && ids.every((id) => id <= seen.high))
  if (stale.high === Infinity && isEndSeen) return { anchor: 'newest', numBefore: pageSize, numAfter: 0 }
  if (stale.high < seen.low) return { anchor: stale.high, numBefore: sizeAt(stale.high) - 1, numAfter: 0 }
  if (stale.low >= seen.low) return { anchor: stale.low, numBefore: 0, numAfter: sizeAt(stale.low) - 1 }
  return { anchor: seen.low, numBefore: aroundBefore, numAfter: pageSize - 1 - aroundBefore }
}
