import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { OpenedView, ViewUpdate } from '#contract/views.ts'
import { answered, windowFixture, topic, shownConversation } from './window-fixture.ts'

const rest = () => vi.advanceTimersByTimeAsync(40)

/** A window that shows a conversation of its first account. */
async function started(narrow: Narrow = topic('shown')) {
  const window = windowFixture()
  await window.model.start()
  window.model.routeNavigator.show(narrow)
  await answered()
  const conversations = () => window.openQueries().filter((query) => query.startsWith('a conversation'))
  const opens = () =>
    window.calls.filter(({ name, input }) => name === 'views.open' && 'query' in input && isConversation(input.query))
      .length
  return { ...window, conversations, opens }
}

const isConversation = (query: unknown) => (query as { type: string }).type === 'conversation'

describe('the prefetched conversation', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 0))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is requested when the pointer is pressed, and displayed without another request', async () => {
    const { model, conversations, opens, calls } = await started()
    model.routeNavigator.prepare(topic('next'))
    await answered()
    expect(conversations()).toEqual(['a conversation shown', 'a conversation next'])
    const before = opens()
    const looks = () => calls.filter(({ name }) => name === 'views.look')
    expect(looks()).toEqual([])
    model.routeNavigator.show(topic('next'))
    expect(looks()).toHaveLength(1)
    expect(shownConversation(model)?.conversation.meta?.narrow).toEqual(topic('next'))
    await answered()
    expect(opens()).toBe(before)
    expect(conversations()).toEqual(['a conversation next'])
    model.routeNavigator.show(topic('shown'))
    await answered()
    expect(conversations()).toEqual(['a conversation shown'])
  })

  it('is requested when the focus stays on an entry, but not when it passes', async () => {
    const { model, conversations } = await started()
    for (const name of ['one', 'two', 'three']) {
      model.routeNavigator.prepareWhileFocused(topic(name))
      await vi.advanceTimersByTimeAsync(30)
      model.routeNavigator.prepareWhileFocused(null)
    }
    await rest()
    expect(conversations()).toEqual(['a conversation shown'])
    model.routeNavigator.prepareWhileFocused(topic('four'))
    await rest()
    expect(conversations()).toEqual(['a conversation shown', 'a conversation four'])
    model.routeNavigator.prepareWhileFocused(null)
    await answered()
    expect(conversations()).toEqual(['a conversation shown'])
  })

  it('is one at most, and is closed after a while and with its account', async () => {
    const { model, conversations, openQueries } = await started()
    model.routeNavigator.prepare(topic('one'))
    model.routeNavigator.prepareWhileFocused(topic('one'))
    model.routeNavigator.prepare(topic('two'))
    await answered()
    expect(conversations()).toEqual(['a conversation shown', 'a conversation two'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(conversations()).toEqual(['a conversation shown'])
    model.routeNavigator.prepare(topic('three'))
    model.accounts.show('b')
    await answered()
    // The lists that are kept permanently are excluded.
    expect(openQueries().filter((query) => !/inbox|recent/.test(query))).toEqual(['b navigation', 'b connection'])
  })

  it('is opened again if it has no answer yet, or for another message', async () => {
    const { model, conversations, opens } = await started()
    model.routeNavigator.prepare(topic('next'))
    model.routeNavigator.show(topic('next'))
    await answered()
    expect(conversations()).toEqual(['a conversation next'])
    model.routeNavigator.prepare(topic('far'))
    await answered()
    const before = opens()
    model.routeNavigator.show(topic('far'), 40)
    await answered()
    expect(opens()).toBe(before + 1)
    expect(conversations()).toEqual(['a conversation far'])
  })

  it('is opened again if its stream is unknown', async () => {
    const { model, opens } = await started()
    const unknown: Narrow = { kind: 'stream', streamId: 99 }
    model.routeNavigator.prepare(unknown)
    await answered()
    const before = opens()
    model.routeNavigator.show(unknown)
    await answered()
    expect(opens()).toBe(before + 1)
    expect(shownConversation(model)?.conversation.meta?.streamName).toBeNull()
  })

  it('is dropped when its unread messages change, since it is anchored at the first of them', async () => {
    const { model, conversations, openViews, update } = await started()
    model.routeNavigator.prepare(topic('next'))
    await answered()
    const opened = openViews().at(-1)
    const meta = { narrow: topic('next'), streamName: 'design' }
    const changed = (from: number, unread: number): ViewUpdate => ({
      engineEpoch: 1,
      viewId: opened!.viewId,
      from,
      to: from + 1,
      ops: [{ op: 'meta', meta: { ...meta, unread } as unknown as OpenedView['meta'] }],
    })
    update({ type: 'views', accountId: 'a', batch: 1, updates: [changed(1, 3)] })
    expect(conversations()).toHaveLength(2)
    update({ type: 'views', accountId: 'a', batch: 2, updates: [changed(2, 3)] })
    expect(conversations()).toHaveLength(2)
    update({ type: 'views', accountId: 'a', batch: 3, updates: [changed(3, 4)] })
    await answered()
    expect(conversations()).toEqual(['a conversation shown'])
  })
})
