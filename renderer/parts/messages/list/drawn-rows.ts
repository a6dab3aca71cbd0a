import { clientLimits } from '#shared/client-limits.ts'

/** The estimated height of a row before any is drawn, in CSS pixels. */
const firstGuess = 60
/** The number of first rows that decide the estimate: a later change would move the undrawn rows. */
const rowsOfGuess = 12
/**
 * The share of the estimate that an undrawn row is assumed to have at least: too many drawn rows cost less than two
 * layouts.
 */
const cautious = 0.8
/** The number of stored heights, including those of rows that may return. */
const mostHeights = clientLimits.rowHeights.most

/** The heights of rows by key, as last drawn, in CSS pixels; an estimate for others. */
export class RowHeights {
  readonly #known = new Map<string, number>()
  readonly #earlier: ReadonlyMap<string, number>
  readonly #isGiven: boolean
  #guess: number

  /**
   * @param guess the estimate, from another list; by default that of the first rows. It stays the same, since a change
   * would move the undrawn rows.
   * @param earlier heights of an earlier list with the same rows. They decide only how many rows are drawn at first, so
   * that positions do not depend on them.
   */
  constructor(guess?: number, earlier: ReadonlyMap<string, number> = new Map()) {
    this.#earlier = earlier
    this.#isGiven = guess !== undefined
    this.#guess = guess ?? firstGuess
  }

  /** The mean of the known heights in whole pixels, as the estimate for another list; undefined if few are known. */
  get mean(): number | undefined {
    return this.#known.size < rowsOfGuess ? undefined : Math.round(this.#exactMean())
  }

  of(key: string): number {
    return this.#known.get(key) ?? this.#guess
  }

  /** Returns the height that a row probably has at least. */
  atLeast(key: string): number {
    return this.#known.get(key) ?? this.#earlier.get(key) ?? this.#guess * cautious
  }

  /** Records the height of a row. @returns whether it has changed */
  note(key: string, height: number): boolean {
    const before = this.#known.get(key)
    if (before !== undefined && Math.abs(before - height) < 0.01) return false
    this.#known.delete(key)
    this.#known.set(key, height)
    if (!this.#isGiven && this.#known.size === rowsOfGuess) this.#guess = this.#exactMean()
    if (this.#known.size > mostHeights) this.#known.delete(this.#known.keys().next().value ?? '')
    return true
  }

  sum(rows: readonly Keyed[]): number {
    return rows.reduce((sum, row) => sum + this.of(row.key), 0)
  }

  #exactMean(): number {
    return [...this.#known.values()].reduce((sum, one) => sum + one, 0) / this.#known.size
  }
}

/** A row that a key identifies. */
export interface Keyed {
  readonly key: string
}

/** The rows of a list, which of them are drawn, and the space for the others. */
export interface DrawnRows<R extends Keyed> {
  readonly rows: readonly R[]
  /** The index of the first drawn row. */
  readonly from: number
  /** The index after the last drawn row. */
  readonly to: number
  /**
   * The height of the space above, in CSS pixels. While the list scrolls, it may differ from the height of its rows,
   * since it absorbs changes of height above the view.
   */
  readonly above: number
  readonly below: number
}

/** The visible part of the list, in CSS pixels from the start of the space above. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

/** Replaces the rows: drawn ones stay drawn, and `drawnFor` draws new ones. */
export function withRows<R extends Keyed>(before: DrawnRows<R>, rows: readonly R[], heights: RowHeights): DrawnRows<R> {
  const wereDrawn = new Set(before.rows.slice(before.from, before.to).map((row) => row.key))
  const from = rows.findIndex((row) => wereDrawn.has(row.key))
  if (from === -1) return { rows, from: 0, to: 0, above: 0, below: heights.sum(rows) }
  const to = rows.findLastIndex((row) => wereDrawn.has(row.key)) + 1
  return { rows, from, to, above: from === 0 ? 0 : before.above, below: heights.sum(rows.slice(to)) }
}

/**
 * Returns the rows to draw for a view, with a margin on both sides. Drawn rows keep their positions if possible; if the
 * list starts with a drawn row, there is no space above to absorb wrong estimates.
 * @param ready the margin beyond the view, in CSS pixels
 * @param kept the distance beyond the view at which rows are removed
 * @returns `drawn` itself if that is neither too little nor too much
 */
export function drawnFor<R extends Keyed>(
  drawn: DrawnRows<R>,
  view: Stretch,
  heights: RowHeights,
  ready: number,
  kept = 2 * ready,
): DrawnRows<R> {
  const { rows } = drawn
  if (rows.length === 0) return drawn
  const tops = topsOf(drawn, heights)
  const end = (index: number) => tops[index + 1] ?? 0
  const within = (margin: number): { from: number; to: number } => {
    const first = rows.findIndex((_, index) => end(index) > view.top - margin)
    const last = rows.findLastIndex((_, index) => (tops[index] ?? 0) < view.bottom + margin)
    // One more row on either side, whatever its height, serves keyboard navigation.
    const from = Math.max(0, (first === -1 ? rows.length - 1 : Math.min(first, Math.max(last, 0))) - 1)
    return { from, to: Math.min(rows.length, Math.max(last, from) + 2) }
  }
  const needed = within(ready)
  const tolerated = within(kept)
  const isJoined = drawn.from < needed.to && needed.from < drawn.to
  const from = isJoined ? Math.min(needed.from, Math.max(drawn.from, tolerated.from)) : needed.from
  const to = isJoined ? Math.max(needed.to, Math.min(drawn.to, tolerated.to)) : needed.to
  if (from === drawn.from && to === drawn.to) return drawn
  const position = tops[from] ?? 0
  const above = from === 0 ? 0 : position > 0 ? position : heights.sum(rows.slice(0, from))
  return { rows, from, to, above, below: heights.sum(rows.slice(to)) }
}

/**
 * Returns the rows that fill a view around a row, even if undrawn rows are lower than the estimate or the list ends
 * within the view. As in `drawnFor`, there is one more row on either side.
 * @param above the height of the view above the row's start, in CSS pixels
 * @param below the height of the view below the row's end
 */
export function drawnAround<R extends Keyed>(
  rows: readonly R[],
  index: number,
  heights: RowHeights,
  { above, below }: { readonly above: number; readonly below: number },
): DrawnRows<R> {
  let [from, to] = [index, index + 1]
  let [remainingAbove, remainingBelow] = [above, below]
  const goUp = () => {
    for (; from > 0 && remainingAbove > 0; from -= 1) remainingAbove -= heights.atLeast(rows[from - 1]?.key ?? '')
  }
  goUp()
  // A list that begins or ends within the view shows more rows on the other side.
  remainingBelow += Math.max(0, remainingAbove)
  for (; to < rows.length && remainingBelow > 0; to += 1) remainingBelow -= heights.atLeast(rows[to]?.key ?? '')
  remainingAbove = Math.min(0, remainingAbove) + Math.max(0, remainingBelow)
  goUp()
  from = Math.max(0, from - 1)
  to = Math.min(rows.length, to + 1)
  return { rows, from, to, above: heights.sum(rows.slice(0, from)), below: heights.sum(rows.slice(to)) }
}

/** Returns the same drawn rows, with the true height of the space above. */
export function withTrueSpaceAbove<R extends Keyed>(drawn: DrawnRows<R>, heights: RowHeights): DrawnRows<R> {
  const above = heights.sum(drawn.rows.slice(0, drawn.from))
  return Math.abs(above - drawn.above) < 1 ? drawn : { ...drawn, above }
}

/** Computes the top of each row from the drawn ones in both directions, and the end of the last. */
function topsOf<R extends Keyed>({ rows, from, above }: DrawnRows<R>, heights: RowHeights): number[] {
  const tops = new Array<number>(rows.length + 1).fill(0)
  tops[from] = above
  for (let index = from - 1; index >= 0; index -= 1) {
    tops[index] = (tops[index + 1] ?? 0) - heights.of(rows[index]?.key ?? '')
  }
  for (let index = from; index < rows.length; index += 1) {
    tops[index + 1] = (tops[index] ?? 0) + heights.of(rows[index]?.key ?? '')
  }
  return tops
}

const mostKeptLists = clientLimits.keptHeights.most
/** The number of rows by list: more than a tall window draws, with its margins. */
const mostKeptHeights = clientLimits.keptHeightsOfList.most

/**
 * The heights of the rows that lists showed when they were opened and left, by list and row, in CSS pixels. A list that
 * is opened again knows which rows fill its view, and draws them in one layout.
 */
export class KeptHeights {
  readonly #lists = new Map<string, Map<string, number>>()

  /** Returns the heights of a list; empty for an unknown one. */
  of(list: string): ReadonlyMap<string, number> {
    return this.#lists.get(list) ?? new Map()
  }

  /**
   * Adds heights. Beyond the bounds, the list that was left first and the rows that were recorded first are dropped.
   */
  keep(list: string, heights: Iterable<readonly [key: string, height: number]>): void {
    const rows = this.#lists.get(list) ?? new Map<string, number>()
    for (const [key, height] of heights) {
      rows.delete(key)
      rows.set(key, height)
    }
    for (const key of rows.keys()) {
      if (rows.size <= mostKeptHeights) break
      rows.delete(key)
    }
    this.#lists.delete(list)
    this.#lists.set(list, rows)
    const [first] = this.#lists.keys()
    if (this.#lists.size > mostKeptLists && first !== undefined) this.#lists.delete(first)
  }
}
