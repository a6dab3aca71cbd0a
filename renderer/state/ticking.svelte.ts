/** The time in steps of a second, for texts that follow the clock: only what reads `now` is drawn again. */
export class Ticking {
  /** UNIX milliseconds. */
  now = $state.raw(Date.now())
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Begins to tick; the returned function ends it. */
  start(): () => void {
    this.#tick()
    return () => {
      clearTimeout(this.#timer)
    }
  }

  /** At full seconds, so that all that counts down does it at once. */
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
