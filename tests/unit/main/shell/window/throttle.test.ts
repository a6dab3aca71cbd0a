import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from '#shell/window/page-mail.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('throttled work runs once for all calls within the delay, and again for a later call', () => {
  let runs = 0
  const call = throttle(() => (runs += 1), 30)
  call()
  call()
  vi.advanceTimersByTime(29)
  expect(runs).toBe(0)
  vi.advanceTimersByTime(1)
  expect(runs).toBe(1)
  call()
  vi.advanceTimersByTime(30)
  expect(runs).toBe(2)
})
