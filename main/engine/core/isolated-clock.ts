import type { EngineClock } from '../ports.ts'

/** A clock whose tasks are isolated: `onFailure` gets the error of a task. */
export function isolatedClock(clock: EngineClock, onFailure: (error: unknown) => void): EngineClock {
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    schedule: (delayMs, task) =>
      clock.schedule(delayMs, () => {
        try {
          task()
        } catch (error) {
          onFailure(error)
        }
      }),
  }
}
