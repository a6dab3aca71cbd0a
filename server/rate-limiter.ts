import { ServiceError } from './errors.ts'
import type { Clock } from './ports.ts'

const minuteMs = 60_000
const keptKeys = 10_000

/** The standing of an account or address, as the `X-RateLimit-…` headers tell it. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds at which the whole limit is free again. */
  readonly reset: number
}

/**
 * Lets `limit` requests of one key through in any minute. The window slides, as that of the family's servers does: a
 * refused request waits until the oldest request of the last minute is a minute old, and is not counted itself.
 */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windowMs: number
  /** Times of the requests of the last minute, oldest first. */
  readonly #taken = new Map<string, number[]>()

  constructor(clock: Clock, windowMs = minuteMs) {
    this.#clock = clock
    this.#windowMs = windowMs
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` (429) with `Retry-After` */
  take(key: string, limit: number): Allowance {
    const now = this.#clock.now()
    const times = this.#recent(key, now)
    if (times.length >= limit) {
      const free = (times[times.length - limit] ?? now) + this.#windowMs
      throw rateLimitHit(limit, now, free)
    }
    times.push(now)
    return { limit, remaining: limit - times.length, reset: Math.floor((now + this.#windowMs) / 1000) }
  }

  /** Forgets the requests of a key, so that it has its whole limit again. */
  forgive(key: string): void {
    this.#taken.delete(key)
  }

  #recent(key: string, now: number): number[] {
    const known = this.#taken.get(key)
    if (known === undefined) {
      if (this.#taken.size >= keptKeys) this.#forgetOld(now)
      const times: number[] = []
      this.#taken.set(key, times)
      return times
    }
    const firstKept = known.findIndex((time) => time > now - this.#windowMs)
    known.splice(0, firstKept < 0 ? known.length : firstKept)
    return known
  }

  #forgetOld(now: number): void {
    for (const [key, times] of this.#taken) {
      if ((times.at(-1) ?? 0) <= now - this.#windowMs) this.#taken.delete(key)
    }
  }
}

/** The headers of an allowance. */
export function allowanceHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  }
}

/** The refusal that says when to come back: decimal seconds in the header, a number in the body. */
function rateLimitHit(limit: number, now: number, free: number): ServiceError {
  const seconds = (free - now) / 1000
  return new ServiceError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    status: 429,
    extra: { 'retry-after': seconds },
    headers: {
      'retry-after': seconds.toFixed(3),
      ...allowanceHeaders({ limit, remaining: 0, reset: Math.floor(free / 1000) }),
    },
  })
}
