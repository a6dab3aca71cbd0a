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
