/** A small seeded generator (mulberry32): the same seed gives the same run. */
export class SeededRandom {
  #state: number
  readonly seed: number

  constructor(seed: number) {
    this.seed = seed
    this.#state = seed >>> 0
  }

  /** 0 ≤ number < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** 0 ≤ integer < bound */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

const everydaySeed = 20_261_120

/**
 * The seed of a randomised test, which prints it. SKEIN_SEED gives one; the drill draws a new one, to find what nobody
 * has found; `npm test` always takes the same, so that it judges the change at hand.
 */
export function chooseSeed(): number {
  const given = process.env.SKEIN_SEED
  if (given !== undefined) return Number(given)
  return process.env.SKEIN_DRILL === undefined ? everydaySeed : Math.floor(Math.random() * 2 ** 31)
}
