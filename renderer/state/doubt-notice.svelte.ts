/** What is answered within so many milliseconds is settled before a mark is shown. */
const settledWithinMs = 1000

/**
 * Whether a message in doubt is marked. A doubt that the server settles within a moment is never shown, so that no mark
 * flashes; one that it cannot be asked about is shown at once. A mark that is shown stays until the doubt ends.
 */
export class DoubtNotice {
  isShown = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param canAsk whether the server can be asked now; told whenever that changes */
  note(canAsk: boolean): void {
    clearTimeout(this.#timer)
    if (this.isShown) return
    if (!canAsk) this.isShown = true
    else {
      this.#timer = setTimeout(() => {
        this.isShown = true
      }, settledWithinMs)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
