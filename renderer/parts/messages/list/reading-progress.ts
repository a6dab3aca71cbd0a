/** The time after which a row on screen counts as read, in milliseconds. */
const dwellMs = 250
/** The tolerance of comparisons, in CSS pixels: positions are fractional on scaled screens. */
const tolerance = 1

/** A vertical range of the window, in CSS pixels from its top. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

/** An unread row that is drawn, on screen or near it. */
export interface DrawnRow extends Stretch {
  readonly id: number
}

/** The visible and drawn ranges at one moment. */
export interface Observation {
  /** The visible range of the list. */
  readonly view: Stretch
  /** The range of all drawn rows, read or not. */
  readonly drawn: Stretch
  readonly rows: readonly DrawnRow[]
}

type Side = 'above' | 'on_screen' | 'below'

/**
 * Determines which rows were read (U8). A row counts if its end was on screen for a moment, or if it was drawn and
 * then scrolled past at any speed. Rows between two positions count if all rows between them were drawn; a jump over
 * undrawn rows – a long drag of the scroll bar, a link – reads none of them.
 */
export class ReadingProgress {
  /** The time at which each row came on screen. */
  #since: ReadonlyMap<number, number> = new Map()
  #sides: ReadonlyMap<number, Side> = new Map()

  /**
   * @param cause `scroll` before anything is redrawn; `follow` after the list followed its end: rows moved out of the
   * view count as passed, skipped ones do not; `layout` after rows or their heights changed: rows moved out of the view
   * do not count
   * @returns the rows that count as read now, and whether others will after the dwell time
   */
  observe(
    cause: 'scroll' | 'follow' | 'layout',
    seen: Observation,
    now: number,
  ): { read: number[]; isWaiting: boolean } {
    const { view, drawn, rows } = seen
    // No undrawn row is between the last position and this one.
    const isJoined = view.top <= drawn.bottom + tolerance && view.bottom >= drawn.top - tolerance
    const since = new Map<number, number>()
    const sides = new Map<number, Side>()
    const read: number[] = []
    for (const row of rows) {
      const side = sideOf(row, view)
      const before = this.#sides.get(row.id)
      sides.set(row.id, side)
      if (side === 'on_screen') {
        const from = this.#since.get(row.id) ?? now
        since.set(row.id, from)
        if (now - from >= dwellMs) read.push(row.id)
      } else if (
        before === 'on_screen' ? cause !== 'layout' : cause === 'scroll' && isJoined && isAcross(before, side)
      ) {
        read.push(row.id)
      }
    }
    this.#since = since
    this.#sides = sides
    return { read, isWaiting: [...since.values()].some((from) => now - from < dwellMs) }
  }

  /** Clears the state when the window loses the focus. */
  forget(): void {
    this.#since = new Map()
    this.#sides = new Map()
  }
}

function isAcross(before: Side | undefined, after: Side): boolean {
  return before !== undefined && before !== after
}

/** Returns the side of the view on which the end of a row is; a row that fills the view is on screen. */
function sideOf(row: Stretch, view: Stretch): Side {
  const fillsView = row.top <= view.top + tolerance && row.bottom >= view.bottom
  if (fillsView) return 'on_screen'
  if (row.bottom > view.bottom + tolerance) return 'below'
  return row.bottom > view.top ? 'on_screen' : 'above'
}
