/** A row at rest is read when its end was on screen for so long, in milliseconds. */
const dwellMs = 250
/** Positions are fractions of a pixel on scaled screens. */
const tolerance = 1

/** A vertical stretch of the window, in CSS pixels from its top. */
export interface Stretch {
  readonly top: number
  readonly bottom: number
}

/** An unread row that is drawn, on screen or near it. */
export interface DrawnRow extends Stretch {
  readonly id: number
}

/** What is on screen at one moment. */
export interface Observation {
  /** The part of the window that shows the list. */
  readonly view: Stretch
  /** From the first to the last row that is drawn, read or not. */
  readonly drawn: Stretch
  readonly rows: readonly DrawnRow[]
}

type Side = 'above' | 'on_screen' | 'below'

/**
 * What was read, by what was on screen (U8, F15). A row counts when its end was on screen for a moment, or when it was
 * drawn and then scrolled past, at whatever speed. Rows between two positions count when all that lies between them was
 * drawn; a jump over rows that were never drawn – the scroll bar dragged far, a link – reads none of them.
 */
export class ReadingProgress {
  /** Since when each row has been on screen. */
  #since: ReadonlyMap<number, number> = new Map()
  #sides: ReadonlyMap<number, Side> = new Map()

  /**
   * @param cause `scroll` before anything is drawn anew; `follow` after the list went after its end by itself: what it
   * moved out of the view was passed, what it went over was never shown; `layout` after rows came, went or changed their
   * height: what that moves out of the view was not scrolled past.
   * @returns the rows that count as read now, and whether others will when they stay for a moment.
   */
  observe(
    cause: 'scroll' | 'follow' | 'layout',
    seen: Observation,
    now: number,
  ): { read: number[]; isWaiting: boolean } {
    const { view, drawn, rows } = seen
    // Nothing undrawn lies between the last position and this one.
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

  /** Nobody looks: what is on screen has to be looked at anew. */
  forget(): void {
    this.#since = new Map()
    this.#sides = new Map()
  }
}

function isAcross(before: Side | undefined, after: Side): boolean {
  return before !== undefined && before !== after
}

/** Where the end of a row is; a row that fills the whole view is on screen, too. */
function sideOf(row: Stretch, view: Stretch): Side {
  const fillsView = row.top <= view.top + tolerance && row.bottom >= view.bottom
  if (fillsView) return 'on_screen'
  if (row.bottom > view.bottom + tolerance) return 'below'
  return row.bottom > view.top ? 'on_screen' : 'above'
}
