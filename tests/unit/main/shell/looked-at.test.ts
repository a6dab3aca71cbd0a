import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isLookedAt, LookedAt } from '../../../../main/shell/looked-at.ts'

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

describe('whether the user looks at Skein', () => {
  it('needs a window that is seen and has the focus, and the page’s word', () => {
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
    // macOS keeps a hidden or minimised window the key window for a moment.
    ['hide', { isVisible: false }],
    ['minimize', { isMinimized: true }],
  ] as const)('ends with the window’s %s, though the page says nothing', (event, change) => {
    const { told, window } = openFocused()
    window.tell(event, change)
    expect(told).toEqual([true, false])
  })

  it('ends while the user is absent, though the window keeps the focus', () => {
    const { told, lookedAt, window } = openFocused()
    lookedAt.setPresent(false)
    window.tell('focus')
    lookedAt.pageSays(true)
    expect(told).toEqual([true, false])
    lookedAt.setPresent(true)
    expect(told).toEqual([true, false, true])
  })

  it('ends when the window is closed, which nobody may ask any more', () => {
    const { told, window } = openFocused()
    window.isGone = true
    window.isFocused = () => {
      throw new Error('Object has been destroyed')
    }
    window.tell('closed')
    expect(told).toEqual([true, false])
  })

  it('begins again when the window comes back with the focus', () => {
    const { told, window } = openFocused()
    window.tell('minimize', { isMinimized: true, isFocused: false })
    window.tell('restore', { isMinimized: false })
    expect(told).toEqual([true, false])
    window.tell('focus', { isFocused: true })
    expect(told).toEqual([true, false, true])
  })

  it('is told once, however often the window and the page say the same', () => {
    const { told, window, lookedAt } = openFocused()
    lookedAt.pageSays(true)
    window.tell('focus')
    window.tell('blur', { isFocused: false })
    lookedAt.pageSays(false)
    expect(told).toEqual([true, false])
  })

  it('waits for the word of a new window’s page, and leaves the old window alone', () => {
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
