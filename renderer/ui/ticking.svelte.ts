/** The current time in steps of a second, for countdowns: only readers of `now` are redrawn. */
export class Ticking {
  /** The current time in UNIX milliseconds. */
  now = $state.raw(Date.now())
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Starts the clock. @returns a function that stops it */
  start(): () => void {
    this.#tick()
    return () => {
      clearTimeout(this.#timer)
    }
  }

  /** Ticks at full seconds, so that all countdowns change together. */
  #tick(): void {
    this.now = Date.now()
    this.#timer = setTimeout(
      () => {
        this.#tick()
      },
      1000 - (this.now % 1000),
    )
  }
}
