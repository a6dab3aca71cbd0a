/** How likely a person is watching the demo. */
export type LiveAudience = 'looks_on' | 'may_look_on' | 'none'

/** The time between two actions of the demo's people. */
export interface LivePace {
  /** The minimum pause before the next action, in milliseconds; the maximum is `spreadMs` longer. */
  readonly leastMs: number
  readonly spreadMs: number
}

const minute = 60_000

const lively: LivePace = { leastMs: 7_000, spreadMs: 14_000 }
const quieter: LivePace = { leastMs: 20_000, spreadMs: 40_000 }
const working: LivePace = { leastMs: 5 * minute, spreadMs: 9 * minute }
const evening: LivePace = { leastMs: 20 * minute, spreadMs: 30 * minute }
const night: LivePace = { leastMs: 30 * minute, spreadMs: 30 * minute }

/** The pace of the organization, whose office is in Oslo. */
export function paceAt(nowMs: number, audience: LiveAudience): LivePace {
  if (audience !== 'none') return audience === 'looks_on' ? lively : quieter
  const { hour, isWeekend } = localTime(nowMs, 'Europe/Oslo')
  if (hour < 7 || hour >= 22) return night
  return isWeekend || hour >= 18 ? evening : working
}

/** Whether the time is daytime in a time zone, so that its people may write. */
export function isDaytime(nowMs: number, timeZone: string): boolean {
  const { hour } = localTime(nowMs, timeZone)
  return hour >= 7 && hour < 22
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localTime(nowMs: number, timeZone: string): { readonly hour: number; readonly isWeekend: boolean } {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(nowMs)
  const of = (type: 'hour' | 'weekday') => parts.find((part) => part.type === type)?.value ?? ''
  return { hour: Number(of('hour')), isWeekend: ['Sat', 'Sun'].includes(of('weekday')) }
}
