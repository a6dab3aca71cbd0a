import { afterEach, describe, expect, it } from 'vitest'
import { systemHours, hoursOf } from '#renderer/state/account-facts.ts'
import type { AccountSummary, ClockChoice } from '#contract/accounts.ts'
import { followHours, type Hours, formatFor } from '#i18n/format.ts'
import { formatMoment } from '#i18n/connections.ts'
import { formatFull, formatNear, formatTime, zonedTime } from '#i18n/times.ts'
import { stepText } from '#i18n/updates.ts'
import { waitSentence } from '#i18n/waiting.ts'
import { scheduledNotice } from '#renderer/parts/composer/sending/send-later.ts'
import { timeOffers } from '#renderer/parts/editor/completion/time-offers.ts'

/** A moment of the computer's own time zone. */
const at = (hours: number, minutes: number) => new Date(2026, 10, 19, hours, minutes).getTime() / 1000
const afternoon = at(15, 5)

afterEach(() => {
  followHours(() => 24)
})

describe('times of day', () => {
  it.each([
    [0, 5, '00:05', '12:05 am'],
    [9, 5, '09:05', '9:05 am'],
    [12, 0, '12:00', '12:00 pm'],
    [15, 30, '15:30', '3:30 pm'],
    [23, 59, '23:59', '11:59 pm'],
  ])('at %i:%i are %s of 24 hours and %s of 12', (hours, minutes, of24, of12) => {
    expect(formatTime(at(hours, minutes), 24)).toBe(of24)
    expect(formatTime(at(hours, minutes), 12)).toBe(of12)
  })

  it('follow the shown account at once, wherever they stand', () => {
    let hours: Hours = 24
    followHours(() => hours)
    const now = at(9, 0) * 1000
    const shown = () => [
      formatTime(afternoon),
      formatFull(afternoon),
      formatNear(afternoon),
      formatMoment(afternoon * 1000, now),
      stepText({ kind: 'idle', checkedAt: afternoon * 1000 }, now),
      waitSentence({ kind: 'rate_limited', until: afternoon * 1000 }),
      scheduledNotice(afternoon, now),
      timeOffers('15:05', now)[0]?.label ?? '',
    ]
    for (const text of shown()) expect(text).toMatch(/15:05/)
    hours = 12
    for (const text of shown()) expect(text).toMatch(/3:05 pm/)
  })

  it('of an account that is not shown are its own', () => {
    followHours(() => 12)
    expect(formatTime(afternoon, 24)).toBe('15:05')
    expect(formatFull(afternoon, 24)).toContain('15:05')
  })

  it.each(['de', 'fr', 'ja', 'ar', 'en-US'])('have both forms in %s', (locale) => {
    const format = formatFor(locale)
    expect(format.time(afternoon * 1000, 12)).not.toBe(format.time(afternoon * 1000, 24))
    expect(format.full(afternoon * 1000, 12)).not.toBe(format.full(afternoon * 1000, 24))
  })
})

describe('the hours of an account', () => {
  const accounts = (['12', '24', 'system'] as const).map(
    (clock: ClockChoice) => ({ id: clock, clock }) as AccountSummary,
  )

  it('are its choice, and those of the system where it has none', () => {
    const of = (id: string | null, system: Hours) => hoursOf({ accounts }, id, () => system)
    expect([of('12', 24), of('24', 12), of('system', 12), of('system', 24)]).toEqual([12, 24, 12, 24])
    // Without an account, as while one signs in.
    expect([of(null, 12), of('gone', 24), hoursOf(null, 'a', () => 12)]).toEqual([12, 24, 12])
  })

  it('are those of the language and region of the system', () => {
    expect(['en-US', 'en-GB', 'de-DE', 'hi-IN', 'en-US-u-hc-h23'].map((locale) => systemHours(locale))).toEqual([
      12, 24, 24, 12, 24,
    ])
  })
})

describe('the time of day in another zone', () => {
  const noon = Date.UTC(2026, 10, 15, 12)

  it.each([
    ['UTC', 12, 0],
    ['Asia/Kolkata', 17, 30],
    ['America/St_Johns', 8, 30],
    ['Pacific/Kiritimati', 2, 0],
  ])('%s has its own hours and minutes', (zone, hours, minutes) => {
    expect(zonedTime(zone, noon)).toMatchObject({ hours, minutes })
  })

  it('differs by the offsets of both zones, also across midnight', () => {
    const here = -new Date(noon).getTimezoneOffset()
    expect(zonedTime('Pacific/Kiritimati', noon)?.differenceMinutes).toBe(14 * 60 - here)
    const there = zonedTime('Pacific/Pago_Pago', noon)
    expect(there?.differenceMinutes).toBe(-11 * 60 - here)
    const dayThere = new Date(noon - 11 * 3_600_000).getUTCDate()
    expect(there?.dayOffset).toBe(Math.sign(dayThere - new Date(noon).getDate()))
  })

  it.each(['', 'Mars/Olympus', 'no zone', '<script>'])('is unknown for %j', (zone) => {
    expect(zonedTime(zone, noon)).toBeNull()
  })
})
