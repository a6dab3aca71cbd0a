/** The thread of a watchdog: it checks the progress of the process, and kills it without progress. */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { cell, lookEveryMs, type WatchOrder } from './watchdog.ts'

const { cells, patience } = workerData as WatchOrder // given by `Watchdog`

interface Look {
  readonly progress: number
  readonly idleMs: number
  readonly busyMs: number
}

function look(): Look {
  const { user, system } = process.cpuUsage()
  return {
    progress: Atomics.load(cells, cell.progress),
    idleMs: Atomics.load(cells, cell.idleMs),
    busyMs: (user + system) / 1_000,
  }
}

function end(problem: string): void {
  writeSync(2, `it hangs: ${problem}\n`)
  process.kill(process.pid, 'SIGKILL')
}

let last = look()
setInterval(() => {
  const now = look()
  if (now.progress !== last.progress || Atomics.load(cells, cell.isWatching) === 0) {
    last = now
    return
  }
  if (now.busyMs - last.busyMs > patience.busyMs) end(`busy for ${patience.busyMs} ms, and nothing came of it`)
  if (now.idleMs - last.idleMs > patience.idleMs) end(`waiting for ${patience.idleMs} ms for what never comes`)
}, lookEveryMs)
