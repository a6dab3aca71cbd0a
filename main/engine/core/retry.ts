import type { EngineRandom } from '../ports.ts'
import type { Core } from './core.ts'
import { isDiskTrouble } from '../values/store-error.ts'

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

/** The shortest wait in milliseconds; a random time with exponential backoff, up to a minute, is added. */
const leastMs = 500

/**
 * Retries work that writes a known outcome while the disk is full or locked by another program; `work` holds the
 * outcome in memory. The promise never resolves once `isOver` is true: the next engine treats the row's outcome as
 * unknown.
 * @throws every other error of `work`
 */
export async function retryOnDiskTrouble<T>(
  core: Core,
  isOver: () => boolean,
  work: () => T | Promise<T>,
  onTrouble: (error: unknown, waitMs: number) => void = () => undefined,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (isOver() || !isDiskTrouble(error)) throw error
      if (failures === 1) core.ports.log('warn', `an outcome cannot be written down yet: ${String(error)}`)
      const waitMs = leastMs + backoffMs(failures, core.ports.random)
      onTrouble(error, waitMs)
      await new Promise<void>((resolve) => {
        core.ports.clock.schedule(waitMs, resolve)
      })
      if (isOver()) await new Promise<never>(() => undefined)
    }
  }
}
