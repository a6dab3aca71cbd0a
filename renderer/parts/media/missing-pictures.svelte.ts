import { SvelteMap } from 'svelte/reactivity'

/** The time for which a picture that failed to load is not requested again, in milliseconds. */
const retryAfterMs = 60_000
const mostSources = 2_000

/**
 * Avatars that failed to load. Rows are redrawn often, and each would request the picture again. One request a minute
 * is enough until the server is reachable again.
 */
export class MissingPictures {
  /** The time from which each source may be requested again, in milliseconds, the oldest first. */
  #until = new SvelteMap<string, number>()
  readonly #now: () => number

  /** @param now returns the time of a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  has(source: string): boolean {
    return this.#now() < (this.#until.get(source) ?? 0)
  }

  add(source: string): void {
    this.#until.delete(source)
    this.#until.set(source, this.#now() + retryAfterMs)
    const [oldest] = this.#until.keys()
    if (this.#until.size > mostSources && oldest !== undefined) this.#until.delete(oldest)
  }

  /** Allows all requests, since the server is reachable again. */
  clear(): void {
    this.#until.clear()
  }
}

/** The missing avatars of this page. */
export const missingAvatars = new MissingPictures()
