import { Seeded } from '../../server/generate/seeded.ts'

/** The generator of the server's data, with a printable seed and with bytes. */
export class SeededRandom extends Seeded {
  readonly seed: number

  constructor(seed: number) {
    super(seed)
    this.seed = seed
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

/**
 * The seed of all randomised tests of a run. Each run draws a new one and prints it; `SKEIN_SEED` repeats a run. The
 * processes that this one starts inherit the seed.
 */
export function chooseSeed(): number {
  process.env.SKEIN_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
  return Number(process.env.SKEIN_SEED)
}

/** The count of a randomised test: `few` in `npm test`, `many` in the drill. */
export function sampled(few: number, many: number): number {
  return process.env.SKEIN_DRILL === undefined ? few : many
}
