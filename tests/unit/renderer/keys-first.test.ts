import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { keysFirst } from '#renderer/bridge/keys-first.ts'

let frames: (() => void)[]
let press: () => void
let update: (text: string) => void
let delivered: string[]

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  delivered = []
  const bridge = {
    call: vi.fn(),
    onUpdate: (listener: (text: string) => void) => {
      update = listener
      return () => undefined
    },
  } as unknown as Bridge
  const keys = { addEventListener: (_: string, listener: () => void) => (press = listener) } as never
  keysFirst(bridge, keys, (task) => frames.push(task)).onUpdate((text) => {
    if (text === 'broken') throw new Error(text)
    delivered.push(text)
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('updates that arrive after a key press', () => {
  it('wait for the frame of the key in their order, and others do not wait', () => {
    update('before')
    press()
    update('one')
    press()
    update('two')
    expect([delivered, frames.length]).toEqual([['before'], 1])
    frames.shift()?.()
    expect(delivered).toEqual(['before', 'one', 'two'])
    update('after')
    expect(delivered.at(-1)).toBe('after')
  })

  it('wait no longer than a moment without a frame, and a late frame delivers no update of the next key', () => {
    press()
    update('one')
    vi.advanceTimersByTime(50)
    expect(delivered).toEqual(['one'])
    press()
    update('two')
    frames.shift()?.()
    expect(delivered).toEqual(['one'])
    frames.shift()?.()
    expect(delivered).toEqual(['one', 'two'])
  })

  it('are delivered after one that fails, which is reported', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    press()
    update('broken')
    update('two')
    frames.shift()?.()
    expect([delivered, report.mock.calls.length]).toEqual([['two'], 1])
  })
})
