import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Patience } from '#network/patience.ts'

const timers = { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const }

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...timers.toFake] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the timeout of a request', () => {
  function patient(limits: { silenceMs: number; totalMs?: number }) {
    const seen = { ended: 0 }
    return { seen, patience: new Patience(limits, () => (seen.ended += 1)) }
  }

  it('ends it after silence, and restarts with each chunk', () => {
    const { seen, patience } = patient({ silenceMs: 1_000 })
    for (let index = 0; index < 100; index += 1) {
      vi.advanceTimersByTime(900)
      patience.came()
    }
    expect(seen.ended).toBe(0)
    vi.advanceTimersByTime(1_001)
    expect(seen.ended).toBe(1)
  })

  it('grows up to a bound with the bytes that may be on their way, until data arrives', () => {
    const { seen, patience } = patient({ silenceMs: 1_000 })
    patience.left(64 * 1024)
    vi.advanceTimersByTime(17_300)
    expect(seen.ended).toBe(0)
    patience.came()
    vi.advanceTimersByTime(1_001)
    expect(seen.ended).toBe(1)
    const bounded = patient({ silenceMs: 1_000 })
    for (let piece = 0; piece < 1_000; piece += 1) bounded.patience.left(1024 * 1024)
    vi.advanceTimersByTime(263_000)
    expect(bounded.seen.ended).toBe(0)
    vi.advanceTimersByTime(1_000)
    expect(bounded.seen.ended).toBe(1)
  })

  it('ends it after the total time, if there is one, despite arriving data', () => {
    const { seen, patience } = patient({ silenceMs: 1_000, totalMs: 5_000 })
    for (let index = 0; index < 6; index += 1) {
      vi.advanceTimersByTime(900)
      patience.came()
    }
    expect(seen.ended).toBe(1)
  })

  it('pauses while it is held, and stops when the request has ended', () => {
    const { seen, patience } = patient({ silenceMs: 1_000, totalMs: 2_000 })
    patience.hold()
    patience.came()
    vi.advanceTimersByTime(60_000)
    patience.release()
    vi.advanceTimersByTime(900)
    patience.came()
    patience.end()
    patience.release()
    patience.came()
    vi.advanceTimersByTime(60_000)
    expect(seen.ended).toBe(0)
  })
})
