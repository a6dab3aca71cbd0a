import { clientLimits } from '../../shared/client-limits.ts'

/** How long a path that the server does not have is answered without a request. */
const rememberedForMs = 600_000
const mostPaths = clientLimits.missingMedia.most
const longestPath = clientLimits.mediaPath.most

/**
 * Paths of media that the server answered with "not found": a page asks for an avatar each time a row is drawn. A changed
 * avatar has another path, since its version is part of it, so it is requested at once.
 */
export class MissingMedia {
  /** When each path is requested again, in milliseconds; the oldest is first. */
  readonly #until = new Map<string, number>()
  readonly #now: () => number

  /** `now` is a clock in milliseconds that does not jump. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether the server said lately that it does not have this path. */
  has(path: string): boolean {
    const until = this.#until.get(path)
    if (until === undefined) return false
    if (this.#now() < until) return true
    this.#until.delete(path)
    return false
  }

  add(path: string): void {
    if (path.length > longestPath) return
    // Deleted first, so that the map stays in the order of expiry.
    this.#until.delete(path)
    this.#until.set(path, this.#now() + rememberedForMs)
    const [oldest] = this.#until.keys()
    if (this.#until.size > mostPaths && oldest !== undefined) this.#until.delete(oldest)
  }
}
