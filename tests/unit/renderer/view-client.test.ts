import { beforeEach, describe, expect, it, vi } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { NavigationMeta } from '#contract/navigation.ts'
import type { OpenedView, ViewUpdate } from '#contract/views.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'

const meta: NavigationMeta = {
  organization: 'o',
  self: null,
  isReady: true,
  home: null,
  unread: 0,
  mentions: 0,
  failed: 0,
  drafts: 0,
  starred: 0,
  streamCounts: 'all',
  scheduled: 0,
  marking: null,
}
const item = (key: string) =>
  ({
    key,
    kind: 'direct',
    userIds: [],
    people: [],
    presence: null,
    unread: 0,
    failed: 0,
    isMuted: false,
    mutedIds: [],
  }) as const

function world() {
  const opens: { viewId: string; query: unknown; answer: (result: Result<OpenedView>) => void }[] = []
  const calls: string[] = []
  const bridge: Bridge = {
    call(name, input) {
      calls.push(name)
      if (name !== 'views.open') return Promise.resolve({ ok: true, value: null }) as never
      return new Promise((resolve) => {
        opens.push({ ...(input as { viewId: string; query: unknown }), answer: resolve })
      })
    },
    onUpdate: () => () => undefined,
  }
  const client = new ViewClient(bridge)
  const opened = (revision: number, keys: string[]): Result<OpenedView> => ({
    ok: true,
    value: { engineEpoch: 1, revision, items: keys.map(item), meta },
  })
  const insert = (viewId: string, from: number, key: string, engineEpoch = 1): ViewUpdate => ({
    engineEpoch,
    viewId,
    from,
    to: from + 1,
    ops: [{ op: 'insert', index: 0, items: [item(key)] }],
  })
  const receive = (...updates: ViewUpdate[]) => {
    client.receive({ type: 'views', accountId: 'a', batch: 1, updates })
  }
  return { client, opens, calls, opened, insert, receive }
}

const flush = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the page’s views', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 0))
  })

  it('keep updates that come before the answer of opening, and apply them after it', async () => {
    const { client, opens, opened, insert, receive } = world()
    const view = client.open('a', { type: 'navigation' })
    const [open] = opens
    receive(insert(open!.viewId, 0, 'early'))
    expect(view.items).toEqual([])
    open!.answer(opened(0, ['x']))
    await flush()
    expect(view.items.map((entry) => entry.key)).toEqual(['early', 'x'])
  })

  it('are opened again when an update does not fit their revision, and keep their state meanwhile', async () => {
    const { client, opens, opened, insert, receive } = world()
    const view = client.open('a', { type: 'navigation' })
    opens[0]!.answer(opened(0, ['x']))
    await flush()
    receive(insert(opens[0]!.viewId, 3, 'odd'))
    expect(opens).toHaveLength(2)
    expect(view.items.map((entry) => entry.key)).toEqual(['x'])
    opens[1]!.answer(opened(0, ['y']))
    await flush()
    expect(view.items.map((entry) => entry.key)).toEqual(['y'])
  })

  it('are opened again with a new engine', async () => {
    const { client, opens, opened } = world()
    client.open('a', { type: 'navigation' })
    client.open('b', { type: 'navigation' })
    for (const open of opens) open.answer(opened(0, []))
    await flush()
    client.reopen('a')
    expect(opens).toHaveLength(3)
  })

  it('of a moved conversation are opened again in its new topic [M15]', async () => {
    const { client, opens, receive } = world()
    const topic = (name: string) => ({ kind: 'topic', streamId: 1, topic: name }) as const
    const view = client.open('a', { type: 'conversation', narrow: topic('old'), anchor: 'first_unread' })
    const at = (name: string) => ({ narrow: topic(name), draft: {} }) as ConversationMeta
    opens[0]!.answer({ ok: true, value: { engineEpoch: 1, revision: 0, items: [], meta: at('old') } })
    await flush()
    receive({ engineEpoch: 1, viewId: view.viewId, from: 0, to: 1, ops: [{ op: 'meta', meta: at('new') }] })
    client.reopen('a')
    expect(opens.map(({ query }) => query)).toEqual([
      { type: 'conversation', narrow: topic('old'), anchor: 'first_unread' },
      { type: 'conversation', narrow: topic('new'), anchor: 'first_unread' },
    ])
  })

  it('acknowledge each batch once it is drawn', async () => {
    const { client, opens, opened, calls, insert, receive } = world()
    client.open('a', { type: 'navigation' })
    opens[0]!.answer(opened(0, []))
    await flush()
    receive(insert(opens[0]!.viewId, 0, 'x'))
    expect(calls).not.toContain('app.acknowledge')
    await flush()
    await flush()
    expect(calls).toContain('app.acknowledge')
  })

  it('acknowledge a batch that cannot be applied, and open its view again', async () => {
    const { client, opens, opened, calls, insert, receive } = world()
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const bad = client.open('a', { type: 'navigation' })
    const good = client.open('a', { type: 'navigation' })
    for (const open of opens) open.answer(opened(0, []))
    await flush()
    bad.onChange = () => {
      throw new Error('cannot draw this')
    }
    receive(insert(opens[0]!.viewId, 0, 'x'), insert(opens[1]!.viewId, 0, 'y'))
    bad.onChange = () => undefined
    expect(good.items.map((entry) => entry.key)).toEqual(['y'])
    expect(opens).toHaveLength(3)
    expect(calls).toContain('views.close')
    opens[2]!.answer(opened(0, ['whole']))
    await flush()
    await flush()
    expect(bad.items.map((entry) => entry.key)).toEqual(['whole'])
    expect(bad.failure).toBeNull()
    expect(calls).toContain('app.acknowledge')
    expect(error).toHaveBeenCalledTimes(1)
  })

  it('report repeated failures, and open a failing view with growing backoff', async () => {
    vi.useFakeTimers()
    const { client, opens, opened } = world()
    vi.spyOn(console, 'error').mockReturnValue()
    const view = client.open('a', { type: 'navigation' })
    view.onChange = () => {
      throw new Error('cannot draw this')
    }
    for (const [waitMs, failure] of [
      [0, undefined],
      [250, undefined],
      [500, 'VIEW_FAILED'],
      [1000, 'VIEW_FAILED'],
    ] as const) {
      const before = opens.length
      opens.at(-1)!.answer(opened(0, ['x']))
      await vi.advanceTimersByTimeAsync(Math.max(0, waitMs - 1))
      expect(opens).toHaveLength(waitMs === 0 ? before + 1 : before)
      await vi.advanceTimersByTimeAsync(1)
      expect(opens).toHaveLength(before + 1)
      expect(view.failure?.code).toBe(failure)
    }
    view.onChange = () => undefined
    opens.at(-1)!.answer(opened(0, ['x']))
    await vi.advanceTimersByTimeAsync(0)
    expect(view.failure).toBeNull()
    vi.useRealTimers()
  })

  it('report a view that cannot be opened, and open it again with growing backoff', async () => {
    vi.useFakeTimers()
    const { client, opens, opened } = world()
    const view = client.open('a', { type: 'navigation' })
    const refusal = { ok: false, error: { code: 'UNUSABLE_DATABASE', values: { detail: 'disk I/O error' } } } as const
    for (const waitMs of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = opens.length
      opens.at(-1)!.answer(refusal)
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect([opens.length, view.failure?.code]).toEqual([before, 'UNUSABLE_DATABASE'])
      await vi.advanceTimersByTimeAsync(1)
      expect(opens).toHaveLength(before + 1)
    }
    opens.at(-1)!.answer(opened(0, ['x']))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([opens.length, view.failure, view.items.length]).toEqual([7, null, 1])
    client.close(view)
    vi.useRealTimers()
  })

  it('acknowledge first and once when the window resumes', async () => {
    const { client, opens, opened, calls, insert, receive } = world()
    client.open('a', { type: 'navigation' })
    opens[0]!.answer(opened(0, []))
    await flush()
    receive(insert(opens[0]!.viewId, 0, 'x'))
    client.acknowledgeNow()
    expect(calls.at(-1)).toBe('app.acknowledge')
    await flush()
    await flush()
    expect(calls.filter((name) => name === 'app.acknowledge')).toHaveLength(1)
  })

  it('take over a view that is sent as a whole, whatever its state was', async () => {
    const { client, opens, opened, receive } = world()
    const view = client.open('a', { type: 'navigation' })
    opens[0]!.answer(opened(0, ['x']))
    await flush()
    const { viewId } = opens[0]!
    receive({ engineEpoch: 1, viewId, from: 7, to: 8, ops: [{ op: 'reset', items: [item('y')], meta }] })
    expect(opens).toHaveLength(1)
    expect(view.items.map((entry) => entry.key)).toEqual(['y'])
    expect(view.revision).toBe(8)
  })
})

describe('a failed view', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 0))
  })

  it('reports its failure beside its last state, until it can be computed again', async () => {
    const { client, opens, opened, receive } = world()
    const view = client.open('a', { type: 'navigation' })
    opens[0]!.answer(opened(0, ['one']))
    await flush()
    const failed = (from: number, failure: Failure | null): ViewUpdate => ({
      engineEpoch: 1,
      viewId: opens[0]!.viewId,
      from,
      to: from + 1,
      ops: [{ op: 'failure', failure }],
    })
    receive(failed(0, textFailure('The disk does not answer.')))
    expect(sentenceOf(view.failure)).toBe('The disk does not answer.')
    expect(view.items.map((row) => row.key)).toEqual(['one'])
    receive(failed(1, null))
    expect(view.failure).toBeNull()
    expect(opens).toHaveLength(1)
  })

  it('is opened again when the user asks for it, but not once it is closed', async () => {
    const { client, opens, opened } = world()
    const view = client.open('a', { type: 'navigation' })
    opens[0]!.answer({ ok: false, error: { code: 'INTERNAL' } })
    await flush()
    expect(view.failure?.code).toBe('INTERNAL')
    view.retry()
    opens[1]!.answer(opened(0, ['one']))
    await flush()
    expect([view.failure, view.items.map((row) => row.key)]).toEqual([null, ['one']])
    client.close(view)
    view.retry()
    expect(opens).toHaveLength(2)
  })
})
