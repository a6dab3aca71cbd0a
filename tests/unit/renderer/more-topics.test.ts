import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import type { NavigationItem, TopicItem } from '#contract/navigation.ts'
import type { TopicsMeta } from '#contract/streams.ts'
import type { ViewUpdate } from '#contract/views.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { navigationRows } from '#renderer/features/navigation/navigation-rows.ts'
import { MoreTopics, type MoreTopicsParts } from '#renderer/features/navigation/topics/more-topics.svelte.ts'

type StreamEntry = Extract<NavigationItem, { kind: 'stream' }>

const stream = (streamId: number, hasMoreTopics = true) =>
  ({ key: `stream:${streamId}`, kind: 'stream', streamId, name: `s${streamId}`, hasMoreTopics }) as StreamEntry
const topic = (streamId: number, name: string) =>
  ({ key: `topic:${streamId}:${name}`, kind: 'topic', streamId, topic: name, name }) as TopicItem

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task))
})

const answered = () => new Promise((resolve) => setTimeout(resolve))

function setUp(meta: TopicsMeta, ...names: string[]) {
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const engine = { refuses: false, isReachable: true }
  const call = (name: string, input: Record<string, unknown>) => {
    calls.push({ name, input })
    if (engine.refuses && name === 'views.open') return { ok: false, error: { code: 'NO_ANSWER' } }
    const opened = { engineEpoch: 1, revision: 0, items: names.map((each) => topic(1, each)), meta }
    return { ok: true, value: name === 'views.open' ? opened : null }
  }
  const bridge = {
    call: (name: string, input: Record<string, unknown>) => Promise.resolve(call(name, input)),
    onUpdate: () => () => undefined,
  } as unknown as Bridge
  const views = new ViewClient(bridge)
  const askOf = ((accountId: string, name: string, input: object) =>
    bridge.call(name as never, { ...input, accountId } as never)) as MoreTopicsParts['calls']['askOf']
  const more = new MoreTopics({ views, calls: { askOf }, isReachable: () => engine.isReachable })
  more.follow('a', () => true)
  return {
    more,
    engine,
    named: (name: string) => calls.filter((each) => each.name === name).map(({ input }) => input),
    /** Updates the engine’s list. */
    change: (next: TopicsMeta, ...items: string[]) => {
      const { viewId } = calls.findLast(({ name }) => name === 'views.open')?.input ?? {}
      const ops: ViewUpdate['ops'] = [{ op: 'reset', items: items.map((each) => topic(1, each)), meta: next }]
      const update = { engineEpoch: 1, viewId: viewId as string, from: 0, to: 1, ops }
      views.receive({ type: 'views', accountId: 'a', batch: 1, updates: [update] })
    },
  }
}

const keys = (items: readonly NavigationItem[]) => items.map(({ key }) => key)

describe('more topics of a stream', () => {
  it('replace the newest ones, and are followed by topics that must be visible', async () => {
    const { more, named, change } = setUp({ list: 'awaited', hasMore: false })
    const items = [stream(1), topic(1, 'new'), topic(1, 'old and unread'), stream(2), topic(2, 'new')]
    expect([more.stateOf(stream(1)), more.stateOf(stream(3, false))]).toEqual(['more', null])
    more.act(stream(1))
    await answered()
    expect(named('views.open')).toMatchObject([{ accountId: 'a', query: { type: 'topics', streamId: 1 } }])
    expect([more.stateOf(stream(1)), keys(more.withTopics(items))]).toEqual(['asking', keys(items)])
    change({ list: 'stored', hasMore: true }, 'new', 'older')
    expect(more.stateOf(stream(1))).toBe('more')
    expect(keys(more.withTopics(items))).toEqual([
      ...['stream:1', 'topic:1:new', 'topic:1:older', 'topic:1:old and unread'],
      ...['stream:2', 'topic:2:new'],
    ])
    more.act(stream(1))
    expect(named('views.more')).toMatchObject([{ accountId: 'a', direction: 'older' }])
    change({ list: 'stored', hasMore: false }, 'new', 'older', 'old and unread')
    expect(more.stateOf(stream(1))).toBe('fewer')
    more.act(stream(1))
    expect([keys(more.withTopics(items)), named('views.close').length]).toEqual([keys(items), 1])
  })

  it('report that they need the server or failed, and are requested again', async () => {
    const { more, engine, named, change } = setUp({ list: 'awaited', hasMore: false }, 'new')
    engine.isReachable = false
    more.act(stream(1))
    await answered()
    expect(more.stateOf(stream(1))).toBe('needs_server')
    more.act(stream(1))
    change({ list: 'failed', hasMore: false }, 'new')
    expect(more.stateOf(stream(1))).toBe('failed')
    engine.refuses = true
    more.act(stream(1))
    await answered()
    expect([more.stateOf(stream(1)), named('views.open').length]).toEqual(['failed', 2])
  })

  it('are closed when the stream is folded or another account is displayed', async () => {
    const { more, named } = setUp({ list: 'stored', hasMore: false }, 'new')
    more.act(stream(1))
    more.act(stream(2))
    await answered()
    more.follow('a', (streamId) => streamId === 2)
    expect([more.stateOf(stream(1)), more.stateOf(stream(2)), named('views.close').length]).toEqual([
      'more',
      'fewer',
      1,
    ])
    more.follow('b', () => true)
    expect([more.stateOf(stream(2)), named('views.close').length]).toEqual(['more', 2])
  })

  it('have a separate row below the topics of an open stream', () => {
    const items = [stream(1), topic(1, 'a'), stream(2), topic(2, 'b')]
    const hidden = { unread: 0, mentions: 0 }
    const rows = (isFolded: boolean) =>
      navigationRows([{ kind: 'streams', items, isFolded, hidden }], [], false, ({ streamId }) =>
        streamId === 1 ? 'more' : null,
      ).map(({ key }) => key)
    expect(rows(false)).toEqual(['group:streams', 'stream:1', 'topic:1:a', 'more:1', 'stream:2', 'topic:2:b'])
    expect(rows(true)).not.toContain('more:1')
  })
})
