/** Shorter than the time for which the engine keeps what was removed. */
const undoMs = 7_500

/** The time in which a removal can be undone. */
export class UndoPeriod {
  readonly #onend: () => void

  /** @param onend called at the end of the time, unless it was cancelled */
  constructor(onend: () => void) {
    this.#onend = onend
  }

  /** Begins the time. Returns what cancels it. */
  begin(): () => void {
    const timer = setTimeout(this.#onend, undoMs)
    return () => {
      clearTimeout(timer)
    }
  }
}
