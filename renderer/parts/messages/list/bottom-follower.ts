import { isCutOff, remainingBelow, type ScrollMetrics } from './scroll-metrics.ts'

/** The distance from the end that counts as at the end, in CSS pixels. */
const nearEnd = 40
/** The largest difference that counts as rounding, in CSS pixels: positions are fractional on scaled screens. */
const roundingTolerance = 1

/** The time after a change of heights or of the window in which the list may scroll itself, in milliseconds. */
const changeMs = 200

/**
 * Decides whether a list stays at its end. Only scrolling up leaves the end: a growing row, a growing composer or
 * a smaller window move the end away from the reader, and the list follows.
 */
export class BottomFollower {
  #isFollowing = false
  /**
   * Whether the list must be scrolled to its end at the next check: heights have changed, it has scrolled itself, or it
   * was requested. Otherwise a position just above the end is the reader's choice.
   */
  #isDue = true
  #last: ScrollMetrics | null = null
  /** The time of the last change of heights or of the window. */
  #changedAt = -Infinity
  /** Whether nothing was painted since the window was resized. */
  #isWindowUnpainted = false

  get isFollowing(): boolean {
    return this.#isFollowing
  }

  /** Whether the position differs from the last reported one. */
  hasMoved(offset: ScrollMetrics): boolean {
    return this.#last !== null && Math.abs(this.#last.top - offset.top) > roundingTolerance
  }

  /**
   * Records that the window was resized. It may grow and shrink back before the list notices, and the position that the
   * browser clamps looks like a scroll. A busy page reports that scroll with its next frame, however late.
   */
  windowResized(): void {
    this.#isWindowUnpainted = true
  }

  /** Records that a frame was painted after the window was resized. */
  windowPainted(now: number): void {
    this.#isWindowUnpainted = false
    this.#changedAt = now
  }

  /** Requests the end of the list. */
  follow(): void {
    this.#isFollowing = true
    this.#isDue = true
  }

  /**
   * Records a scroll, by the reader or by the list itself.
   * @param isWhole whether the list ends with the newest message; the end of a part is not followed
   * @param by whether the reader has just turned the wheel up, or used a key, a finger or the scroll bar. Otherwise the
   * list may have scrolled itself after measuring rows, or an assistive program scrolled.
   * @returns whether the list has scrolled itself away from its end and must be scrolled back
   */
  scrolled(offset: ScrollMetrics, isWhole: boolean, by: { readonly isReader: boolean; readonly now: number }): boolean {
    const last = this.#last
    this.#note(offset, by.now)
    if (last !== null && isCutOff(last, offset)) return false
    const isUnrest = this.#isWindowUnpainted || by.now - this.#changedAt < changeMs
    const isItself = !by.isReader && isUnrest
    if (remainingBelow(offset) < nearEnd) this.#isFollowing = isWhole
    else if (last === null) this.#isFollowing = false
    else if (!isItself) {
      // Rows above the view that became lower move the view up; only a larger distance is a scroll of the reader.
      const shrunk = Math.max(0, last.content - offset.content)
      const grownView = Math.max(0, offset.view - last.view)
      const isSameHeight = last.content === offset.content && last.view === offset.view
      const slack = by.isReader && isSameHeight ? 0 : roundingTolerance
      if (last.top - offset.top > shrunk + grownView + slack) this.#isFollowing = false
    }
    const isAstray = isItself && this.#isFollowing && remainingBelow(offset) > 0
    if (isAstray) this.#isDue = true
    return isAstray
  }

  /**
   * Records possible changes of heights, after the list has drawn them. A list at the very end stays there, even if
   * measured rows have moved the view away from it.
   * @param isWhole as in `scrolled`
   * @returns whether the list must be scrolled to its end now
   */
  resized(offset: ScrollMetrics, isWhole: boolean, now: number): boolean {
    this.#note(offset, now)
    if (isWhole && remainingBelow(offset) < roundingTolerance) this.#isFollowing = true
    return this.#isFollowing && this.#isDue && remainingBelow(offset) > 0
  }

  #note(offset: ScrollMetrics, now: number): void {
    const last = this.#last
    if (last !== null && (last.content !== offset.content || last.view !== offset.view)) {
      this.#changedAt = now
      this.#isDue = true
    }
    this.#last = offset
  }

  /** Records a position that the program has set. */
  placed(offset: ScrollMetrics): void {
    this.#last = offset
    this.#isDue = false
  }
}

/**
 * The time after an input in which scrolling is attributed to the reader: a wheel or a finger may continue by inertia.
 */
const readerMovesMs = 600

/** Records when the reader last used an input that may scroll up: the wheel, a key, a finger or the scroll bar. */
export class ReadersMoves {
  #movedAt = -Infinity

  /** The attachment that listens to inputs that may scroll; each is only an indication. */
  readonly watched = (element: HTMLElement): (() => void) => {
    const inputs = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const
    const noteInput = (event: Event) => {
      if (!cannotScrollUp(event))
        // The event's timestamp is not used: a busy page reports the input late, and its scrolling even later.
        this.#movedAt = performance.now()
    }
    for (const input of inputs) element.addEventListener(input, noteInput, { passive: true, capture: true })
    return () => {
      for (const input of inputs) element.removeEventListener(input, noteInput, { capture: true })
    }
  }

  /** Whether scrolling up at a time of `performance.now()` may be caused by the reader. */
  mayBeAt(now: number): boolean {
    return now - this.#movedAt < readerMovesMs
  }
}

/** Whether an event cannot scroll up: a hovering pointer does not scroll, and some inputs scroll down. */
function cannotScrollUp(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY > 0
  if (event instanceof KeyboardEvent) return event.key === 'End' || event.key === 'PageDown'
  return event instanceof PointerEvent && event.type === 'pointermove' && event.buttons === 0
}
