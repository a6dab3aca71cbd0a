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
