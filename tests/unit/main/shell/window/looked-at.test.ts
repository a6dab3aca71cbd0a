import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isLookedAt, LookedAt } from '#shell/window/looked-at.ts'

class StandIn extends EventEmitter {
  isGone = false
  sight = { isVisible: false, isMinimized: false, isFocused: false }
  isDestroyed = () => this.isGone
  isVisible = () => this.sight.isVisible
  isMinimized = () => this.sight.isMinimized
  isFocused = () => this.sight.isFocused

  occur(event: string, change: Partial<StandIn['sight']> = {}): void {
    Object.assign(this.sight, change)
    this.emit(event)
  }
}

function open() {
  const reported: boolean[] = []
  const lookedAt = new LookedAt((isNow) => reported.push(isNow))
  const window = new StandIn()
  lookedAt.watch(window)
  return { reported, lookedAt, window }
}

function openFocused() {
  const all = open()
  all.window.occur('show', { isVisible: true })
  all.window.occur('focus', { isFocused: true })
  all.lookedAt.pageSays(true)
  expect(all.reported).toEqual([true])
  return all
}

describe('the user’s look at Skein', () => {
  it('needs a visible, focused window and the page’s report', () => {
    const seen = { isVisible: true, isMinimized: false, isFocused: true }
    expect(isLookedAt(seen, true, true)).toBe(true)
    expect(isLookedAt(seen, true, false)).toBe(false)
    expect(isLookedAt(seen, false, true)).toBe(false)
    expect(isLookedAt(null, true, true)).toBe(false)
    expect(isLookedAt({ ...seen, isVisible: false }, true, true)).toBe(false)
    expect(isLookedAt({ ...seen, isMinimized: true }, true, true)).toBe(false)
    expect(isLookedAt({ ...seen, isFocused: false }, true, true)).toBe(false)
  })

  it.each([
    ['blur', { isFocused: false }],
    // On macOS a hidden or minimised window stays the key window for a moment.
    ['hide', { isVisible: false }],
    ['minimize', { isMinimized: true }],
  ] as const)('ends with the window’s %s, without a report of the page', (event, change) => {
    const { reported, window } = openFocused()
    window.occur(event, change)
    expect(reported).toEqual([true, false])
  })

  it('ends while the user is absent, although the window keeps the focus', () => {
    const { reported, lookedAt, window } = openFocused()
    lookedAt.setPresent(false)
    window.occur('focus')
    lookedAt.pageSays(true)
    expect(reported).toEqual([true, false])
    lookedAt.setPresent(true)
    expect(reported).toEqual([true, false, true])
  })

  it('ends when the window closes, which then cannot be queried', () => {
    const { reported, window } = openFocused()
    window.isGone = true
    window.isFocused = () => {
      throw new Error('Object has been destroyed')
    }
    window.occur('closed')
    expect(reported).toEqual([true, false])
  })

  it('begins again when the window returns with the focus', () => {
    const { reported, window } = openFocused()
    window.occur('minimize', { isMinimized: true, isFocused: false })
    window.occur('restore', { isMinimized: false })
    expect(reported).toEqual([true, false])
    window.occur('focus', { isFocused: true })
    expect(reported).toEqual([true, false, true])
  })

  it('is reported once, for repeated events of the window and the page', () => {
    const { reported, window, lookedAt } = openFocused()
    lookedAt.pageSays(true)
    window.occur('focus')
    window.occur('blur', { isFocused: false })
    lookedAt.pageSays(false)
    expect(reported).toEqual([true, false])
  })

  it('needs the report of a new window’s page, and ignores the old window', () => {
    const { reported, window, lookedAt } = openFocused()
    const next = new StandIn()
    next.sight = { isVisible: true, isMinimized: false, isFocused: true }
    lookedAt.watch(next)
    expect(reported).toEqual([true, false])
    lookedAt.pageSays(true)
    window.occur('closed')
    expect(reported).toEqual([true, false, true])
  })
})
