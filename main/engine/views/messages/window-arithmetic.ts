import { clientLimits } from '#shared/client-limits.ts'
import { intervalAt, without, type Interval } from '../../values/ranges.ts'

/** The most rows of a window; further rows are only in the cache. */
export const mostRows = clientLimits.windowRows.most
/** Rows in doubt come in small pages, so that those on screen are right soon; a hole between rows is filled in few steps. */
export const pageSize = 100
const holeSize = 1000
/** The rows before the first one on screen in a request, if the interval in doubt extends to both sides of it. */
const aroundBefore = 40
const newPlaceBefore = 60

/** Where the reader is: at the window's lower or upper edge, or at these messages. */
export type Eye = 'low' | 'high' | Interval

/** The ids that a window of `most` rows keeps: those nearest to the visible ones. */
export function keptOf(
  ids: readonly number[],
  eye: Eye,
  most = mostRows,
): { readonly start: number; readonly end: number } {
  const excess = ids.length - most
  if (excess <= 0) return { start: 0, end: ids.length }
  if (eye === 'low') return { start: 0, end: most }
  if (eye === 'high') return { start: excess, end: ids.length }
  const first = ids.filter((id) => id < eye.low).length
  const end = ids.filter((id) => id <= eye.high).length
  const isCutBefore = first >= ids.length - end
  // All on one side, unless visible rows would be removed.
  const wished = isCutBefore ? excess : 0
  const start = Math.min(Math.max(wished, end - most), first, excess)
  return { start, end: start + most }
}

/** Questions of `GET /messages` without their narrow. */
export interface Question {
  readonly anchor: number | 'newest'
  readonly numBefore: number
  readonly numAfter: number
}

/** The state of a window from which the next request is chosen. */
export interface Standing {
  /** The ids that it shows, as far as it reaches; without an upper end where it follows new messages. */
  readonly window: Interval
  /** The ids of its rows. */
  readonly ids: readonly number[]
  readonly eye: Eye
  /** Where every message is stored. */
  readonly coverage: readonly Interval[]
  /** Intervals that are verified, or were requested without success. */
  readonly revalidated: readonly Interval[]
}

/** The stale intervals of a window, ascending. */
export function staleIntervals({ window, revalidated }: Pick<Standing, 'window' | 'revalidated'>): Interval[] {
  return without(window, revalidated)
}

/** The next request: the stale interval that is nearest to the visible rows. */
export function nextQuestion(standing: Standing): Question | undefined {
  const nearest = nearestTo(standing.eye, staleIntervals(standing))
  return nearest === undefined ? undefined : questionFor(nearest, standing)
}

/** The first request for a window around a message of which nothing is known. */
export function questionAround(anchor: number): Question {
  return { anchor, numBefore: newPlaceBefore, numAfter: pageSize }
}

function nearestTo(eye: Eye, stale: readonly Interval[]): Interval | undefined {
  if (eye === 'low') return stale[0]
  if (eye === 'high') return stale.at(-1)
  const distance = ({ low, high }: Interval) => Math.max(low - eye.high, eye.low - high, 0)
  return stale.toSorted((a, b) => distance(a) - distance(b))[0]
}

function questionFor(stale: Interval, { window, ids, eye, coverage }: Standing): Question {
  // At the upper edge nothing above is seen, at the lower edge nothing below.
  const seen =
    eye === 'high'
      ? { low: window.high + 1, high: Infinity }
      : eye === 'low'
        ? { low: window.low, high: window.low }
        : eye
  const sizeAt = (id: number) => (ids.length === 0 || intervalAt(coverage, id) !== undefined ? pageSize : holeSize)
  const isEndSeen = eye === 'high' || (ids.length > 1 && ids.every((id) => id <= seen.high))
  if (stale.high === Infinity && isEndSeen) return { anchor: 'newest', numBefore: pageSize, numAfter: 0 }
  if (stale.high < seen.low) return { anchor: stale.high, numBefore: sizeAt(stale.high) - 1, numAfter: 0 }
  if (stale.low >= seen.low) return { anchor: stale.low, numBefore: 0, numAfter: sizeAt(stale.low) - 1 }
  return { anchor: seen.low, numBefore: aroundBefore, numAfter: pageSize - 1 - aroundBefore }
}
