import { describe, expect, it } from 'vitest'
import { deathsCountMs, recentDeaths, restartPlan } from '#accounts/engine-host.ts'

const now = 1_000_000_000

describe('the plan for a dead engine', () => {
  it('restarts it at once, then after growing delays, and gives it up at the fifth death', () => {
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

  it('ignores old deaths, so that an engine with rare deaths is always restarted', () => {
    const deaths = Array.from({ length: 50 }, (_, index) => now - index * (deathsCountMs / 3))
    expect(recentDeaths(deaths, now)).toHaveLength(3)
    expect(restartPlan(deaths, now)).toEqual({ kind: 'restart', afterMs: 2_000 })
    expect(recentDeaths([now + 1], now)).toEqual([])
  })
})
