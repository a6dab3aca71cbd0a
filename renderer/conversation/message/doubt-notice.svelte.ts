/** A doubt that is settled within this time has no mark, in milliseconds. */
const settledWithinMs = 1000

/**
 * Whether a message in doubt is marked. A doubt that the server settles at once is not marked, so that no mark flashes;
 * one that cannot be settled now is marked at once. A mark stays until the doubt ends.
 */
export class DoubtNotice {
  isShown = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param canAsk whether the server can be asked now; called after each change */
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
