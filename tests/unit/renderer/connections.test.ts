import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import type { AccountSummary, ConnectionMeta, RetryOutcome, WaitingAction } from '#contract/accounts.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { OpenedView } from '#contract/views.ts'
import { Connections, factsOf, announcedState } from '#renderer/features/connection/connections.svelte.ts'
import { Ticking } from '#renderer/ui/ticking.svelte.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'

const now = Date.UTC(2026, 10, 20, 12)

const account = (id: string, over: Partial<AccountSummary> = {}): AccountSummary => ({
  id,
  server: `https://${id}.example`,
  organization: `The ${id}`,
  email: 'iris@x.example',
  name: 'Iris Lindqvist',
  connection: { state: 'online' },
  rateLimitedUntil: null,
  unread: 0,
  mentions: 0,
  failed: 0,
  unsent: 0,
  clock: '24',
  word: 'stream',
  ...over,
})

const meta = (over: Partial<ConnectionMeta> = {}): ConnectionMeta => ({
  connection: { state: 'online' },
  since: now,
  rateLimitedUntil: null,
  reachedAt: now,
  tries: { count: 0, lastAt: null, failure: null },
  nextTryAt: null,
  total: 0,
  failed: 0,
  oldestAt: null,
  quietSince: now,
  hasStale: false,
  known: { people: 184, streams: 42, unread: 21 },
  isRegistered: true,
  ...over,
})

const row = (index: number): WaitingAction => ({
  key: `outbox:${index}`,
  kind: 'waiting_action',
  localId: String(index),
  what: { code: 'MESSAGE' },
  title: 'lunch',
  streamName: null,
  streamColor: null,
  text: '',
  state: 'queued',
  reason: null,
  since: now,
  tries: { count: 0, lastAt: null, failure: null },
  nextTryAt: null,
  files: [],
  fileCount: 0,
})

/** A bridge that answers each opened view as configured, and records the calls. */
function world(answers: { views?: Record<string, Result<OpenedView>>; retry?: Result<RetryOutcome> } = {}) {
  const calls: [name: string, input: Record<string, unknown>][] = []
  const bridge: Bridge = {
    call(name, input) {
      const given = input as Record<string, unknown>
      calls.push([name, given])
      const opened: OpenedView = { engineEpoch: 1, revision: 0, items: [], meta: meta() }
      if (name === 'views.open') {
        const view = answers.views?.[String(given.accountId)] ?? { ok: true, value: opened }
        return Promise.resolve(view)
      }
      if (name === 'accounts.retry')
        return Promise.resolve(answers.retry ?? { ok: true, value: { kind: 'trying' } }) as never
      return Promise.resolve({ ok: true, value: null }) as never
    },
    onUpdate: () => () => undefined,
  }
  const panel = new Connections({ bridge, views: new ViewClient(bridge), selected: 'b' })
  const count = (name: string) => calls.filter(([called]) => called === name).length
  return { panel, calls, count }
}

const flush = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the panel of connections', () => {
  it('has one view of each account while it is open, and closes all of them', async () => {
    const { panel, calls, count } = world()
    const twenty = Array.from({ length: 20 }, (_, index) => account(`o${index}`))
    panel.sync(twenty)
    panel.sync(twenty.map((one) => ({ ...one, unread: 5 })))
    await flush()
    expect(count('views.open')).toBe(20)
    expect(panel.entries[3]?.account.unread).toBe(5)
    panel.sync(twenty.slice(1))
    expect(calls.filter(([name]) => name === 'views.close').map(([, input]) => input.accountId)).toEqual(['o0'])
    panel.close()
    expect(count('views.close')).toBe(20)
    expect(panel.selected).toBeNull()
  })

  it('shows the selected account, and another one when that is removed', () => {
    const { panel } = world()
    panel.sync([account('a'), account('b')])
    expect(panel.selected?.account.id).toBe('b')
    panel.select('a')
    expect(panel.selected?.account.id).toBe('a')
    panel.sync([account('b')])
    expect(panel.selected?.account.id).toBe('b')
  })

  it('uses main’s state if an engine does not answer', async () => {
    const refused = account('a', { connection: { state: 'refused', reason: textFailure('It keeps failing.') } })
    const { panel } = world({ views: { a: { ok: false, error: { code: 'ENGINE_FAILED', values: { times: 5 } } } } })
    panel.sync([refused, account('b', { connection: { state: 'offline', reason: null, retryAt: now + 5 } })])
    await flush()
    const [a, b] = panel.entries
    expect(a !== undefined && factsOf(a)).toEqual({
      connection: refused.connection,
      rateLimitedUntil: null,
      nextTryAt: null,
    })
    // Its own view is newer than main’s update.
    expect(b !== undefined && factsOf(b).connection.state).toBe('online')
  })

  it('requests more rows once, near the end of the loaded ones', async () => {
    const items = Array.from({ length: 100 }, (_, index) => row(index))
    const opened: OpenedView = { engineEpoch: 1, revision: 0, items, meta: meta({ total: 1000 }) }
    const { panel, count } = world({ views: { b: { ok: true, value: opened } } })
    panel.sync([account('b')])
    await flush()
    const [entry] = panel.entries
    if (entry === undefined) throw new Error('there is no entry')
    await panel.reach(entry, 20)
    expect(count('views.more')).toBe(0)
    await panel.reach(entry, 80)
    await panel.reach(entry, 90)
    expect(count('views.more')).toBe(1)
  })

  it('retries at most once a second, however often the button is pressed', async () => {
    const { panel, count } = world()
    panel.sync([account('a'), account('b')])
    for (let times = 0; times < 10; times += 1) await panel.retry('a')
    expect(count('accounts.retry')).toBe(1)
    await panel.retryAll()
    expect(count('accounts.retry')).toBe(2)
    await vi.advanceTimersByTimeAsync(1000)
    await panel.retryAll()
    expect(count('accounts.retry')).toBe(4)
    expect(panel.answerOf('a', now)).toBe('')
  })

  it('explains until the end of a rate limit why it is not shortened', async () => {
    const until = now + 90_000
    const { panel } = world({ retry: { ok: true, value: { kind: 'rate_limited', until } } })
    panel.sync([account('a')])
    await panel.retry('a')
    expect(panel.answerOf('a', now)).toMatch(/^Not tried\. The server asked Skein to wait until .*trying sooner/)
    expect(panel.answerOf('b', now)).toBe('')
    expect(panel.answerOf('a', until)).toBe('')
  })

  it('shows the error of a failed call', async () => {
    const { panel } = world({ retry: { ok: false, error: { code: 'NO_ACCOUNT' } } })
    panel.sync([account('a')])
    await panel.retry('a')
    expect(panel.answerOf('a', now)).toBe('This account is no longer signed in.')
  })

  it.each([
    ['no result yet', {}, 'Trying…'],
    ['the server has answered', { reachedAt: now + 300 }, 'The server responded.'],
    [
      'it failed again',
      { tries: { count: 2, lastAt: now + 300, failure: { kind: 'network', reason: textFailure('Nobody is there.') } } },
      'That didn’t work. Nobody is there.',
    ],
  ] as const)('shows the result of a retry: %s', async (_, over, words) => {
    const known = meta({ reachedAt: now - 1000, tries: { count: 1, lastAt: now - 1000, failure: null }, ...over })
    const opened: OpenedView = { engineEpoch: 1, revision: 0, items: [], meta: known }
    const { panel } = world({ views: { a: { ok: true, value: opened } } })
    panel.sync([account('a')])
    await flush()
    const [entry] = panel.entries
    if (entry === undefined) throw new Error('there is no entry')
    expect(panel.outcomeOf(entry, now)).toBe('')
    await panel.retry('a')
    expect(panel.outcomeOf(entry, now + 500)).toBe(words)
    // A change a minute later is unrelated.
    expect(panel.outcomeOf(entry, now + 60_001)).toBe('')
  })

  it('announces only states to a screen reader, not seconds', async () => {
    const { panel } = world({
      views: {
        a: {
          ok: true,
          value: {
            engineEpoch: 1,
            revision: 0,
            items: [],
            meta: meta({
              connection: { state: 'offline', reason: null, retryAt: now + 60_000 },
              nextTryAt: now + 60_000,
            }),
          },
        },
      },
    })
    panel.sync([account('a')])
    await flush()
    const [entry] = panel.entries
    if (entry === undefined) throw new Error('there is no entry')
    const announced = Array.from({ length: 50 }, (_, index) => announcedState(entry, now + index * 1000))
    expect(new Set(announced)).toEqual(new Set(['The a: Offline.']))
  })
})

describe('the clock of the panel', () => {
  it('ticks at full seconds, and ends', async () => {
    vi.setSystemTime(now + 400)
    const clock = new Ticking()
    const end = clock.start()
    await vi.advanceTimersByTimeAsync(600)
    expect(clock.now).toBe(now + 1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(clock.now).toBe(now + 2000)
    end()
    await vi.advanceTimersByTimeAsync(5000)
    expect(clock.now).toBe(now + 2000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
