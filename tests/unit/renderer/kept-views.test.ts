import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InboxScreen } from '#renderer/features/inbox/inbox-screen.svelte.ts'
import { KeptViews } from '#renderer/bridge/kept-views.ts'
import { LiveView } from '#renderer/bridge/view-client.svelte.ts'
import type { ViewItem, ViewQuery } from '#contract/views.ts'
import { answered, windowFixture } from './window-fixture.ts'

const minute = 60_000
const meta = { unread: 0, hasMore: false, isCut: false }
const row = { key: 'lunch' } as ViewItem

function setUp(permanent: readonly ViewQuery[] = []) {
  const open: LiveView[] = []
  const kept = new KeptViews(
    {
      open: (accountId, query) => {
        const view = new LiveView<typeof query.type>(accountId, query)
        view.show([row], meta) // the meta of an inbox
        open.push(view)
        return view
      },
      close: (view) => open.splice(open.indexOf(view), 1),
      throttle: (view, isThrottled) => (view.isThrottled = isThrottled),
    },
    permanent,
  )
  const inbox = (accountId = 'a') => kept.open(accountId, { type: 'inbox' }) as unknown as LiveView
  return {
    kept,
    inbox,
    open: () => open.map(({ accountId }) => accountId),
    resting: () =>
      open.filter(({ isThrottled }) => isThrottled).map(({ accountId, query }) => `${accountId} ${query.type}`),
  }
}

describe('a list that was left', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is reused once with its rows when it is opened again', () => {
    const { kept, inbox, open } = setUp()
    const first = inbox()
    first.onChange = () => {
      throw new Error('nobody is there')
    }
    kept.leave(first)
    first.onChange()
    expect(inbox()).toBe(first)
    expect(inbox()).not.toBe(first)
    expect(open()).toEqual(['a', 'a'])
  })

  it('is reused for the same account and the same query only', () => {
    const { kept, inbox } = setUp()
    const filters = { isUnread: false, hasOwn: false, hasMuted: false, only: null, text: '' } as never
    const recent = kept.open('a', { type: 'recent', filters }) as unknown as LiveView
    kept.leave(recent)
    expect(inbox()).not.toBe(recent)
    expect(kept.open('b', { type: 'recent', filters })).not.toBe(recent)
    expect(kept.open('a', { type: 'recent', filters: { text: 'x' } as never })).not.toBe(recent)
    expect(kept.open('a', { type: 'recent', filters })).toBe(recent)
  })

  it('is closed five minutes after it was left', () => {
    const { kept, inbox, open } = setUp()
    kept.leave(inbox())
    vi.advanceTimersByTime(4 * minute)
    kept.leave(inbox())
    vi.advanceTimersByTime(4 * minute)
    expect(open()).toEqual(['a'])
    vi.advanceTimersByTime(minute)
    expect(open()).toEqual([])
  })

  it('is one of four at most, and is closed with its account', () => {
    const { kept, inbox, open } = setUp()
    for (const accountId of ['a', 'b', 'c', 'd', 'e', 'f']) kept.leave(inbox(accountId))
    expect(open()).toEqual(['c', 'd', 'e', 'f'])
    kept.forget('d')
    expect(open()).toEqual(['c', 'e', 'f'])
  })

  it('is opened again if it failed, is not loaded or has grown long', () => {
    const { kept, inbox, open } = setUp()
    const failed = inbox()
    failed.failure = { code: 'VIEW_FAILED' }
    const empty = inbox()
    empty.meta = null
    const long = inbox()
    long.show(
      Array.from({ length: 121 }, () => row),
      meta,
    )
    for (const view of [failed, empty, long]) kept.leave(view)
    expect(open()).toEqual([])
    const later = inbox()
    kept.leave(later)
    later.failure = { code: 'VIEW_FAILED' }
    expect(inbox()).not.toBe(later)
    expect(open()).toEqual(['a'])
  })
})

describe('a list that is kept permanently', () => {
  const streams = { type: 'streams', text: '', only: null } as unknown as ViewQuery // any other

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is open soon after its account and throttled, and is reused when it is opened', () => {
    const { kept, inbox, open, resting } = setUp([{ type: 'inbox' }, streams])
    kept.prepare('a')
    kept.prepare('a')
    expect(open()).toEqual([])
    vi.advanceTimersByTime(2_000)
    expect(resting()).toEqual(['a inbox', 'a streams'])
    const view = inbox()
    expect(view.items).toEqual([row])
    expect(resting()).toEqual(['a streams'])
    kept.prepare('a')
    vi.advanceTimersByTime(2_000)
    expect(open()).toEqual(['a', 'a'])
  })

  it('is throttled a minute after it was left, outlives other lists, and is closed with its account', () => {
    const { kept, inbox, open, resting } = setUp([{ type: 'inbox' }])
    kept.leave(inbox())
    for (const text of ['1', '2', '3', '4', '5', '6']) {
      kept.leave(kept.open('b', { type: 'snippets', text }))
    }
    expect(open()).toEqual(['a', 'b', 'b', 'b', 'b'])
    vi.advanceTimersByTime(59_000)
    expect(resting()).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(resting()).toEqual(['a inbox'])
    vi.advanceTimersByTime(60 * minute)
    expect(open()).toEqual(['a'])
    kept.leave(inbox())
    expect(resting()).toEqual([])
    kept.prepare('a')
    kept.forget('a')
    vi.advanceTimersByTime(60 * minute)
    expect(open()).toEqual([])
  })
})

describe('the inbox and the recent conversations', () => {
  it('appear without another call when they are opened again, and are off screen meanwhile', async () => {
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task))
    const { model, openQueries, openViews, calls, update } = windowFixture()
    await model.start()
    for (const kind of ['inbox', 'recent'] as const) {
      model.routes.go({ kind })
      await answered()
      model.routes.go({ kind: 'drafts' })
      expect(calls.findLast(({ name }) => name === 'views.look')?.input).toMatchObject({ first: null, last: null })
    }
    await answered()
    const kept = openQueries().filter((query) => /inbox|recent/.test(query))
    expect(kept).toEqual(['a inbox', 'a recent'])
    const inbox = openViews().find(({ query }) => query.type === 'inbox')
    const entry = { key: 'lunch', narrow: { kind: 'direct', userIds: [7] }, mentions: 0, unread: 1, newestId: 3 }
    const ops = [{ op: 'reset', items: [entry], meta }]
    const change = { viewId: inbox?.viewId ?? '', engineEpoch: 1, from: 1, to: 2, ops }
    update({ type: 'views', accountId: 'a', batch: 1, updates: [change as never] })
    const before = calls.length
    model.routes.go({ kind: 'inbox' })
    const { screen } = model.routeNavigator.shownRoute ?? {}
    expect(screen).toMatchObject({ isDrawable: true, lines: [{ kind: 'heading' }, { key: 'a lunch' }] })
    expect(calls.slice(before).filter(({ name }) => name === 'views.open')).toEqual([])
    model.routes.go({ kind: 'recent' })
    expect(model.routeNavigator.shownRoute?.screen.isDrawable).toBe(true)
    vi.unstubAllGlobals()
  })

  it('show the current unread messages after throttling, without the rows that were read meanwhile', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task))
    const { model, openViews, update, calls } = windowFixture({
      answer: (name, input) =>
        name === 'views.throttle' && !(input as { isThrottled: boolean }).isThrottled
          ? Promise.resolve({ ok: true, value: { revision: 3 } })
          : undefined,
    })
    const turn = () => vi.advanceTimersByTimeAsync(0)
    await model.start()
    model.routes.go({ kind: 'inbox' })
    await turn()
    const { viewId = '' } = openViews().find(({ query }) => query.type === 'inbox') ?? {}
    let revision = 1
    const deliver = (...keys: string[]) => {
      const items = keys.map((key) => ({
        key,
        narrow: { kind: 'direct', userIds: [7] },
        mentions: 0,
        unread: 1,
        newestId: 3,
      }))
      const change = { viewId, engineEpoch: 1, from: revision, to: revision + 1, ops: [{ op: 'reset', items, meta }] }
      revision += 1
      update({ type: 'views', accountId: 'a', batch: revision, updates: [change as never] })
    }
    const shown = () =>
      (model.routeNavigator.shownRoute?.screen as InboxScreen).lines
        .filter(({ kind }) => kind === 'row')
        .map(({ key }) => key)
    deliver('lunch', 'tea')
    model.routes.go({ kind: 'drafts' })
    await vi.advanceTimersByTimeAsync(minute)
    expect(calls.findLast(({ name }) => name === 'views.throttle')?.input).toMatchObject({ viewId, isThrottled: true })
    model.routes.go({ kind: 'inbox' })
    expect(shown()).toEqual(['a lunch', 'a tea'])
    const renewals = () => (model.routeNavigator.shownRoute?.screen as InboxScreen).renewals
    const before = renewals()
    await turn()
    expect(renewals()).toBe(before)
    deliver('tea')
    expect(shown()).toEqual(['a tea'])
    expect(renewals()).toBe(before + 1)
    // From now on the reader is present, so a row that is read keeps its position.
    deliver('tea', 'soup')
    deliver('soup')
    expect(renewals()).toBe(before + 1)
    expect(shown()).toEqual(['a tea', 'a soup'])
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})
