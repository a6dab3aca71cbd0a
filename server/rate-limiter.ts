import { ServiceError } from './errors.ts'
import type { Clock } from './ports.ts'

const windowMs = 60_000
const keptWindows = 10_000

interface Window {
  readonly since: number
  count: number
}

/** Where somebody stands in the present minute, as the `X-RateLimit-…` headers tell it. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds. */
  readonly reset: number
}

/** Counts requests by key in windows of a minute. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` (429) with `Retry-After` */
  take(key: string, limit: number): Allowance {
    const now = this.#clock.now()
    let window = this.#windows.get(key)
    if (window === undefined || now - window.since >= windowMs) {
      if (this.#windows.size >= keptWindows) this.#forgetOld(now)
      window = { since: now, count: 0 }
      this.#windows.set(key, window)
    }
    const end = window.since + windowMs
    if (window.count >= limit) throw rateLimitHit(Math.max(1, Math.ceil((end - now) / 1000)))
    window.count += 1
    return { limit, remaining: limit - window.count, reset: Math.ceil(end / 1000) }
  }

  #forgetOld(now: number): void {
    for (const [key, window] of this.#windows) if (now - window.since >= windowMs) this.#windows.delete(key)
  }
}

/** The refusal that says when to come back. */
export function rateLimitHit(waitSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    status: 429,
    extra: { 'retry-after': waitSeconds },
    headers: { 'retry-after': String(waitSeconds) },
  })
}
