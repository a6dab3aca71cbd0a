import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isLookedAt, LookedAt } from '#shell/looked-at.ts'

class StandIn extends EventEmitter {
  isGone = false
  sight = { isVisible: false, isMinimized: false, isFocused: false }
  isDestroyed = () => this.isGone
  isVisible = () => this.sight.isVisible
  isMinimized = () => this.sight.isMinimized
  isFocused = () => this.sight.isFocused

  tell(event: string, change: Partial<StandIn['sight']> = {}): void {
    Object.assign(this.sight, change)
    this.emit(event)
  }
}

function open() {
  const told: boolean[] = []
  const lookedAt = new LookedAt((isNow) => told.push(isNow))
  const window = new StandIn()
  lookedAt.watch(window)
  return { told, lookedAt, window }
}

function openFocused() {
  const all = open()
  all.window.tell('show', { isVisible: true })
  all.window.tell('focus', { isFocused: true })
  all.lookedAt.pageSays(true)
  expect(all.told).toEqual([true])
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
    const { told, window } = openFocused()
    window.tell(event, change)
    expect(told).toEqual([true, false])
  })

  it('ends while the user is absent, although the window keeps the focus', () => {
    const { told, lookedAt, window } = openFocused()
    lookedAt.setPresent(false)
    window.tell('focus')
    lookedAt.pageSays(true)
    expect(told).toEqual([true, false])
    lookedAt.setPresent(true)
    expect(told).toEqual([true, false, true])
  })

  it('ends when the window closes, which then cannot be queried', () => {
    const { told, window } = openFocused()
    window.isGone = true
    window.isFocused = () => {
      throw new Error('Object has been destroyed')
    }
    window.tell('closed')
    expect(told).toEqual([true, false])
  })

  it('begins again when the window returns with the focus', () => {
    const { told, window } = openFocused()
    window.tell('minimize', { isMinimized: true, isFocused: false })
    window.tell('restore', { isMinimized: false })
    expect(told).toEqual([true, false])
    window.tell('focus', { isFocused: true })
    expect(told).toEqual([true, false, true])
  })

  it('is reported once, for repeated events of the window and the page', () => {
    const { told, window, lookedAt } = openFocused()
    lookedAt.pageSays(true)
    window.tell('focus')
    window.tell('blur', { isFocused: false })
    lookedAt.pageSays(false)
    expect(told).toEqual([true, false])
  })

  it('needs the report of a new window’s page, and ignores the old window', () => {
    const { told, window, lookedAt } = openFocused()
    const next = new StandIn()
    next.sight = { isVisible: true, isMinimized: false, isFocused: true }
    lookedAt.watch(next)
    expect(told).toEqual([true, false])
    lookedAt.pageSays(true)
    window.tell('closed')
    expect(told).toEqual([true, false, true])
  })
})
