import { describe, expect, it } from 'vitest'
import { weekDays } from '#renderer/features/settings/notifications/quiet-hours.ts'

describe('the days of a week', () => {
  it('begin with the chosen one', () => {
    expect(weekDays('saturday', 'de-DE')).toEqual([6, 0, 1, 2, 3, 4, 5])
    expect(weekDays('sunday', 'de-DE')).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(weekDays('monday', 'en-US')).toEqual([1, 2, 3, 4, 5, 6, 0])
  })

  it.each([
    ['en-US', 0],
    ['en-GB', 1],
    ['de', 1],
    ['ar-EG', 6],
    ['no tag', 1],
  ] as const)('begin by the region of %s with day %i, without a choice', (locale, first) => {
    expect(weekDays('system', locale)[0]).toBe(first)
  })
})
