import { describe, expect, it } from 'vitest'
import { choiceOf, endOfWish, quietAt, usualQuietHours, type QuietChoice } from '#shared/time/quiet-time.ts'

const none: QuietChoice = {
  doNotDisturb: false,
  quietUntil: null,
  quietSkippedUntil: null,
  quietHours: usualQuietHours,
}
/** A moment by the clock of this computer. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime()
const weekly = (days: readonly number[], from: number, to: number, more: Partial<QuietChoice> = {}): QuietChoice => ({
  ...none,
  ...more,
  quietHours: { isOn: true, days, from: from * 60, to: to * 60 },
})
const every = [0, 1, 2, 3, 4, 5, 6]
// 2026-11-30 is a Monday.

describe('do-not-disturb by hand', () => {
  it('has no end, or ends by itself', () => {
    expect(quietAt(none, at(30, 12))).toBeNull()
    expect(quietAt({ ...none, doNotDisturb: true }, at(30, 12))).toEqual({ by: 'hand', until: null })
    const ending = { ...none, doNotDisturb: true, quietUntil: at(30, 13) }
    expect(quietAt(ending, at(30, 12, 59))).toEqual({ by: 'hand', until: at(30, 13) })
    expect(quietAt(ending, at(30, 13))).toBeNull()
  })

  it('begins for an hour, until the next morning, or without an end, and is turned off', () => {
    const now = at(29, 23, 30)
    expect(endOfWish('hour', now)).toBe(now + 3_600_000)
    expect(endOfWish('tomorrow', now)).toBe(at(30, 9))
    expect(endOfWish('tomorrow', at(30, 1))).toBe(new Date(2026, 11, 1, 9).getTime())
    expect(choiceOf('on', none, now)).toEqual({ doNotDisturb: true, quietUntil: null })
    expect(choiceOf('off', none, now)).toEqual({ doNotDisturb: false, quietUntil: null, quietSkippedUntil: null })
  })
})

describe('weekly do-not-disturb', () => {
  it.each([
    ['before it begins', weekly([1], 9, 12), at(30, 8, 59), undefined],
    ['from its first minute', weekly([1], 9, 12), at(30, 9), at(30, 12)],
    ['to its last minute', weekly([1], 9, 12), at(30, 12), undefined],
    ['on another day', weekly([2], 9, 12), at(30, 10), undefined],
    ['before midnight', weekly([0], 22, 8), at(29, 23), at(30, 8)],
    ['after midnight', weekly([0], 22, 8), at(30, 7, 59), at(30, 8)],
    ['after midnight of a day that is not chosen', weekly([1], 22, 8), at(30, 7), undefined],
    ['for a whole day', weekly([0], 9, 9), at(30, 8), at(30, 9)],
    ['for days in a row', weekly([0, 1], 9, 9), at(29, 10), new Date(2026, 11, 1, 9).getTime()],
    ['turned off', { ...weekly([1], 9, 12), quietHours: { ...usualQuietHours, days: every } }, at(30, 21), undefined],
    ['without a day', weekly([], 9, 12), at(30, 10), undefined],
  ])('is known %s', (_, choice, now, until) => {
    expect(quietAt(choice, now)).toEqual(until === undefined ? null : { by: 'schedule', until })
  })

  it('never ends if its hours follow each other without a gap', () => {
    const always = weekly(every, 9, 9)
    expect(quietAt(always, at(30, 10))).toEqual({ by: 'schedule', until: null })
    expect(choiceOf('off', always, at(30, 10))).toMatchObject({ quietHours: { isOn: false } })
  })

  it('is ended until its usual end, and comes back', () => {
    const nightly = weekly(every, 22, 8)
    const now = at(29, 23)
    const ended = { ...nightly, ...choiceOf('off', nightly, now) }
    expect(ended.quietSkippedUntil).toBe(at(30, 8))
    expect(quietAt(ended, now)).toBeNull()
    expect(quietAt(ended, at(30, 7))).toBeNull()
    expect(quietAt(ended, at(30, 23))).toMatchObject({ by: 'schedule' })
  })

  it('ends with the later of the hours and the end by hand', () => {
    const both = weekly(every, 22, 8, { doNotDisturb: true, quietUntil: at(29, 23, 30) })
    expect(quietAt(both, at(29, 23))).toEqual({ by: 'schedule', until: at(30, 8) })
    expect(quietAt({ ...both, quietUntil: at(30, 9) }, at(29, 23))).toEqual({ by: 'hand', until: at(30, 9) })
    expect(quietAt({ ...both, quietUntil: null }, at(29, 23))).toEqual({ by: 'hand', until: null })
  })

  it('follows the clock of the computer over a change to and from summer time', () => {
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    try {
      const nightly = weekly(every, 22, 8)
      // In the night to 2026-03-29 an hour is missing, and in the night to 2026-10-25 one comes twice.
      const spring = new Date(2026, 2, 28, 22).getTime()
      expect(quietAt(nightly, spring)?.until).toBe(spring + 9 * 3_600_000)
      const autumn = new Date(2026, 9, 24, 22).getTime()
      expect(quietAt(nightly, autumn)?.until).toBe(autumn + 11 * 3_600_000)
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })
})
