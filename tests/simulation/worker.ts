import { watchStatements } from './crash.ts'
import { runSchedule, type Order } from './run.ts'

/** One process of the simulation: seeds come over the channel, one at a time, and each is answered. */
watchStatements()

process.on('message', (message: Order) => {
  void runSchedule(message).then(
    () => process.send?.({ seed: message.seed, problem: null }),
    (error: unknown) => {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ seed: message.seed, problem })
    },
  )
})
