import type { PixelSize } from '../../preload/contract/values.ts'
import { clientLimits } from '../../shared/client-limits.ts'

/** How long a path that the server does not have, or whose picture is not shown, is answered without a request. */
const rememberedForMs = 600_000
const mostPaths = clientLimits.missingMedia.most
const longestPath = clientLimits.mediaPath.most

interface Missing {
  /** When the path is requested again, in milliseconds. */
  readonly until: number
  /** The size of a picture that is too large to be shown; null for what the server does not have. */
  readonly tooLarge: PixelSize | null
}

/**
 * Paths of media that the server answered with "not found", or with a picture of too many pixels: a page asks for an avatar
 * each time a row is drawn. A changed avatar has another path, since its version is part of it, so it is requested at once.
 */
export class MissingMedia {
  /** The oldest is first. */
  readonly #paths = new Map<string, Missing>()
  readonly #now: () => number

  /** `now` is a clock in milliseconds that does not jump. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether this path has lately turned out to be missing, or too large. */
  has(path: string): boolean {
    return this.#find(path) !== undefined
  }

  /** The size of the picture at a path, if that is why it is not shown. */
  tooLarge(path: string): PixelSize | null {
    return this.#find(path)?.tooLarge ?? null
  }

  add(path: string, tooLarge: PixelSize | null = null): void {
    if (path.length > longestPath) return
    // Deleted first, so that the map stays in the order of expiry.
    this.#paths.delete(path)
    this.#paths.set(path, { until: this.#now() + rememberedForMs, tooLarge })
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > mostPaths && oldest !== undefined) this.#paths.delete(oldest)
  }

  #find(path: string): Missing | undefined {
    const found = this.#paths.get(path)
    if (found === undefined || this.#now() < found.until) return found
    this.#paths.delete(path)
    return undefined
  }
}
