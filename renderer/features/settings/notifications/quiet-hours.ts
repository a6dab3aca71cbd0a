import type { WeekStart } from '#contract/app.ts'
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

/** The days of a week, 0 is Sunday, from the chosen one on. @param locale BCP 47, for the choice of the system */
export function weekDays(start: WeekStart, locale: string): readonly number[] {
  const first = start === 'system' ? firstDayIn(locale) : { saturday: 6, sunday: 0, monday: 1 }[start]
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7)
}

/** What newer engines tell of a locale: `firstDay` is 1 for Monday to 7 for Sunday. */
interface WeekLocale {
  getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The first day of the week in a locale, 0 is Sunday; Monday as in ISO 8601 if the locale does not tell. */
function firstDayIn(locale: string): number {
  try {
    // The library of TypeScript does not describe these yet, and an engine may lack them.
    const told = new Intl.Locale(locale) as Intl.Locale & WeekLocale
    return (told.getWeekInfo?.() ?? told.weekInfo ?? { firstDay: 1 }).firstDay % 7
  } catch {
    // No well-formed tag.
    return 1
  }
}
