import type { Catalogue } from '#i18n/catalogue.ts'

/** The moments that are offered before a calendar is opened. */
export type MomentKind = keyof Catalogue['screens']['moments']['kinds']

/** A suggested moment. */
export interface MomentChoice {
  readonly kind: MomentKind
  /** The moment in UNIX seconds. */
  readonly seconds: number
}

const morning = 9
const afternoon = 14
const evening = 18

/**
 * Returns the usual moments after now, in order, in this computer's time zone.
 * @param now UNIX milliseconds
 */
export function laterMoments(now: number): readonly MomentChoice[] {
  const date = new Date(now)
  const at = (days: number, hours: number): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours).getTime() / 1000
  // Full quarters of an hour are easier to read.
  const quarter = 900
  const inAnHour = Math.ceil(now / 1000 / quarter) * quarter + 3600
  const tonight = at(0, evening)
  const untilMonday = (8 - date.getDay()) % 7 || 7
  const found: MomentChoice[] = [
    { kind: 'in_an_hour', seconds: inAnHour },
    { kind: 'this_evening', seconds: tonight },
    { kind: 'tomorrow_morning', seconds: at(1, morning) },
    { kind: 'tomorrow_afternoon', seconds: at(1, afternoon) },
    // On Sundays, the next Monday is tomorrow.
    ...(untilMonday === 1 ? [] : [{ kind: 'next_week', seconds: at(untilMonday, morning) } as const]),
  ]
  return found.filter(({ kind, seconds }) => kind !== 'this_evening' || seconds > inAnHour)
}

/** Formats a moment for the server's Markdown, with this computer's offset from UTC. @param seconds UNIX seconds */
export function writtenMoment(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0')
  const east = -date.getTimezoneOffset()
  const distance = `${east < 0 ? '-' : '+'}${two(Math.abs(east) / 60)}:${two(Math.abs(east) % 60)}`
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `<time:${day}T${two(date.getHours())}:${two(date.getMinutes())}:00${distance}>`
}

/** A moment in the fields of a form: `2026-11-20` and `09:05`, in this computer's time zone. */
export interface MomentFields {
  readonly day: string
  readonly time: string
}

/** Converts a moment into the fields of a form. @param seconds UNIX seconds */
export function fieldsOf(seconds: number): MomentFields {
  const date = new Date(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    day: `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  }
}

/**
 * Converts the fields of a form into UNIX seconds; null if a field is incomplete. A time that a change of clocks skips
 * becomes a later one.
 */
export function secondsOf({ day, time }: MomentFields): number | null {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d)/.exec(`${day} ${time}`)?.slice(1).map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0] = parts
  const seconds = new Date(year, month - 1, date, hours, minutes).getTime() / 1000
  return Number.isFinite(seconds) ? seconds : null
}
