import { profiles, type Profile } from './profile.ts'
import { Schedule } from './schedule.ts'

/** The schedule that a process runs. */
export interface Order {
  readonly seed: number
  readonly steps: number
  readonly profile: Profile['name']
}

/** The result of a schedule. */
export interface Answer {
  readonly seed: number
  /** Null if it passed. */
  readonly problem: string | null
  /** Processor time in milliseconds. */
  readonly busyMs: number
}

/** Runs one schedule to its end. @throws the errors of its checks */
export async function runSchedule({ seed, steps, profile }: Order): Promise<void> {
  const schedule = new Schedule(seed, profiles[profile])
  try {
    await schedule.begin()
    for (let step = 0; step < steps; step += 1) await schedule.step(step)
    await schedule.check()
  } finally {
    await schedule.end()
  }
}
