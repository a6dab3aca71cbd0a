import { spawnSync } from 'node:child_process'
import { Seeded } from '#server/generate/seeded.ts'

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

  /** `count` distinct ones of the items, or all of them if there are fewer, in a random order. */
  several<T>(items: readonly T[], count: number): T[] {
    const left = [...items]
    return Array.from({ length: Math.min(count, items.length) }, () => left.splice(this.below(left.length), 1)).flatMap(
      (one) => one,
    )
  }
}

/** Whether this run is the drill, which takes everything instead of samples. */
export const isDrill = process.env.SKEIN_DRILL !== undefined

/**
 * The seed of all randomised tests and samples of a run; `SKEIN_SEED` sets it. Without it the commit gives the seed, so that
 * a run of the same commit repeats the tests and each change has others; the drill draws one. Child processes inherit it.
 */
export function chooseSeed(isDrawn = isDrill): number {
  process.env.SKEIN_SEED ??= String((isDrawn ? undefined : seedOfCommit()) ?? Math.floor(Math.random() * 2 ** 31))
  return Number(process.env.SKEIN_SEED)
}

/** A number of 28 bits from the checked-out commit; undefined outside of a repository. */
function seedOfCommit(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : undefined
}

/** The count of a randomised test: `few` in `npm test`, `many` in the drill. */
export function sampled(few: number, many: number): number {
  return isDrill ? many : few
}
