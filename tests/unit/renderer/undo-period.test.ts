import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UndoPeriod } from '#renderer/ui/undo-period.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a removal can be undone for seven and a half seconds', () => {
  const onend = vi.fn()
  new UndoPeriod(onend).begin()
  vi.advanceTimersByTime(7_499)
  expect(onend).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onend).toHaveBeenCalledOnce()
})

it('the end of an undone removal is not reported', () => {
  const onend = vi.fn()
  const cancel = new UndoPeriod(onend).begin()
  cancel()
  vi.advanceTimersByTime(60_000)
  expect(onend).not.toHaveBeenCalled()
})
