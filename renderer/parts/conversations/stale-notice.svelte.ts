/** The time that a revalidation may take before its message is marked as stale, in milliseconds. */
const revalidationGraceMs = 1000

/**
 * Decides whether a stale message is marked. A message that the server can revalidate soon is marked after a delay, so
 * that no mark flashes; others are marked at once. A mark stays while the message is stale.
 */
export class StaleNotice {
  isShown = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Called after each change. @param canAsk whether the server can be asked now */
  note(canAsk: boolean): void {
    clearTimeout(this.#timer)
    if (this.isShown) return
    if (!canAsk) this.isShown = true
    else {
      this.#timer = setTimeout(() => {
        this.isShown = true
      }, revalidationGraceMs)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
