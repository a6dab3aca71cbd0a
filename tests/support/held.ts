/** The time for which work held the event loop. */
export interface Held<T> {
  readonly result: T
  /**
   * Milliseconds of this thread's processor time in the longest turn of the event loop; time of other processes does
   * not count.
   */
  readonly heldMs: number
}

/** Measures each turn of the event loop, from now or from the last `restart()`. */
export class HeldProbe {
  #longestMs = 0
  #isOver = false
  #before = process.threadCpuUsage()

  constructor() {
    const turn = () => {
      this.#note()
      if (this.#isOver) return
      this.#before = process.threadCpuUsage()
      setImmediate(turn)
    }
    setImmediate(turn)
  }

  #note(): void {
    const { user, system } = process.threadCpuUsage(this.#before)
    this.#longestMs = Math.max(this.#longestMs, (user + system) / 1000)
  }

  /** Discards earlier measurements, including the beginning of this turn. */
  restart(): void {
    this.#longestMs = 0
    this.#before = process.threadCpuUsage()
  }

  /** The longest turn, in milliseconds of this thread's processor time. The turn in which this is called counts. */
  end(): number {
    this.#isOver = true
    this.#note()
    return this.#longestMs
  }
}

/** Runs work and measures each turn of the event loop meanwhile. */
export async function holding<T>(task: () => Promise<T>): Promise<Held<T>> {
  const probe = new HeldProbe()
  try {
    const result = await task()
    return { result, heldMs: probe.end() }
  } finally {
    probe.end()
  }
}
