/** The ends of a status that are offered. `never` has none, and `moment` is a day and time of the user's choice. */
export const statusEndKinds = ['never', 'half_hour', 'hour', 'today', 'tomorrow', 'moment'] as const

export type StatusEndKind = (typeof statusEndKinds)[number]

const evening = 17
const morning = 9
const minuteMs = 60_000

/**
 * Returns the time of an offered end in this computer's time zone, UNIX milliseconds; null for none, and for `moment`.
 * @param now UNIX milliseconds
 */
export function statusEnd(kind: StatusEndKind, now: number): number | null {
  const date = new Date(now)
  const at = (days: number, hours: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours).getTime()
  switch (kind) {
    case 'half_hour':
      return now + 30 * minuteMs
    case 'hour':
      return now + 60 * minuteMs
    case 'today':
      return at(0, evening)
    case 'tomorrow':
      return at(1, morning)
    case 'never':
    case 'moment':
      return null
  }
}

/** Returns the ends that can be chosen now. `today` is left out in the evening. */
export function offeredEnds(now: number): readonly StatusEndKind[] {
  return statusEndKinds.filter((kind) => kind !== 'today' || (statusEnd(kind, now) ?? 0) > now + minuteMs)
}
