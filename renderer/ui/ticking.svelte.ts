const second = 1_000

/** The current time in steps, for countdowns and ages: only readers of `now` are redrawn. */
export class Ticking {
  readonly #step: number
  /** The current time in UNIX milliseconds. */
  now = $state.raw(Date.now())
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param step the length of a step in milliseconds, by default a second */
  constructor(step = second) {
    this.#step = step
  }

  /** Starts the clock. @returns a function that stops it */
  start(): () => void {
    this.#tick()
    return () => {
      clearTimeout(this.#timer)
    }
  }

  /** Ticks at full steps, so that all countdowns change together. */
  #tick(): void {
    this.now = Date.now()
    this.#timer = setTimeout(
      () => {
        this.#tick()
      },
      this.#step - (this.now % this.#step),
    )
  }
}
