import { watchStatements } from './crash.ts'
import { runSchedule } from './run.ts'

/** One process of the simulation: seeds come over the channel, one at a time, and each is answered. */
watchStatements()

process.on('message', (message: { seed: number; steps: number }) => {
  void runSchedule(message.seed, message.steps).then(
    () => process.send?.({ seed: message.seed, problem: null }),
    (error: unknown) => {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ seed: message.seed, problem })
    },
  )
})
