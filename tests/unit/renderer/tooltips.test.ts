import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tooltips } from '#renderer/ui/overlay/tooltips.svelte.ts'

const first = { dataset: { tooltip: 'First' } }
const second = { dataset: { tooltip: 'Second' } }

describe('the tooltip of the page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('appears when the pointer has stayed on an element, and disappears with the pointer', () => {
    const tooltips = new Tooltips()
    tooltips.over(first)
    expect(tooltips.shown).toBeNull()
    vi.advanceTimersByTime(600)
    expect(tooltips.shown?.text).toBe('First')
    tooltips.over(null)
    expect(tooltips.shown).toBeNull()
  })

  it('does not appear for a pointer that passes or presses', () => {
    const tooltips = new Tooltips()
    tooltips.over(first)
    vi.advanceTimersByTime(500)
    tooltips.over(null)
    vi.advanceTimersByTime(1000)
    expect(tooltips.shown).toBeNull()
    tooltips.over(first)
    tooltips.dismiss()
    vi.advanceTimersByTime(1000)
    expect(tooltips.shown).toBeNull()
  })

  it('appears at once on the next element', () => {
    const tooltips = new Tooltips()
    tooltips.over(first)
    vi.advanceTimersByTime(600)
    tooltips.over(null)
    vi.advanceTimersByTime(100)
    tooltips.over(second)
    expect(tooltips.shown?.text).toBe('Second')
    tooltips.over(null)
    vi.advanceTimersByTime(400)
    tooltips.over(first)
    expect(tooltips.shown).toBeNull()
  })

  it('appears at once on an element that Tab reaches, but not on other focus changes', () => {
    const tooltips = new Tooltips()
    tooltips.focused(first)
    expect(tooltips.shown).toBeNull()
    tooltips.pressed('Tab')
    tooltips.focused(second)
    expect(tooltips.shown?.text).toBe('Second')
    tooltips.pressed('Escape')
    expect(tooltips.shown).toBeNull()
    tooltips.focused(first)
    expect(tooltips.shown).toBeNull()
  })

  it('disappears when its element is scrolled, but not when a list beside it moves', () => {
    const tooltips = new Tooltips()
    tooltips.pressed('Tab')
    tooltips.focused(first)
    tooltips.scrolled((target) => target === second)
    expect(tooltips.shown?.text).toBe('First')
    tooltips.scrolled((target) => target === first)
    expect(tooltips.shown).toBeNull()
    tooltips.over(second)
    tooltips.scrolled((target) => target === second)
    vi.advanceTimersByTime(1000)
    expect(tooltips.shown).toBeNull()
  })

  it('does not appear for an element with an empty text', () => {
    const tooltips = new Tooltips()
    tooltips.pressed('Tab')
    tooltips.focused({ dataset: { tooltip: '' } })
    expect(tooltips.shown).toBeNull()
  })
})
