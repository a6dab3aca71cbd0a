import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { InputReports } from '#renderer/app/input-reports.ts'

function page() {
  const state = { now: 0, isPresent: true, reports: 0 }
  const bridge = {
    call(name: string) {
      if (name === 'app.input') state.reports += 1
      return Promise.resolve({ ok: true, value: null })
    },
  } as unknown as Bridge
  const reports = new InputReports({ bridge, isUserPresent: () => state.isPresent, now: () => state.now })
  return { state, reports }
}

describe('the page’s reports of inputs', () => {
  it('come every twenty seconds at most while the user is present', () => {
    const { state, reports } = page()
    for (state.now = 0; state.now < 60_000; state.now += 100) reports.note()
    expect(state.reports).toBe(3)
  })

  it('come with the first input after an absence, and again if that was not believed', () => {
    const { state, reports } = page()
    reports.note()
    state.isPresent = false
    state.now = 5_000
    reports.note()
    expect(state.reports).toBe(2)
    state.now = 5_100
    reports.note()
    expect(state.reports).toBe(2)
    state.now = 6_100
    reports.note()
    expect(state.reports).toBe(3)
  })

  it('come for a pointer that moves, not for a page that moves below it', () => {
    const { state, reports } = page()
    state.isPresent = false
    reports.moved(10, 10)
    reports.moved(10, 10)
    expect(state.reports).toBe(0)
    reports.moved(11, 10)
    expect(state.reports).toBe(1)
  })
})
