import type { EngineRandom } from '../ports.ts'

const baseMs = 500
const capMs = 60_000

/**
 * Returns the delay after a number of failures: exponential backoff with full jitter, between zero and 0.5 s · 2ⁿ, at
 * most a minute (sync-invariants.md §6.3).
 */
export function backoffMs(failures: number, random: EngineRandom): number {
  const bound = Math.min(capMs, baseMs * 2 ** Math.min(failures, 20))
  return Math.round(random.next() * bound)
}
