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
