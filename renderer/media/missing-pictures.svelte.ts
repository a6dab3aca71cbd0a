import { SvelteMap } from 'svelte/reactivity'

/** How long a picture that could not be loaded is not requested again. */
const restsMs = 60_000
const mostSources = 2_000

/**
 * Avatars that could not be loaded. Rows are drawn again and again, and each would request the picture anew; one request
 * a minute is enough, until the server is reachable again.
 */
export class MissingPictures {
  /** When each source may be requested again, in milliseconds; the oldest is first. */
  #until = new SvelteMap<string, number>()
  readonly #now: () => number

  /** `now` is a clock in milliseconds that does not jump. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  has(source: string): boolean {
    return this.#now() < (this.#until.get(source) ?? 0)
  }

  add(source: string): void {
    this.#until.delete(source)
    this.#until.set(source, this.#now() + restsMs)
    const [oldest] = this.#until.keys()
    if (this.#until.size > mostSources && oldest !== undefined) this.#until.delete(oldest)
  }

  /** The server is reachable again: all are requested again. */
  clear(): void {
    this.#until.clear()
  }
}

/** Those of this page. */
export const missingAvatars = new MissingPictures()
