import type { Hours } from './format.ts'
import { catalogue } from './catalogue.ts'

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

/** The time of day in another time zone, and its difference from this computer's. */
export interface ZonedTime {
  readonly hours: number
  readonly minutes: number
  /** The minutes by which the clock there is ahead; negative if it is behind. */
  readonly differenceMinutes: number
  /** 1 if it is the next day there, -1 if it is the day before, 0 otherwise. */
  readonly dayOffset: -1 | 0 | 1
}

/**
 * The time of day in a time zone; null if the zone is empty or unknown to this computer.
 * @param timezone the name of the zone (IANA) @param now UNIX milliseconds
 */
export function zonedTime(timezone: string, now: number): ZonedTime | null {
  if (timezone === '') return null
  const there = wallClock(timezone, now)
  if (there === null) return null
  const here = new Date(now)
  // The wall clocks of both places as if both were UTC, in minutes.
  const local = Date.UTC(here.getFullYear(), here.getMonth(), here.getDate(), here.getHours(), here.getMinutes())
  const days = (at: number) => Math.floor(at / day)
  const offset = Math.sign(days(there) - days(local))
  return {
    hours: new Date(there).getUTCHours(),
    minutes: new Date(there).getUTCMinutes(),
    differenceMinutes: Math.round((there - local) / minute),
    dayOffset: offset === 0 ? 0 : offset > 0 ? 1 : -1,
  }
}

/** The wall clock of a time zone at a moment, as UNIX milliseconds of the same numbers in UTC. */
function wallClock(timezone: string, now: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(now)
    const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  } catch {
    // No zone that this computer knows.
    return null
  }
}
