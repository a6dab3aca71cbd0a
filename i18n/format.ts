/** The hours of the clock by which times of day are written. */
export type Hours = 12 | 24

let source: () => Hours = () => 24

/** Sets where the hours come from: in the page the shown account, whose settings can change at any time. */
export function followHours(hours: () => Hours): void {
  source = hours
}

/** The hours of the clock now. Read while a component is drawn, they draw it again when they change. */
export function hoursNow(): Hours {
  return source()
}

/** The forms of a word by count; a language has those of its plural rules, and always `other`. */
export type PluralForms = { readonly [R in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** What the sentences of a language need of `Intl`. */
export interface Format {
  /** The form for a count. */
  readonly plural: (count: number, forms: PluralForms) => string
  /** `1,182` in English. */
  readonly number: (value: number) => string
  /** `a, b and c` in English. */
  readonly list: (items: readonly string[]) => string
  /** A calendar day in this computer's time zone. @param milliseconds UNIX milliseconds */
  readonly date: (milliseconds: number) => string
  /** A day of this year with its weekday: `Monday 16 November`. @param milliseconds UNIX milliseconds */
  readonly weekday: (milliseconds: number) => string
  /** A day without its year: `19 November`. @param milliseconds UNIX milliseconds */
  readonly dayOfYear: (milliseconds: number) => string
  /** A day with its weekday and time. @param milliseconds UNIX milliseconds @param hours by default `hoursNow` */
  readonly full: (milliseconds: number, hours?: Hours) => string
  /** A time of day: `09:05`, `9:05 am`. @param milliseconds UNIX milliseconds @param hours by default `hoursNow` */
  readonly time: (milliseconds: number, hours?: Hours) => string
  /** `812 bytes`, `3.4 MB`: as file managers count. */
  readonly bytes: (bytes: number) => string
  /** The name of a language; the tag itself where it is not known. @param tag BCP 47 */
  readonly languageName: (tag: string) => string
}

/** @param locale BCP 47 */
export function formatFor(locale: string): Format {
  const rules = lazy(() => new Intl.PluralRules(locale))
  const numbers = lazy(() => new Intl.NumberFormat(locale))
  const lists = lazy(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const moments = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, options))
  const dates = moments({ day: 'numeric', month: 'long', year: 'numeric' })
  const weekdays = moments({ weekday: 'long', day: 'numeric', month: 'long' })
  const daysOfYear = moments({ day: 'numeric', month: 'long' })
  const fullDates = {
    12: moments({ dateStyle: 'full', timeStyle: 'short', hourCycle: 'h12' }),
    24: moments({ dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' }),
  }
  const times = {
    12: moments({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
    24: moments({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
  const languages = lazy(() => new Intl.DisplayNames([locale], { type: 'language' }))
  return {
    plural: (count, forms) => forms[rules().select(count)] ?? forms.other,
    number: (value) => numbers().format(value),
    list: (items) => lists().format(items),
    date: (milliseconds) => dates().format(milliseconds),
    weekday: (milliseconds) => weekdays().format(milliseconds),
    dayOfYear: (milliseconds) => daysOfYear().format(milliseconds),
    full: (milliseconds, hours = hoursNow()) => fullDates[hours]().format(milliseconds),
    time: (milliseconds, hours = hoursNow()) => times[hours]().format(milliseconds),
    bytes: (bytes) => formatBytes(locale, bytes),
    languageName(tag) {
      try {
        return languages().of(tag) ?? tag
      } catch {
        // No well-formed tag.
        return tag
      }
    },
  }
}

/** Each of these formats takes milliseconds to make, and the first window waits for none that it does not show. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function formatBytes(locale: string, bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
