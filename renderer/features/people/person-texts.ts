import { catalogue } from '#i18n/catalogue.ts'
import { formatTime, zonedTime } from '#i18n/times.ts'

const t = catalogue.profiles

/**
 * The time of day where a person is, with the difference from the reader's; null if the zone is missing or unknown.
 * @param now UNIX milliseconds
 */
export function localTimeText(timezone: string, now: number): string | null {
  const there = zonedTime(timezone, now)
  if (there === null) return null
  const { hours, minutes, differenceMinutes, dayOffset } = there
  const clock = formatTime(new Date(2000, 0, 1, hours, minutes).getTime() / 1000)
  const time = dayOffset === 0 ? clock : dayOffset > 0 ? t.tomorrow(clock) : t.yesterday(clock)
  return t.localTime({ time, difference: differenceText(differenceMinutes) })
}

function differenceText(minutes: number): string {
  if (minutes === 0) return t.sameTime
  const { left } = catalogue.durations
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const span = [hours > 0 ? left.hours(hours) : '', rest > 0 ? left.minutes(rest) : ''].filter(Boolean).join(' ')
  return minutes > 0 ? t.ahead(span) : t.behind(span)
}
