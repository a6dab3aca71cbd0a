import { clientLimits } from '../../shared/client-limits.ts'

/** Before anything was drawn, a row is taken to be so high, in CSS pixels. */
const firstGuess = 60
/** What is not drawn is guessed from the first so many rows; a guess that changed later would move what it stands for. */
const rowsOfGuess = 12
/** Heights that are kept, also of rows that have gone meanwhile and may come back. */
const mostHeights = clientLimits.rowHeights.most

/** How high rows are: as they were drawn last, by their keys, and a guess for those that never were. CSS pixels. */
export class RowHeights {
  readonly #known = new Map<string, number>()
  #guess = firstGuess

  of(key: string): number {
    return this.#known.get(key) ?? this.#guess
  }

  /** @returns whether that is another height than the known one */
  note(key: string, height: number): boolean {
    const before = this.#known.get(key)
    if (before !== undefined && Math.abs(before - height) < 0.01) return false
    this.#known.delete(key)
    this.#known.set(key, height)
    if (this.#known.size === rowsOfGuess) {
      this.#guess = [...this.#known.values()].reduce((sum, one) => sum + one, 0) / rowsOfGuess
    }
    if (this.#known.size > mostHeights) this.#known.delete(this.#known.keys().next().value ?? '')
    return true
  }

  sum(rows: readonly Keyed[]): number {
    return rows.reduce((sum, row) => sum + this.of(row.key), 0)
  }
}

/** A row of a list is known by its key. */
export interface Keyed {
  readonly key: string
}

/** The rows of a list, which of them are drawn, and the room that stands for the others. */
export interface DrawnRows<R extends Keyed> {
  readonly rows: readonly R[]
  /** `rows` from here on are drawn… */
  readonly from: number
  /** …up to the one before this. */
  readonly to: number
  /**
   * Height of the room above, in CSS pixels. While the list is in use it need not be the height of the rows that it
   * stands for: it takes up what other heights above the view would move.
   */
  readonly above: number
  readonly below: number
}

/** What of the list is in view, in CSS pixels from the beginning of the room above. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

/** Other rows than before: what is drawn of them stays drawn, and nothing else is until it is asked for. */
export function withRows<R extends Keyed>(before: DrawnRows<R>, rows: readonly R[], heights: RowHeights): DrawnRows<R> {
  const wereDrawn = new Set(before.rows.slice(before.from, before.to).map((row) => row.key))
  const from = rows.findIndex((row) => wereDrawn.has(row.key))
  if (from === -1) return { rows, from: 0, to: 0, above: 0, below: heights.sum(rows) }
  const to = rows.findLastIndex((row) => wereDrawn.has(row.key)) + 1
  return { rows, from, to, above: from === 0 ? 0 : before.above, below: heights.sum(rows.slice(to)) }
}

/**
 * What has to be drawn for a view, with rows ready on both sides of it. Rows that are drawn keep their places where they
 * can; where the list begins with a drawn row, nothing is left above that could make up for guesses.
 * @param ready so far beyond the view rows are drawn, in CSS pixels; twice as far away they are taken out again
 * @returns `drawn` itself where that is enough and not too much
 */
export function drawnFor<R extends Keyed>(
  drawn: DrawnRows<R>,
  view: Stretch,
  heights: RowHeights,
  ready: number,
): DrawnRows<R> {
  const { rows } = drawn
  if (rows.length === 0) return drawn
  const tops = topsOf(drawn, heights)
  const end = (index: number) => tops[index + 1] ?? 0
  const within = (margin: number): { from: number; to: number } => {
    const first = rows.findIndex((_, index) => end(index) > view.top - margin)
    const last = rows.findLastIndex((_, index) => (tops[index] ?? 0) < view.bottom + margin)
    // One row more on either side, however high they are: the keyboard goes on to it.
    const from = Math.max(0, (first === -1 ? rows.length - 1 : Math.min(first, Math.max(last, 0))) - 1)
    return { from, to: Math.min(rows.length, Math.max(last, from) + 2) }
  }
  const needed = within(ready)
  const tolerated = within(2 * ready)
  const isJoined = drawn.from < needed.to && needed.from < drawn.to
  const from = isJoined ? Math.min(needed.from, Math.max(drawn.from, tolerated.from)) : needed.from
  const to = isJoined ? Math.max(needed.to, Math.min(drawn.to, tolerated.to)) : needed.to
  if (from === drawn.from && to === drawn.to) return drawn
  const place = tops[from] ?? 0
  const above = from === 0 ? 0 : place > 0 ? place : heights.sum(rows.slice(0, from))
  return { rows, from, to, above, below: heights.sum(rows.slice(to)) }
}

/** Draws what lies around a row, wherever the view is. */
export function drawnAround<R extends Keyed>(
  rows: readonly R[],
  index: number,
  heights: RowHeights,
  reach: number,
): DrawnRows<R> {
  const top = heights.sum(rows.slice(0, index))
  const view = { top: top - reach, bottom: top + heights.of(rows[index]?.key ?? '') + reach }
  return drawnFor({ rows, from: 0, to: 0, above: 0, below: 0 }, view, heights, 0)
}

/** The same rows drawn, with room above that is as high as the rows it stands for. */
export function settled<R extends Keyed>(drawn: DrawnRows<R>, heights: RowHeights): DrawnRows<R> {
  const above = heights.sum(drawn.rows.slice(0, drawn.from))
  return Math.abs(above - drawn.above) < 1 ? drawn : { ...drawn, above }
}

/** Where each row begins, from the drawn ones on in both directions; one entry more for the end of the last. */
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
