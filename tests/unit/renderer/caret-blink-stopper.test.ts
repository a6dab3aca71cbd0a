import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CaretBlinkStopper, type CaretPage } from '#renderer/ui/fields/caret-blink-stopper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const styles = new Map<string, string>()
  const field = {
    parentElement: {
      style: {
        setProperty: (name: string, value: string) => void styles.set(name, value),
        removeProperty: (name: string) => {
          styles.delete(name)
          return ''
        },
      },
    },
  }
  const listeners = new Map<string, () => void>()
  const page: { -readonly [K in keyof CaretPage]: CaretPage[K] } = {
    activeElement: field,
    addEventListener: (type, listener) => void listeners.set(type, listener),
  }
  new CaretBlinkStopper(page).listen()
  return { page, styles, send: (type: string) => listeners.get(type)?.() }
}

it('the caret stops blinking ten seconds after the last input', () => {
  const { styles, send } = setUp()
  vi.advanceTimersByTime(9_000)
  send('keydown')
  vi.advanceTimersByTime(9_999)
  expect([...styles]).toEqual([])
  vi.advanceTimersByTime(1)
  expect([...styles]).toEqual([['caret-animation', 'manual']])
  expect(vi.getTimerCount()).toBe(0)
})

it.each(['keydown', 'pointerdown', 'focusin', 'input', 'selectionchange'])('%s makes the caret blink again', (type) => {
  const { styles, send } = setUp()
  vi.advanceTimersByTime(10_000)
  expect(styles.size).toBe(1)
  send(type)
  expect(styles.size).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect(styles.size).toBe(1)
})

it('the caret stops as well without a focused field', () => {
  const { page, styles, send } = setUp()
  page.activeElement = null
  vi.advanceTimersByTime(10_000)
  send('keydown')
  expect(styles.size).toBe(0)
})
