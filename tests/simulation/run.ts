import { Schedule } from './schedule.ts'

/** Runs one schedule to its end. @throws what its checks throw. */
export async function runSchedule(seed: number, steps: number): Promise<void> {
  const schedule = new Schedule(seed)
  try {
    await schedule.begin()
    for (let step = 0; step < steps; step += 1) await schedule.step(step)
    await schedule.check()
  } finally {
    await schedule.end()
  }
}
