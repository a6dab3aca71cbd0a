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

describe('the page’s reports of input', () => {
  it('are at most every twenty seconds while the user is present', () => {
    const { state, reports } = page()
    for (state.now = 0; state.now < 60_000; state.now += 100) reports.note()
    expect(state.reports).toBe(3)
  })

  it('are sent with the first input after an absence, and again if the user still counts as absent', () => {
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

  it('are sent for pointer movement, but not if only the page moves below the pointer', () => {
    const { state, reports } = page()
    state.isPresent = false
    reports.moved(10, 10)
    reports.moved(10, 10)
    expect(state.reports).toBe(0)
    reports.moved(11, 10)
    expect(state.reports).toBe(1)
  })
})
