import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DrawnScreen } from '../../../renderer/places/drawn-screen.svelte.ts'
import type { Shown } from '../../../renderer/places/places-model.svelte.ts'

function place(isDrawable: boolean, accountId = 'a'): Shown & { readonly screen: { isDrawable: boolean } } {
  const screen = {
    place: { kind: 'drafts' } as const,
    isDrawable,
    position: () => null,
    close: () => undefined,
  }
  return { accountId, place: screen.place, screen }
}

/** A window that shows a screen which is drawn. */
function world() {
  const first = place(true)
  const onWait = vi.fn()
  const drawn = new DrawnScreen(onWait)
  let teardown: (() => void) | undefined
  /** What the effect of the window does when something that it has read changes. */
  const follow = (shown: Shown | null) => {
    teardown?.()
    teardown = drawn.follow(shown)
  }
  follow(first)
  return { first, onWait, drawn, follow, close: () => teardown?.() }
}

describe('the screen that is drawn', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('stays until the next one has something to show', () => {
    const { first, drawn, follow, onWait } = world()
    expect(drawn.current).toBe(first)
    const next = place(false)
    follow(next)
    expect(drawn.current).toBe(first)
    expect(onWait).toHaveBeenCalledTimes(1)
    next.screen.isDrawable = true
    follow(next)
    expect(drawn.current).toBe(next)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('changes at once if there is something to show', () => {
    const { drawn, follow, onWait } = world()
    const next = place(true)
    follow(next)
    expect(drawn.current).toBe(next)
    expect(onWait).not.toHaveBeenCalled()
  })

  it('changes after a while also if there is nothing to show yet', () => {
    const { first, drawn, follow } = world()
    const next = place(false)
    follow(next)
    vi.advanceTimersByTime(99)
    expect(drawn.current).toBe(first)
    vi.advanceTimersByTime(1)
    expect(drawn.current).toBe(next)
  })

  it('is never one that was left before it was drawn', () => {
    const { first, drawn, follow } = world()
    follow(place(false))
    vi.advanceTimersByTime(60)
    const last = place(false)
    follow(last)
    vi.advanceTimersByTime(60)
    expect(drawn.current).toBe(first)
    vi.advanceTimersByTime(60)
    expect(drawn.current).toBe(last)
  })

  it('does not outlive its account', () => {
    const { drawn, follow } = world()
    const other = place(false, 'b')
    follow(other)
    expect(drawn.current).toBe(other)
    follow(null)
    expect(drawn.current).toBeNull()
  })

  it('leaves no timer behind', () => {
    const { follow, close } = world()
    follow(place(false))
    expect(vi.getTimerCount()).toBe(1)
    close()
    expect(vi.getTimerCount()).toBe(0)
  })
})
