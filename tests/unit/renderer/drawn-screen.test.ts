import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { ComposerModel } from '#renderer/parts/composer/composer-model.svelte.ts'
import { DrawnScreen } from '#renderer/app/drawn-screen.svelte.ts'
import type { Shown } from '#renderer/state/routes/routes-model.svelte.ts'

function shownIn(
  isDrawable: boolean,
  accountId = 'a',
): Shown & { readonly screen: { isDrawable: boolean; composer: ComposerModel | null } } {
  const screen = {
    composer: null as ComposerModel | null,
    route: { kind: 'drafts' } as const,
    isDrawable,
    position: () => null,
    close: () => undefined,
  }
  return { accountId, route: screen.route, screen }
}

/** A window whose current screen is drawn. */
function world() {
  const first = shownIn(true)
  const onLeave = vi.fn()
  const drawn = new DrawnScreen(onLeave)
  let teardown: (() => void) | undefined
  /** The effect of the window, which runs when its dependencies change. */
  const follow = (shown: Shown | null) => {
    teardown?.()
    teardown = drawn.follow(shown)
  }
  follow(first)
  return { first, onLeave, drawn, follow, close: () => teardown?.() }
}

describe('the drawn screen', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('stays until the next one is drawable', () => {
    const { first, drawn, follow, onLeave } = world()
    expect(drawn.current).toBe(first)
    const next = shownIn(false)
    follow(next)
    expect(drawn.current).toBe(first)
    expect(onLeave).toHaveBeenCalledTimes(1)
    next.screen.isDrawable = true
    follow(next)
    expect(drawn.current).toBe(next)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('changes at once if the next one is drawable', () => {
    const { drawn, follow } = world()
    const next = shownIn(true)
    follow(next)
    expect(drawn.current).toBe(next)
  })

  it('takes no input once it is left, even if the next one is drawn at once', () => {
    const first = shownIn(true)
    const drawnWhenLeft: (Shown | null)[] = []
    const drawn: DrawnScreen = new DrawnScreen(() => drawnWhenLeft.push(drawn.current))
    drawn.follow(first)
    expect(drawnWhenLeft).toEqual([])
    const next = shownIn(true)
    drawn.follow(next)
    expect(drawnWhenLeft).toEqual([first])
    drawn.follow(next)
    drawn.follow(shownIn(true, 'b'))
    expect(drawnWhenLeft).toEqual([first, next])
  })

  it('changes after a timeout even if the next one is not drawable', () => {
    const { first, drawn, follow } = world()
    const next = shownIn(false)
    follow(next)
    vi.advanceTimersByTime(99)
    expect(drawn.current).toBe(first)
    vi.advanceTimersByTime(1)
    expect(drawn.current).toBe(next)
  })

  it('is never a screen that was left before it was drawn', () => {
    const { first, drawn, follow } = world()
    follow(shownIn(false))
    vi.advanceTimersByTime(60)
    const last = shownIn(false)
    follow(last)
    vi.advanceTimersByTime(60)
    expect(drawn.current).toBe(first)
    vi.advanceTimersByTime(60)
    expect(drawn.current).toBe(last)
  })

  it('stays with the composer of a conversation that is opened again, however long the engine takes', () => {
    const { drawn, follow, onLeave } = world()
    const bridge: Bridge = { call: () => new Promise(() => undefined), onUpdate: () => () => undefined }
    const composer = new ComposerModel(bridge, 'a', { kind: 'stream', streamId: 1 })
    const opened = shownIn(true)
    const again = shownIn(false)
    opened.screen.composer = composer
    again.screen.composer = composer
    follow(opened)
    onLeave.mockClear()
    follow(again)
    vi.advanceTimersByTime(60_000)
    expect(drawn.current).toBe(opened)
    again.screen.isDrawable = true
    follow(again)
    expect(drawn.current).toBe(again)
    expect(onLeave).not.toHaveBeenCalled()
  })

  it('does not outlive its account', () => {
    const { drawn, follow } = world()
    const other = shownIn(false, 'b')
    follow(other)
    expect(drawn.current).toBe(other)
    follow(null)
    expect(drawn.current).toBeNull()
  })

  it('leaves no timer behind', () => {
    const { follow, close } = world()
    follow(shownIn(false))
    expect(vi.getTimerCount()).toBe(1)
    close()
    expect(vi.getTimerCount()).toBe(0)
  })
})
