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

const everydaySeed = 20_261_120

/**
 * The seed of a randomised test, which prints it. SKEIN_SEED sets it; the drill draws a new one to find new faults;
 * `npm test` always uses the same one, so that its result depends on the change only.
 */
export function chooseSeed(): number {
  const given = process.env.SKEIN_SEED
  if (given !== undefined) return Number(given)
  return process.env.SKEIN_DRILL === undefined ? everydaySeed : Math.floor(Math.random() * 2 ** 31)
}

/**
 * Gives this process and its children one new seed, for end-to-end tests: other parts of what they sample come to be
 * tested in each run. SKEIN_SEED sets it as for other tests.
 */
export function setSeedOfRun(): void {
  process.env.SKEIN_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
}
