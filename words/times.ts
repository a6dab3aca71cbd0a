const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const yearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const fullFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

const countFormat = new Intl.NumberFormat('en-GB')

/** `1,182`. */
export function formatCount(count: number): string {
  return countFormat.format(count)
}

/** The time of day: `09:05`. */
export function formatTime(seconds: number): string {
  return timeFormat.format(seconds * 1000)
}

export function formatFull(seconds: number): string {
  return fullFormat.format(seconds * 1000)
}

/** A key of the calendar day. */
export function dayKey(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** `Today`, `Yesterday, 19 November`, `Monday 16 November`, `3 March 2023`. */
export function formatDay(seconds: number, now: number): string {
  const key = dayKey(seconds)
  if (key === dayKey(now / 1000)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const date = new Date(seconds * 1000)
  if (key === dayKey(yesterday.getTime() / 1000)) {
    return `Yesterday, ${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`
  }
  return date.getFullYear() === new Date(now).getFullYear() ? dayFormat.format(date) : yearFormat.format(date)
}
