import type { Hours } from './moments/clock.ts'
import { catalogue } from './catalogue.ts'

/** `1,182`. */
export function formatCount(count: number): string {
  return catalogue.format.number(count)
}

/** The time of day: `09:05`, `9:05 am`. @param hours by default those of the shown account */
export function formatTime(seconds: number, hours?: Hours): string {
  return catalogue.format.time(seconds * 1000, hours)
}

/** A day with its weekday and time. @param hours by default those of the shown account */
export function formatFull(seconds: number, hours?: Hours): string {
  return catalogue.format.full(seconds * 1000, hours)
}

/** A moment of the next days: `Sunday 29 November, 09:00`. @param seconds UNIX seconds */
export function formatNear(seconds: number): string {
  return catalogue.times.moment({ day: catalogue.format.weekday(seconds * 1000), time: formatTime(seconds) })
}

/** A key of the calendar day. */
export function dayKey(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** `Today`, `Yesterday, 19 November`, `Monday 16 November`, `3 March 2023`. */
export function formatDay(seconds: number, now: number): string {
  return dayAs(catalogue.times.alone, seconds, now)
}

/** A day in the middle of a sentence, before a time: `today`, `yesterday, 19 November`. */
export function formatDayWithin(seconds: number, now: number): string {
  return dayAs(catalogue.times.within, seconds, now)
}

function dayAs(names: typeof catalogue.times.alone, seconds: number, now: number): string {
  const { format } = catalogue
  const key = dayKey(seconds)
  if (key === dayKey(now / 1000)) return names.today
  const milliseconds = seconds * 1000
  if (key === dayKey(daysFrom(now, -1))) return names.yesterday(format.dayOfYear(milliseconds))
  if (key === dayKey(daysFrom(now, 1))) return names.tomorrow(format.dayOfYear(milliseconds))
  const isThisYear = new Date(milliseconds).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? format.weekday(milliseconds) : format.date(milliseconds)
}

/** UNIX seconds of the same time of day, some days on. */
function daysFrom(now: number, days: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return date.getTime() / 1000
}
