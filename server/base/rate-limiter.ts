import { isIP } from 'node:net'
import { ServiceError } from './errors.ts'
import { limits } from './limits.ts'
import type { Clock } from './ports.ts'

const minuteMs = 60_000

/** The state of a key's limit, as in the `X-RateLimit-…` headers. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** The UNIX time in seconds at which no request counts any more. */
  readonly reset: number
}

/**
 * Allows `limit` requests per key in a sliding window of a minute, as the family's servers do: a refused request does
 * not count, and the oldest request stops counting after a minute.
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
    // A refusal counts as use: the least recently used key is evicted.
    this.#keep(key, times)
    if (times.length >= limit) {
      const free = (times[times.length - limit] ?? now) + this.#windowMs
      throw rateLimitHit(limit, now, free)
    }
    times.push(now)
    return { limit, remaining: limit - times.length, reset: Math.floor((now + this.#windowMs) / 1000) }
  }

  /** Clears the requests of a key, so that its whole limit is available again. */
  forgive(key: string): void {
    this.#taken.delete(key)
  }

  /** Removes the last request of a key. */
  giveBack(key: string): void {
    this.#taken.get(key)?.pop()
  }

  /** The number of stored keys, which is bounded. */
  get size(): number {
    return this.#taken.size
  }

  #recent(key: string, now: number): number[] {
    const known = this.#taken.get(key)
    if (known === undefined) return []
    const firstKept = known.findIndex((time) => time > now - this.#windowMs)
    known.splice(0, firstKept < 0 ? known.length : firstKept)
    return known
  }

  /** The map is ordered by last request, the oldest first. */
  #keep(key: string, times: number[]): void {
    this.#taken.delete(key)
    this.#taken.set(key, times)
    if (this.#taken.size <= limits.rememberedKeys.most) return
    for (const oldest of this.#taken.keys()) {
      this.#taken.delete(oldest)
      return
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

/** The refusal with the time of the next attempt: decimal seconds in the header, a number in the body. */
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

const groups = 8
/** The number of leading 16-bit groups of an IPv6 address that a provider assigns to one customer. */
const networkGroups = 4
const longestName = 64

/**
 * The key under which requests of an address are counted: the address itself for IPv4, also if it is mapped to IPv6;
 * the network for IPv6, since a customer has 2^64 addresses.
 */
export function networkOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return address
  // A header can contain anything, of any length.
  if (version === 0) return address.slice(0, longestName)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, groups - first.length - last.length)
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${all
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
