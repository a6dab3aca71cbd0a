import type { PixelSize } from '#contract/attachments.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** The time for which a missing path, or a picture that is not shown, is answered without a request, milliseconds. */
const rememberedForMs = 600_000
const mostPaths = clientLimits.missingMedia.most
const longestPath = clientLimits.mediaPath.most

interface Missing {
  /** The time at which the path may be requested again, milliseconds of the cache's clock. */
  readonly until: number
  /** The size of a picture that is too large to be shown; null for a missing file. */
  readonly tooLarge: PixelSize | null
}

/**
 * Paths of missing media and of pictures with too many pixels, because a page requests an avatar each time a row is
 * drawn. A changed avatar is requested at once: its version is part of its path.
 */
export class MissingMedia {
  /** The oldest entry is first. */
  readonly #paths = new Map<string, Missing>()
  readonly #now: () => number

  /** @param now a monotonic clock, milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether the path was recently found to be missing or too large. */
  has(path: string): boolean {
    return this.#find(path) !== undefined
  }

  /** The size of the picture at a path if it is too large to be shown; null otherwise. */
  tooLarge(path: string): PixelSize | null {
    return this.#find(path)?.tooLarge ?? null
  }

  add(path: string, tooLarge: PixelSize | null = null): void {
    if (path.length > longestPath) return
    // Deleting the entry first keeps the map in the order of expiry.
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
