import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IdleStream } from '#network/idle-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function world() {
  const seen: string[] = []
  let isWanted = false
  const idle = new IdleStream(() => isWanted)
  const listener = idle.endedBy({
    onHead: () => undefined,
    onChunk: () => undefined,
    onEnd: () => seen.push('ended'),
    onFailure: ({ code }) => seen.push(code),
  })
  const exchange = idle.watched(
    {
      abort: () => seen.push('request aborted'),
      pause: () => seen.push('paused'),
      resume: () => seen.push('resumed'),
    },
    listener,
  )
  return { seen, listener, exchange, want: () => (isWanted = true) }
}

describe('a stream without a reader', () => {
  it('keeps its connection until another request waits for it, then ends', () => {
    const { seen, exchange, want } = world()
    exchange.pause()
    vi.advanceTimersByTime(3_600_000)
    expect(seen).toEqual(['paused'])
    want()
    vi.advanceTimersByTime(60_000)
    // The request is aborted, and its reader gets the failure.
    expect(seen).toEqual(['paused', 'request aborted', 'aborted'])
  })

  it('keeps its connection when the reader continues, even if another request waits', () => {
    const { seen, exchange, want } = world()
    want()
    for (let index = 0; index < 10; index += 1) {
      exchange.pause()
      vi.advanceTimersByTime(10_000)
      exchange.resume()
    }
    vi.advanceTimersByTime(3_600_000)
    expect(new Set(seen)).toEqual(new Set(['paused', 'resumed']))
  })

  it('is not watched after it ended, failed or was aborted', () => {
    for (const end of ['end', 'break', 'give up'] as const) {
      const { seen, listener, exchange, want } = world()
      want()
      exchange.pause()
      if (end === 'end') listener.onEnd()
      if (end === 'break')
        listener.onFailure({ code: 'broken', reason: { code: 'CONNECTION_BROKEN' }, provesNonDelivery: false })
      if (end === 'give up') exchange.abort()
      exchange.pause()
      vi.advanceTimersByTime(3_600_000)
      expect(seen).toHaveLength(2)
    }
  })
})
