import { watchStatements } from './crash.ts'
import { runSchedule, type Answer, type Order } from './run.ts'
import { Watchdog } from './watchdog.ts'

/** One process of the simulation: receives one seed at a time over the channel, and answers each. */
watchStatements()
const watchdog = new Watchdog({ busyMs: 60_000, idleMs: 60_000 })

// The main process decides about its end.
process.on('SIGINT', () => undefined)

process.on('message', (message: Order) => {
  const before = process.cpuUsage()
  watchdog.isWorking = true
  void runSchedule(message)
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    .then((problem) => {
      watchdog.isWorking = false
      const { user, system } = process.cpuUsage(before)
      const answer: Answer = { seed: message.seed, problem, busyMs: (user + system) / 1_000 }
      process.send?.(answer)
    })
})
