/** The number of requests per minute for settling rows. */
export const requestsAMinute = 20
const minuteMs = 60_000

/** The shared request budget of everything that settles single rows in doubt. */
export class RequestBudget {
  /** The times of the last minute's requests, UNIX milliseconds, oldest first. */
  #spent: readonly number[] = []

  /** When the next request may be sent, at the earliest `now`. */
  freeAt(now: number): number {
    this.#forget(now)
    const oldest = this.#spent.at(-requestsAMinute)
    return oldest === undefined ? now : oldest + minuteMs
  }

  /** How many requests may be sent now. */
  left(now: number): number {
    this.#forget(now)
    return Math.max(requestsAMinute - this.#spent.length, 0)
  }

  spend(now: number, requests = 1): void {
    this.#spent = [...this.#spent, ...new Array<number>(requests).fill(now)]
  }

  /** If the clock was set back, earlier times are dropped. */
  #forget(now: number): void {
    this.#spent = this.#spent.filter((at) => at <= now && now - at < minuteMs)
  }
}
