import type { Core } from './core.ts'
import { isDiskTrouble } from '../values/store-error.ts'
import { backoffMs } from './retry.ts'

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
