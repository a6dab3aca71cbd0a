/**
 * The time after an input in which scrolling is attributed to the reader: a wheel or a finger may continue by inertia.
 */
const readerMovesMs = 600

/** Records when the reader last used the wheel, a key, a finger or the scroll bar. */
export class ReadersMoves {
  #movedAt = -Infinity

  /** Attachment that listens to inputs that may scroll; each is only an indication. */
  readonly watched = (element: HTMLElement): (() => void) => {
    const inputs = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const
    const noteInput = (event: Event) => {
      // A hovering pointer does not scroll.
      if (event.type !== 'pointermove' || (event instanceof PointerEvent && event.buttons !== 0))
        // Not the event's timestamp: a busy page reports the input late, and its scrolling even later.
        this.#movedAt = performance.now()
    }
    for (const input of inputs) element.addEventListener(input, noteInput, { passive: true, capture: true })
    return () => {
      for (const input of inputs) element.removeEventListener(input, noteInput, { capture: true })
    }
  }

  /** Whether scrolling at a time of `performance.now()` may be caused by the reader. */
  mayBeAt(now: number): boolean {
    return now - this.#movedAt < readerMovesMs
  }
}
