import { describe, expect, it, vi } from 'vitest'
import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ConversationEntry } from '#contract/navigation.ts'
import type { ViewUpdate } from '#contract/views.ts'
import { KeptViews } from '#renderer/bridge/kept-views.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { KeptComposers } from '#renderer/parts/composer/kept-composers.ts'
import { InboxScreen } from '#renderer/features/inbox/inbox-screen.svelte.ts'

const entry = (topic: string, newestId: number) =>
  ({
    key: topic,
    kind: 'conversation',
    narrow: { kind: 'topic', streamId: 1, topic },
    unread: 1,
    mentions: 0,
    newestId,
    last: { id: newestId },
  }) as unknown as ConversationEntry

const answered = () => new Promise((resolve) => setTimeout(resolve))

async function setUp(...topics: string[]) {
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const notices: string[] = []
  const engine = { refusal: null as Failure | null, content: '', inbox: null as ConversationEntry[] | null }
  const call = (name: string, input: Record<string, unknown>) => {
    calls.push({ name, input })
    if (engine.refusal !== null && name.startsWith('messages.')) return { ok: false, error: engine.refusal }
    const { type, narrow } = (input.query ?? {}) as { type?: string; narrow?: unknown }
    const first = engine.inbox ?? topics.map((topic, index) => entry(topic, index + 1))
    const items = type === 'inbox' ? first : []
    const meta = { unread: 9, hasMore: engine.inbox !== null, isCut: false }
    const draft = {
      revision: 1,
      draftId: engine.content === '' ? null : 'd',
      topic: '',
      content: engine.content,
      attachments: [],
    }
    const values: Record<string, unknown> = {
      'views.open': { engineEpoch: 1, revision: 0, items, meta: type === 'inbox' ? meta : { narrow, draft } },
      'messages.readConversation': { messageIds: [1, 2] },
      'drafts.get': draft,
      'drafts.set': { revision: 2, isQueued: false },
    }
    return { ok: true, value: values[name] ?? null }
  }
  const bridge: Bridge = {
    call: ((name: string, input: Record<string, unknown>) => Promise.resolve(call(name, input))) as Bridge['call'],
    onUpdate: () => () => undefined,
  }
  const views = new ViewClient(bridge)
  const composers = new KeptComposers(bridge)
  const notify = (sentence: string) => notices.push(sentence)
  const inbox = new InboxScreen(
    { kind: 'inbox' },
    { accountId: 'a', position: null },
    { bridge, views, lists: new KeptViews(views, []), composers, notify, accounts: () => [] },
  )
  await answered()
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task))
  let revision = 0
  /** Updates the engine’s list. */
  const change = (...items: ConversationEntry[]) => step(false, ...items)
  /** Updates the engine’s list, of which it has more or not. */
  const step = (hasMore: boolean, ...items: ConversationEntry[]) => {
    const viewId = calls.findLast(({ input }) => (input.query as { type?: string } | undefined)?.type === 'inbox')
      ?.input.viewId
    const ops: ViewUpdate['ops'] = [{ op: 'reset', items, meta: { unread: items.length, hasMore, isCut: false } }]
    const update = { engineEpoch: 1, viewId: viewId as string, from: revision, to: (revision += 1), ops }
    views.receive({ type: 'views', accountId: 'a', batch: 1, updates: [update] })
  }
  const row = (topic: string) => {
    const found = inbox.lines.find(({ kind, entry }) => kind === 'row' && entry.key === topic)
    if (found?.kind !== 'row') throw new Error(`no row ${topic}`)
    return found
  }
  const shown = () => inbox.lines.flatMap((line) => (line.kind === 'row' ? [line.entry.key] : []))
  return {
    inbox,
    calls,
    notices,
    engine,
    change,
    step,
    reopen: async () => {
      views.reopen('a')
      await answered()
      revision = 0
    },
    row,
    shown,
    named: (name: string) => calls.filter((each) => each.name === name),
  }
}

describe('a long list', () => {
  it('requests the next step near its end, once for each length', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `t${index}`)
    const { inbox, step, named } = await setUp()
    step(true, ...names.map((name, index) => entry(name, index)))
    await inbox.reach(10)
    expect(named('views.more')).toEqual([])
    await inbox.reach(50)
    await inbox.reach(55)
    expect(named('views.more')).toHaveLength(1)
    step(false, ...names.map((name, index) => entry(name, index)))
    await inbox.reach(55)
    expect(named('views.more')).toHaveLength(1)
  })

  it('does not mark rows beyond its first step as read when it is opened again', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `t${index}`)
    const all = names.map((name, index) => entry(name, index))
    const { step, reopen, row, engine, named } = await setUp()
    step(true, ...all)
    engine.inbox = all.slice(0, 60)
    await reopen()
    expect(row('t70').isRead).toBe(false)
    await answered()
    expect(named('views.more')).toHaveLength(1)
    step(true, ...all.slice(0, 60), ...all.slice(61))
    expect(row('t70').isRead).toBe(false)
    step(true, ...all.slice(0, 59), ...all.slice(60, 70), ...all.slice(71))
    expect(row('t59').isRead).toBe(true)
    expect(row('t70').isRead).toBe(true)
  })
})

describe('marking a row as read', () => {
  it('removes it at once, even while the engine still lists it, until a newer message comes', async () => {
    const { inbox, change, row, shown, named } = await setUp('a', 'b')
    const marking = inbox.markRead(row('a'))
    expect(shown()).toEqual(['b'])
    change(entry('a', 1), entry('b', 2))
    expect(shown()).toEqual(['b'])
    await marking
    expect(named('messages.readConversation').map(({ input }) => input.narrow)).toEqual([
      { kind: 'topic', streamId: 1, topic: 'a' },
    ])
    expect(inbox.marked?.lastMark).toEqual({ state: 'read', count: 2 })
    change(entry('b', 2))
    change(entry('a', 3), entry('b', 2))
    expect(shown()).toEqual(['a', 'b'])
  })

  it('is back after it was undone before the engine updated its list', async () => {
    const { inbox, row, shown } = await setUp('a', 'b')
    await inbox.markRead(row('a'))
    expect(shown()).toEqual(['b'])
    await inbox.undo()
    // The engine's list has not changed in between, so that it sends nothing.
    expect(shown()).toEqual(['a', 'b'])
  })

  it('is undone for exactly the marked messages', async () => {
    const { inbox, change, row, shown, named } = await setUp('a', 'b')
    await inbox.markRead(row('a'))
    await inbox.undo()
    change(entry('a', 1), entry('b', 2))
    expect(named('messages.unreadAgain')[0]?.input).toMatchObject({ messageIds: [1, 2] })
    expect(shown()).toEqual(['a', 'b'])
  })

  it('restores the row with the reason if it is refused', async () => {
    const { inbox, engine, row, shown, notices } = await setUp('a', 'b')
    engine.refusal = { code: 'NO_ANSWER' }
    await inbox.markRead(row('a'))
    expect(shown()).toEqual(['a', 'b'])
    expect(notices).toHaveLength(1)
    expect(inbox.marked).toBeNull()
  })

  it('only removes a row that was read elsewhere', async () => {
    const { inbox, change, row, shown, named } = await setUp('a', 'b')
    change(entry('b', 2))
    expect(row('a').isRead).toBe(true)
    await inbox.markRead(row('a'))
    expect([shown(), named('messages.readConversation')]).toEqual([['b'], []])
  })
})

describe('a reply below a row', () => {
  it('is the draft of the conversation, closes when it is sent, and is shown at the row until a newer message comes', async () => {
    const { inbox, engine, change, row, named } = await setUp('a', 'b')
    engine.content = 'half a thought'
    inbox.answer(row('a'))
    await answered()
    expect(inbox.composer?.content).toBe('half a thought')
    expect(inbox.answerOf('a a')?.meta).not.toBeNull()
    if (inbox.composer !== null) inbox.composer.content = 'a whole one'
    await inbox.composer?.send()
    expect(named('messages.send')[0]?.input).toMatchObject({
      destination: { kind: 'topic', streamId: 1, topic: 'a' },
      content: 'a whole one',
    })
    expect([inbox.composer, inbox.answeredText(row('a'))]).toEqual([null, 'a whole one'])
    change(entry('a', 5), entry('b', 2))
    expect(inbox.answeredText(row('a'))).toBeNull()
  })

  it('keeps its text when it is closed, another is opened, or the inbox is left', async () => {
    const { inbox, row, named } = await setUp('a', 'b')
    for (const [leave, text] of [
      [() => inbox.closeAnswer(), 'closed'],
      [() => inbox.answer(row('b')), 'another'],
      [() => inbox.close(), 'left'],
    ] as const) {
      inbox.answer(row('a'))
      await answered()
      const { composer } = inbox
      if (composer === null) throw new Error('no composer')
      composer.content = text
      composer.edited()
      leave()
      await answered()
      expect(named('drafts.set').at(-1)?.input).toMatchObject({ content: text, narrow: { topic: 'a' } })
    }
    expect(inbox.composer).toBeNull()
  })
})

describe('the inbox of all organizations', () => {
  /** Test engines of several accounts, each with its topics. */
  function several(topics: Readonly<Record<string, readonly string[]>>, ...failingAtFirst: string[]) {
    const calls: { name: string; input: Record<string, unknown> }[] = []
    const accounts = { ids: Object.keys(topics) }
    const failing = new Set(failingAtFirst)
    const call = (name: string, input: Record<string, unknown>) => {
      calls.push({ name, input })
      const accountId = input.accountId as string
      if (name === 'views.open' && failing.has(accountId)) return { ok: false, error: { code: 'NO_ANSWER' } }
      const items = (topics[accountId] ?? []).map((topic, index) => entry(topic, index + 1))
      const values: Record<string, unknown> = {
        'views.open': { engineEpoch: 1, revision: 0, items, meta: { unread: 1, hasMore: false, isCut: false } },
        'messages.readConversation': { messageIds: [1] },
      }
      return { ok: true, value: values[name] ?? null }
    }
    const bridge = {
      call: (name: string, input: Record<string, unknown>) => Promise.resolve(call(name, input)),
      onUpdate: () => () => undefined,
    } as unknown as Bridge
    const notify = () => undefined
    const views = new ViewClient(bridge)
    const ports = { bridge, views, lists: new KeptViews(views, []), composers: new KeptComposers(bridge), notify }
    const inbox = new InboxScreen(
      { kind: 'inbox', isEverywhere: true },
      { accountId: 'a', position: null },
      {
        ...ports,
        accounts: () => accounts.ids.map((id) => ({ id }) as AccountSummary),
      },
    )
    const shown = () => inbox.lines.flatMap((line) => (line.kind === 'row' ? [line.key] : []))
    const ofName = (name: string) => calls.filter((each) => each.name === name).map(({ input }) => input)
    return { inbox, accounts, failing, shown, ofName }
  }

  it('marks a row as read only in its own organization, and undoes it there', async () => {
    const { inbox, shown, ofName } = several({ a: ['lunch'], b: ['lunch'] })
    expect(inbox.isDrawable).toBe(false)
    await answered()
    expect([inbox.isDrawable, shown()]).toEqual([true, ['a lunch', 'b lunch']])
    const row = inbox.lines.find(({ key }) => key === 'b lunch')
    if (row?.kind !== 'row') throw new Error('no row')
    await inbox.markRead(row)
    expect(shown()).toEqual(['a lunch'])
    await inbox.undo()
    const reports = [...ofName('messages.readConversation'), ...ofName('messages.unreadAgain')]
    expect(reports.map(({ accountId }) => accountId)).toEqual(['b', 'b'])
  })

  it('shows the other lists if one fails, with the reason', async () => {
    const { inbox, failing, shown } = several({ a: ['lunch'], b: ['soup'] }, 'b')
    await answered()
    expect([inbox.isDrawable, shown()]).toEqual([true, ['a lunch']])
    expect(inbox.problems).toEqual([{ accountId: 'b', failure: { code: 'NO_ANSWER' } }])
    failing.clear()
    inbox.retry()
    await answered()
    expect([inbox.problems, shown()]).toEqual([[], ['a lunch', 'b soup']])
  })

  it('follows added and removed organizations, and leaves the lists of removed ones', async () => {
    const { inbox, accounts, shown, ofName } = several({ a: ['lunch'], b: ['soup'], c: ['tea'] })
    await answered()
    accounts.ids = ['c', 'a']
    inbox.follow()
    await answered()
    expect([shown(), ofName('views.look').length]).toEqual([['c tea', 'a lunch'], 1])
    inbox.setEverywhere(false)
    await answered()
    expect([shown(), inbox.route]).toEqual([['a lunch'], { kind: 'inbox' }])
    inbox.close()
    expect(ofName('views.close')).toEqual([])
  })
})
