import type { QuietHours } from '#shared/time/quiet-time.ts'

/** Returns a time as the field of a time has it: `08:05`. @param minutes minutes since midnight */
export function fieldOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Reads a time from its field, in minutes since midnight. Returns null for an incomplete one. */
export function minutesOf(field: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(field) ?? []
  const value = Number(hours) * 60 + Number(minutes)
  return Number.isInteger(value) && value < 1_440 ? value : null
}

/** Returns the hours with a day added or removed. */
export function withDay(hours: QuietHours, day: number): QuietHours {
  const days = hours.days.includes(day) ? hours.days.filter((each) => each !== day) : [...hours.days, day].sort()
  return { ...hours, days }
}

/** Returns the days of a week in the order of a calendar, Monday first: 0 is Sunday. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const
