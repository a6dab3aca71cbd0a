import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StaleNotice } from '#renderer/parts/conversations/stale-notice.svelte.ts'

describe('the mark of a stale message', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('does not appear if the message is revalidated within a second', () => {
    const notice = new StaleNotice()
    notice.note(true)
    vi.advanceTimersByTime(999)
    expect(notice.isShown).toBe(false)
    notice.close()
    vi.advanceTimersByTime(10_000)
    expect(notice.isShown).toBe(false)
  })

  it('appears if the answer takes longer, and stays', () => {
    const notice = new StaleNotice()
    notice.note(true)
    vi.advanceTimersByTime(1000)
    expect(notice.isShown).toBe(true)
    notice.note(false)
    notice.note(true)
    expect(notice.isShown).toBe(true)
  })

  it('appears at once if the server is unreachable, also during the wait', () => {
    const offline = new StaleNotice()
    offline.note(false)
    expect(offline.isShown).toBe(true)
    const waiting = new StaleNotice()
    waiting.note(true)
    vi.advanceTimersByTime(500)
    waiting.note(false)
    expect(waiting.isShown).toBe(true)
  })
})
