import { catalogue } from '../catalogue.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** An elapsed time: `12 seconds`, `3 minutes`, `2 hours`, `4 days`; 0 if the clock was set back. */
export function formatElapsed(milliseconds: number): string {
  const elapsed = Math.max(0, milliseconds)
  const { durations } = catalogue
  if (elapsed < minute) return durations.seconds(Math.floor(elapsed / second))
  if (elapsed < hour) return durations.minutes(Math.floor(elapsed / minute))
  if (elapsed < 2 * day) return durations.hours(Math.floor(elapsed / hour))
  return durations.days(Math.floor(elapsed / day))
}

/** A past time: `just now`, `12 seconds ago`. */
export function formatAgo(milliseconds: number): string {
  return milliseconds < second ? catalogue.durations.justNow : catalogue.durations.ago(formatElapsed(milliseconds))
}

/** A remaining time: `12 s`, `1 min 5 s`, `20 min`, `2 h 5 min`; at least a second. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / second))
  const { left } = catalogue.durations
  if (seconds < 60) return left.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  const withRemainder = (whole: string, remainder: number, unit: (count: number) => string) =>
    remainder === 0 ? whole : `${whole} ${unit(remainder)}`
  if (minutes < 10) return withRemainder(left.minutes(minutes), seconds % 60, left.seconds)
  if (minutes < 60) return left.minutes(minutes)
  return withRemainder(left.hours(Math.floor(minutes / 60)), minutes % 60, left.minutes)
}
