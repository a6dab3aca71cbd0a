import { describe, expect, it } from 'vitest'
import { timeOffers } from '#renderer/parts/editor/completion/time-offers.ts'
import { scheduleProblem } from '#renderer/parts/composer/sending/send-later.ts'
import { laterMoments, writtenMoment } from '#renderer/parts/moments/moments.ts'

/** A moment of this computer’s calendar, in UNIX milliseconds. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime()
const kinds = (now: number) => laterMoments(now).map(({ kind }) => kind)
const texts = (query: string, now: number) => timeOffers(query, now).map(({ text, label }) => text.trim() || label)

describe('the offered times', () => {
  it('are in the future, ascending, on whole quarters of an hour', () => {
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const now = at(16, hour, 7)
      const seconds = laterMoments(now).map((each) => each.seconds)
      expect(seconds).toEqual([...seconds].sort((a, b) => a - b))
      expect(seconds.every((each) => each > now / 1000 && each % 900 === 0)).toBe(true)
    }
  })

  it('exclude a past evening, and a Monday that is tomorrow', () => {
    expect(kinds(at(18, 10))).toEqual([
      'in_an_hour',
      'this_evening',
      'tomorrow_morning',
      'tomorrow_afternoon',
      'next_week',
    ])
    expect(kinds(at(18, 19))).not.toContain('this_evening')
    expect(kinds(at(22, 10))).not.toContain('next_week')
    expect(new Date((laterMoments(at(23, 10)).at(-1)?.seconds ?? 0) * 1000).getDate()).toBe(30)
  })

  it('are written with the offset from UTC, so that every reader gets the same moment', () => {
    const seconds = at(20, 9, 5) / 1000
    const written = /^<time:(.+)>$/.exec(writtenMoment(seconds))?.[1] ?? ''
    expect(written).toMatch(/^2026-11-20T09:05:00[+-]\d\d:\d\d$/)
    expect(Date.parse(written) / 1000).toBe(seconds)
  })

  it('are found by their names, and include a typed day or time', () => {
    const now = at(18, 10)
    expect(texts('tomorrow', now)).toEqual([
      writtenMoment(at(19, 9) / 1000),
      writtenMoment(at(19, 14) / 1000),
      'Custom date and time…',
    ])
    expect(texts('2026-12-24 18:30', now)[0]).toBe(writtenMoment(new Date(2026, 11, 24, 18, 30).getTime() / 1000))
    expect(texts('16:45', now)[0]).toBe(writtenMoment(at(18, 16, 45) / 1000))
    for (const none of ['2026-02-31', '25:00', '12:75', 'x'.repeat(50), '9999999-1-1']) {
      expect(texts(none, now)).toEqual(['Custom date and time…'])
    }
  })

  it('are refused if they are past, or pass before the server has them', () => {
    expect(scheduleProblem(1000, 1_000_000)).toEqual({ code: 'TIME_PASSED' })
    expect(scheduleProblem(1059, 1_000_000)).toEqual({ code: 'TIME_TOO_NEAR' })
    expect(scheduleProblem(1060, 1_000_000)).toBeNull()
  })
})
