import { describe, expect, it } from 'vitest'
import { firstCheckMs, nextCheckMs, usualCheckMs } from '#shell/updates/updates.ts'

const minuteMs = 60_000

describe('the schedule of update checks', () => {
  it('starts a minute or two after the start, then repeats every six hours or so', () => {
    expect(nextCheckMs('first', 0, 0)).toBe(firstCheckMs)
    expect(nextCheckMs('first', 5, 1)).toBe(2 * firstCheckMs)
    expect(nextCheckMs('next', 0, 0.5)).toBe(usualCheckMs)
  })

  it('differs between computers', () => {
    expect(nextCheckMs('next', 0, 0)).toBe(0.75 * usualCheckMs)
    expect(nextCheckMs('next', 0, 1)).toBe(1.25 * usualCheckMs)
  })

  it('is shorter after a failure, grows with each further one, and never exceeds the usual interval', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => nextCheckMs('next', failures, 0.5) / minuteMs)
    expect(waits).toEqual([15, 30, 60, 120, 240, 360, 360, 360])
  })
})
