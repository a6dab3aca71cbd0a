import { test } from '@playwright/test'
import { leftToTheDrill } from '#support/left-to-the-drill.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'

/**
 * A random part of `items`, in their order; in the drill all of them. The seed of the run decides, so that each process
 * of a run has the same sample and `SKEIN_SEED` repeats it. `name` makes samples of one run independent of each other.
 */
export function sampleOf<T>(name: string, items: readonly T[], count: number): readonly T[] {
  if (isDrill || count >= items.length) return items
  const salt = [...name].reduce((sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0, 7)
  const random = new SeededRandom((chooseSeed() ^ salt) >>> 0)
  const chosen = new Set(random.several([...items.keys()], count))
  return items.filter((_, index) => chosen.has(index))
}

/** Notes in the report of the running test how much of a kind it leaves to the drill. */
export function leave(count: number, kind: string): void {
  if (count > 0) test.info().annotations.push({ type: leftToTheDrill, description: `${count} ${kind}` })
}
