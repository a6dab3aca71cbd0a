/** The limit of requests per minute that revalidate rows. */
export const requestsAMinute = 20
const minuteMs = 60_000

/** The request budget that all revalidation of single rows shares. */
export class RequestBudget {
  /** The times of the last minute's requests in UNIX milliseconds, oldest first. */
  #spent: readonly number[] = []

  /** Returns the time at which the next request may be sent, which is at least `now`. */
  freeAt(now: number): number {
    this.#forget(now)
    const oldest = this.#spent.at(-requestsAMinute)
    return oldest === undefined ? now : oldest + minuteMs
  }

  /** Returns the number of requests that may be sent now. */
  left(now: number): number {
    this.#forget(now)
    return Math.max(requestsAMinute - this.#spent.length, 0)
  }

  spend(now: number, requests = 1): void {
    this.#spent = [...this.#spent, ...new Array<number>(requests).fill(now)]
  }

  /** Drops requests older than a minute, and those that seem to be in the future because the clock was set back. */
  #forget(now: number): void {
    this.#spent = this.#spent.filter((at) => at <= now && now - at < minuteMs)
  }
}
