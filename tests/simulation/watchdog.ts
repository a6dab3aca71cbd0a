import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** How long work may go on without getting anywhere. Neither is wall time, so that a busy machine fails nobody. */
export interface Patience {
  /** Processor time of this process, in milliseconds: who uses more is in a loop without an end. */
  readonly busyMs: number
  /** Time in which the event loop had nothing to do: who waits longer waits for what never comes. */
  readonly idleMs: number
}

/** What the thread of a watchdog is given. */
export interface WatchOrder {
  readonly cells: Int32Array<SharedArrayBuffer>
  readonly patience: Patience
}

/** Places in the shared cells: how much was done, how long the event loop was idle in all, and whether work goes on. */
export const cell = { progress: 0, idleMs: 1, isWatching: 2 } as const

/** How often both sides look. */
export const lookEveryMs = 100

const cells = new Int32Array(new SharedArrayBuffer(Object.keys(cell).length * Int32Array.BYTES_PER_ELEMENT))

/** Something was done that cannot go on for ever. */
export function noteProgress(): void {
  Atomics.add(cells, cell.progress, 1)
}

/**
 * Watches this process from a thread of its own, which a loop does not hold up: says on standard error what hangs, and
 * kills the process. It watches only while `isWorking`.
 */
export class Watchdog {
  constructor(patience: Patience) {
    const order: WatchOrder = { cells, patience }
    new Worker(join(import.meta.dirname, 'watchdog-thread.ts'), { workerData: order }).unref()
    let last = performance.eventLoopUtilization()
    setInterval(() => {
      const now = performance.eventLoopUtilization()
      // A process that was stopped meanwhile was not idle for so long.
      const idleMs = Math.min(now.idle - last.idle, 2 * lookEveryMs)
      last = now
      Atomics.add(cells, cell.idleMs, Math.round(idleMs))
    }, lookEveryMs).unref()
  }

  set isWorking(isWorking: boolean) {
    noteProgress()
    Atomics.store(cells, cell.isWatching, isWorking ? 1 : 0)
  }
}
