import { describe, expect, it } from 'vitest'
import { deathsCountMs, recentDeaths, restartPlan } from '../../../../main/accounts/restart-plan.ts'

const now = 1_000_000_000

describe('the plan for an engine that died', () => {
  it('starts it again at once, then after longer and longer pauses, and gives it up with the fifth death', () => {
    const deaths = Array.from({ length: 6 }, (_, index) => now - index * 1_000)
    expect([1, 2, 3, 4, 5, 6].map((count) => restartPlan(deaths.slice(0, count), now))).toEqual([
      { kind: 'restart', afterMs: 0 },
      { kind: 'restart', afterMs: 1_000 },
      { kind: 'restart', afterMs: 2_000 },
      { kind: 'restart', afterMs: 4_000 },
      { kind: 'give_up', times: 5 },
      { kind: 'give_up', times: 6 },
    ])
  })

  it('forgets deaths of long ago: one that dies now and then is always back', () => {
    const deaths = Array.from({ length: 50 }, (_, index) => now - index * (deathsCountMs / 3))
    expect(recentDeaths(deaths, now)).toHaveLength(3)
    expect(restartPlan(deaths, now)).toEqual({ kind: 'restart', afterMs: 2_000 })
    expect(recentDeaths([now + 1], now)).toEqual([])
  })
})
