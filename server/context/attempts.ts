import { createHash } from 'node:crypto'
import { limits } from '../base/limits.ts'
import { networkOf, RateLimiter, type Allowance } from '../base/rate-limiter.ts'
import type { Clock } from '../base/ports.ts'
import type { UserRow } from '../store/people/users.ts'

/** How long a wrong password counts (wire-protocol.md §2.13). */
export const failureWindowMs = 30 * 60_000

/** A sign-in attempt with a pending outcome; it counts as a failure until it succeeds. */
export interface Attempt {
  readonly allowance: Allowance
  succeeded(): void
}

/** Counts wrong passwords and keys; the limiters store only hashes and numbers. */
export class Attempts {
  readonly #accounts: RateLimiter
  readonly #addresses: RateLimiter
  readonly #keys: RateLimiter
  readonly #lookups: RateLimiter

  constructor(clock: Clock) {
    this.#accounts = new RateLimiter(clock, failureWindowMs)
    this.#addresses = new RateLimiter(clock, failureWindowMs)
    this.#keys = new RateLimiter(clock)
    this.#lookups = new RateLimiter(clock)
  }

  /**
   * Counts an attempt before its password is compared, so that concurrent attempts cannot bypass the limit. An account
   * has one counter for all its addresses.
   * @throws ServiceError `RATE_LIMIT_HIT`
   */
  begin(name: string, user: UserRow | undefined, address: string | undefined): Attempt {
    const account = user === undefined ? `name ${hashed(name)}` : `user ${user.id}`
    const place = address === undefined ? undefined : hashed(networkOf(address))
    if (place !== undefined) this.#addresses.take(place, limits.wrongPasswordsFrom.most)
    const allowance = this.#accounts.take(account, limits.wrongPasswords.most)
    return {
      allowance,
      succeeded: () => {
        this.#accounts.forgive(account)
        if (place !== undefined) this.#addresses.giveBack(place)
      },
    }
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` once there are too many wrong keys */
  wrongKey(address: string): void {
    this.#keys.take(hashed(networkOf(address)), limits.wrongKeysFrom.most)
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` */
  lookUp(user: UserRow): void {
    this.#lookups.take(String(user.id), limits.lookups.most)
  }
}

/** Clients send names of any length: hashing bounds the stored size. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
