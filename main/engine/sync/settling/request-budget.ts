/** So many requests all that is settled row by row may cost in a minute. */
export const requestsAMinute = 20
const minuteMs = 60_000

/** How many requests may still leave in a minute: one for all that asks for single rows in doubt (design.md §3 "Freshness"). */
export class RequestBudget {
  /** Times of the requests of the last minute, UNIX milliseconds, the oldest first. */
  #spent: readonly number[] = []

  /** When the next request may leave, at `now` at the earliest. */
  freeAt(now: number): number {
    this.#forget(now)
    const oldest = this.#spent.at(-requestsAMinute)
    return oldest === undefined ? now : oldest + minuteMs
  }

  /** How many may leave now. */
  left(now: number): number {
    this.#forget(now)
    return Math.max(requestsAMinute - this.#spent.length, 0)
  }

  spend(now: number, requests = 1): void {
    this.#spent = [...this.#spent, ...new Array<number>(requests).fill(now)]
  }

  /** A clock that was set back begins anew. */
  #forget(now: number): void {
    this.#spent = this.#spent.filter((at) => at <= now && now - at < minuteMs)
  }
}
