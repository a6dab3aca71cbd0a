import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Maximum time of work without progress. Neither is wall time, so a busy machine fails no schedule. */
export interface Patience {
  /** Milliseconds of this process's processor time: exceeded by an endless loop. */
  readonly busyMs: number
  /** Milliseconds of idle event loop: exceeded by a wait for something that never comes. */
  readonly idleMs: number
}

/** The input of a watchdog's thread. */
export interface WatchOrder {
  readonly cells: Int32Array<SharedArrayBuffer>
  readonly patience: Patience
}

/** Indexes of the shared cells: progress, idle time of the event loop, and whether work is in progress. */
export const cell = { progress: 0, idleMs: 1, isWatching: 2 } as const

/** Interval of the checks on both sides, in milliseconds. */
export const lookEveryMs = 100

const cells = new Int32Array(new SharedArrayBuffer(Object.keys(cell).length * Int32Array.BYTES_PER_ELEMENT))

/** Reports progress that cannot be repeated without end. */
export function noteProgress(): void {
  Atomics.add(cells, cell.progress, 1)
}

/**
 * Watches this process from a separate thread, which an endless loop does not block: reports a hang on standard error
 * and kills the process. It watches only while `isWorking`.
 */
export class Watchdog {
  constructor(patience: Patience) {
    const order: WatchOrder = { cells, patience }
    new Worker(join(import.meta.dirname, 'watchdog-thread.ts'), { workerData: order }).unref()
    let last = performance.eventLoopUtilization()
    setInterval(() => {
      const now = performance.eventLoopUtilization()
      // A stopped process was not idle for the whole interval.
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
