import { watchStatements } from './crash.ts'
import { runSchedule, type Order } from './run.ts'
import { Watchdog } from './watchdog.ts'

/** One process of the simulation: seeds come over the channel, one at a time, and each is answered. */
watchStatements()
const watchdog = new Watchdog({ busyMs: 60_000, idleMs: 60_000 })

process.on('message', (message: Order) => {
  watchdog.isWorking = true
  void runSchedule(message)
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    .then((problem) => {
      watchdog.isWorking = false
      process.send?.({ seed: message.seed, problem })
    })
})
