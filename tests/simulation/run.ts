import { profiles, type Profile } from './profile.ts'
import { Schedule } from './schedule.ts'

/** Which schedule a process is to run. */
export interface Order {
  readonly seed: number
  readonly steps: number
  readonly profile: Profile['name']
}

/** What became of it. */
export interface Answer {
  readonly seed: number
  /** Null where it passed. */
  readonly problem: string | null
  /** Processor time that it took, in milliseconds. */
  readonly busyMs: number
}

/** Runs one schedule to its end. @throws what its checks throw. */
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
