/** What is scrolled so long after an input is the reader's doing: a wheel or a finger may go on by itself. */
const readerMovesMs = 600

/** When the reader last used the wheel, a key, a finger or the scroll bar. */
export class ReadersMoves {
  #movedAt = -Infinity

  /** Attachment of the element: inputs by which a reader scrolls; each only says that it may be the reader. */
  readonly watched = (element: HTMLElement): (() => void) => {
    const inputs = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const
    const noteInput = (event: Event) => {
      // A pointer that only hovers scrolls nothing.
      if (event.type !== 'pointermove' || (event instanceof PointerEvent && event.buttons !== 0))
        // Not the time of the input: a page that was busy for long tells of it late, and of what it scrolled later still.
        this.#movedAt = performance.now()
    }
    for (const input of inputs) element.addEventListener(input, noteInput, { passive: true, capture: true })
    return () => {
      for (const input of inputs) element.removeEventListener(input, noteInput, { capture: true })
    }
  }

  /** Whether what is scrolled at a time of `performance.now()` may be the reader's doing. */
  mayBeAt(now: number): boolean {
    return now - this.#movedAt < readerMovesMs
  }
}
