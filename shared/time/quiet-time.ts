/** Hours of do-not-disturb that come back each week, by the clock of this computer. */
export interface QuietHours {
  readonly isOn: boolean
  /** The days on which the hours begin: 0 is Sunday, 6 is Saturday. */
  readonly days: readonly number[]
  /** Minutes since midnight. */
  readonly from: number
  /** Minutes since midnight; hours that end before they begin, or then, end on the next day. */
  readonly to: number
}

/** The user's choices about do-not-disturb. Moments are UNIX milliseconds. */
export interface QuietChoice {
  /** Whether do-not-disturb was turned on by hand. */
  readonly doNotDisturb: boolean
  /** The moment at which do-not-disturb by hand ends; null if only the user ends it. */
  readonly quietUntil: number | null
  /** The moment until which the weekly hours do not apply, because the user ended them early; null for none. */
  readonly quietSkippedUntil: number | null
  readonly quietHours: QuietHours
}

/** A period of do-not-disturb that goes on now: its cause, and its end in UNIX milliseconds, null without one. */
export interface Quiet {
  readonly by: 'hand' | 'schedule'
  readonly until: number | null
}

/** The weekly hours that are offered first, turned off: the nights before working days. */
export const usualQuietHours = { isOn: false, days: [0, 1, 2, 3, 4], from: 1_200, to: 480 }

/** The hour at which “until tomorrow” ends. */
export const tomorrowHour = 9
const hourMs = 3_600_000
const minutesOfDay = 1_440
/** Hours that follow each other for so many days never end. */
const endlessDays = 8

/** Returns whether do-not-disturb goes on at a moment (UNIX milliseconds), and until when; null if it does not. */
export function quietAt(choice: QuietChoice, now: number): Quiet | null {
  const { doNotDisturb, quietUntil, quietSkippedUntil, quietHours } = choice
  const isByHand = doNotDisturb && (quietUntil === null || quietUntil > now)
  const end = scheduledEnd(quietHours, now)
  const isSkipped = quietSkippedUntil !== null && quietSkippedUntil > now
  if (isByHand && quietUntil === null) return { by: 'hand', until: null }
  const scheduled: Quiet | null = end === undefined || isSkipped ? null : { by: 'schedule', until: end }
  if (!isByHand) return scheduled
  // The longer of the two is the one that the user waits for.
  if (scheduled !== null && quietUntil !== null && (scheduled.until ?? Infinity) > quietUntil) return scheduled
  return { by: 'hand', until: quietUntil }
}

/** What the user asks for: do-not-disturb without an end, for an hour, until the next morning, or its end. */
export type QuietWish = 'on' | 'hour' | 'tomorrow' | 'off'

/** Returns the end of a wished do-not-disturb that begins now; null without an end. Moments are UNIX milliseconds. */
export function endOfWish(wish: Exclude<QuietWish, 'off'>, now: number): number | null {
  switch (wish) {
    case 'on':
      return null
    case 'hour':
      return now + hourMs
    case 'tomorrow':
      return dayOf(now, 1, tomorrowHour * 60)
  }
}

/** Returns the change of the choices that fulfils a wish now. An end also ends weekly hours that go on. */
export function choiceOf(wish: QuietWish, { quietHours }: QuietChoice, now: number): Partial<QuietChoice> {
  if (wish !== 'off') return { doNotDisturb: true, quietUntil: endOfWish(wish, now) }
  const ended = { doNotDisturb: false, quietUntil: null }
  const end = scheduledEnd(quietHours, now)
  // Hours without an end are turned off, since no usual end could bring them back.
  if (end === null) return { ...ended, quietSkippedUntil: null, quietHours: { ...quietHours, isOn: false } }
  return { ...ended, quietSkippedUntil: end ?? null }
}

/**
 * Returns the end of the weekly hours that go on at a moment; null if they never end, undefined if none go on. The
 * hours follow the clock of the computer, so that a change to summer time shortens or lengthens them.
 */
function scheduledEnd(hours: QuietHours, now: number): number | null | undefined {
  if (!hours.isOn || hours.days.length === 0) return undefined
  let end: number | undefined
  // Hours of the previous day may end today, and hours may follow each other without a gap.
  for (let day = -1; day <= endlessDays; day += 1) {
    const moment = end ?? now
    const from = dayOf(now, day, hours.from)
    const until = dayOf(now, day, hours.to > hours.from ? hours.to : hours.to + minutesOfDay)
    const begins = hours.days.includes(new Date(dayOf(now, day, 0)).getDay())
    if (begins && from <= moment && moment < until) end = until
  }
  if (end === undefined) return undefined
  return end >= dayOf(now, endlessDays, hours.from) ? null : end
}

/** Returns a minute of the local day that is `days` after the one of a moment, in UNIX milliseconds. */
function dayOf(moment: number, days: number, minutes: number): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, minutes).getTime()
}
