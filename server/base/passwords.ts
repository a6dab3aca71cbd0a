import { randomBytes, scrypt, scryptSync, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { ServiceError } from './errors.ts'
import { limits, refusal } from './limits.ts'

const keyLength = 32

/**
 * The cost of new hashes, scrypt's N as a power of two: OWASP recommends 2^17. One hash takes 128 MiB and some tenths
 * of a second.
 */
const costBits = 17
/** The cost of hashes that were stored without it: Node's default. */
const firstCostBits = 14
const mebibyte = 1024 * 1024

/** The `Retry-After` of a sign-in that is refused because too many passwords are waiting to be hashed. */
const retrySeconds = 5

function options(bits: number): ScryptOptions {
  const memory = 128 * 8 * 2 ** bits
  return { N: 2 ** bits, r: 8, p: 1, maxmem: memory + 16 * mebibyte }
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

interface Stored {
  readonly bits: number
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Parses `17:salt:hash`, or `salt:hash` of older rows; salt and hash are hexadecimal. */
function read(stored: string): Stored {
  const parts = stored.split(':')
  const [salt = '', hash = ''] = parts.slice(-2)
  const bits = parts.length === 3 ? Number(parts[0]) : firstCostBits
  return { bits, salt: Buffer.from(salt, 'hex'), hash: Buffer.from(hash, 'hex') }
}

function written(salt: Buffer, hash: Buffer): string {
  return `${costBits}:${salt.toString('hex')}:${hash.toString('hex')}`
}

function tooManySignIns(): ServiceError {
  const { code, message, status } = refusal(limits.passwordsWaiting)
  return new ServiceError(code, message, {
    status,
    extra: { 'retry-after': retrySeconds },
    headers: { 'retry-after': retrySeconds.toFixed(3) },
  })
}

/** A semaphore with a bounded queue: runs a limited number of tasks at a time and refuses tasks beyond the queue. */
export class Places {
  readonly #limits: { readonly atOnce: number; readonly waiting: number }
  readonly #refusal: () => Error
  #taken = 0
  readonly #waiting: (() => void)[] = []

  /** @param refusal creates the error for a task that finds the queue full */
  constructor(limits: { readonly atOnce: number; readonly waiting: number }, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Runs a task when a slot is free. @throws the error of `refusal` if the queue is full */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#limits.atOnce) this.#taken += 1
    else {
      if (this.#waiting.length >= this.#limits.waiting) throw this.#refusal()
      // A finished task passes its slot to this one.
      await new Promise<void>((enter) => this.#waiting.push(enter))
    }
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken -= 1
      else next()
    }
  }
}

/** The number of concurrent hashes is bounded, since all requests share memory and threads. */
const places = new Places(
  { atOnce: limits.passwordsAtOnce.most, waiting: limits.passwordsWaiting.most },
  tooManySignIns,
)

/** Hashes with a new salt, outside the event loop. @throws ServiceError `RATE_LIMIT_HIT` */
export function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return places.run(async () =>
    written(salt, await derive(password.normalize('NFKC'), salt, keyLength, options(costBits))),
  )
}

/** The synchronous form, for use before the server answers requests. */
export function hashPasswordSync(password: string): string {
  const salt = randomBytes(16)
  return written(salt, scryptSync(password.normalize('NFKC'), salt, keyLength, options(costBits)))
}

export interface PasswordCheck {
  readonly isRight: boolean
  /** A new hash to store; set if the password is right and its stored hash has an older cost. */
  readonly renewed: string | undefined
}

/**
 * Compares outside the event loop. The time is the same for every account, also without a password (`stored` is null)
 * and with a hash of an older cost, for which the new hash is computed as well.
 * @throws ServiceError `RATE_LIMIT_HIT`
 */
export function checkPassword(password: string, stored: string | null): Promise<PasswordCheck> {
  const known = stored === null ? undefined : read(stored)
  const text = password.normalize('NFKC')
  return places.run(async () => {
    const isOld = known !== undefined && known.bits !== costBits
    const given = isOld ? await derive(text, known.salt, keyLength, options(known.bits)) : undefined
    const salt = known === undefined || isOld ? randomBytes(16) : known.salt
    const today = await derive(text, salt, keyLength, options(costBits))
    const compared = given ?? today
    const isRight =
      known !== undefined && known.hash.length === compared.length && timingSafeEqual(compared, known.hash)
    return { isRight, renewed: isRight && isOld ? written(salt, today) : undefined }
  })
}
