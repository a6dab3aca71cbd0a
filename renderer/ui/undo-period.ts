/**
 * The duration of the period in milliseconds, which is shorter than the time for which the engine keeps removed
 * objects.
 */
const undoMs = 7_500

/** The period in which a removal can be undone. */
export class UndoPeriod {
  readonly #onend: () => void

  /** @param onend called at the end of the period, unless it was cancelled */
  constructor(onend: () => void) {
    this.#onend = onend
  }

  /** Starts the period. @returns a function that cancels it */
  begin(): () => void {
    const timer = setTimeout(this.#onend, undoMs)
    return () => {
      clearTimeout(timer)
    }
  }
}
