import { createHash } from 'node:crypto'
import { limits } from '../base/limits.ts'
import { networkOf } from '../base/network-of.ts'
import type { Clock } from '../base/ports.ts'
import { RateLimiter, type Allowance } from '../base/rate-limiter.ts'
import type { UserRow } from '../store/people/users.ts'

/** How long a wrong password counts (wire-protocol.md §2.13). */
export const failureWindowMs = 30 * 60_000

/** A try whose outcome is not known yet; it counts as a failure until it has succeeded. */
export interface Attempt {
  readonly allowance: Allowance
  succeeded(): void
}

/** Counts wrong passwords and keys, of which the limiters keep hashes and numbers alone (X11). */
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
   * Notes a try before its password is compared, so that many at once are no way round the limit. An account has one
   * count, whichever of its addresses it is asked for by.
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

  /** @throws ServiceError `RATE_LIMIT_HIT` for the next wrong key after too many */
  wrongKey(address: string): void {
    this.#keys.take(hashed(networkOf(address)), limits.wrongKeysFrom.most)
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` */
  lookUp(user: UserRow): void {
    this.#lookups.take(String(user.id), limits.lookups.most)
  }
}

/** Names come from outside, of any length: what is kept of one is as long as of any other. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
