import { expect, it } from 'vitest'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ViewItem } from '#contract/views.ts'
import { shownKinds } from '#engine/actions/kinds.ts'
import { PreferencesProjection } from '#engine/projections/preferences.ts'
import { PresenceProjection } from '#engine/projections/presences.ts'
import { UnreadProjection } from '#engine/projections/unread.ts'
import { WaitReasons } from '#engine/projections/wait-reason.ts'
import type { Change } from '#engine/state/changes.ts'
import { linkifiers } from '#engine/state/organization/linkifiers.ts'
import type { MessageRow } from '#engine/store/message-row.ts'
import type { FetchRequest } from '#engine/sync/fetch-proof.ts'
import type { FetchResult } from '#engine/sync/fetcher.ts'
import { RequestBudget } from '#engine/sync/revalidation/request-budget.ts'
import type { StoredRange } from '#engine/values/ranges.ts'
import { ConversationView } from '#engine/views/conversation.ts'
import { FeedView } from '#engine/views/feed.ts'
import { WindowViews } from '#engine/views/hosting/window-views.ts'
import { MessageViews } from '#engine/views/messages/message-views.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openCore, setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

/**
 * The core of a closed client that has every message of a topic, all by one person, and no proof that they are
 * complete. A conversation and a feed of that person therefore have the same rows.
 */
async function setUp({ count = 20, isOnline = false } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris, noor, mei, general, design } = people
  await server.post(noor, { stream: general, topic: 'log' }, 'first')
  server.fill({ stream: general, topic: 'log' }, { from: noor, to: iris, count: count - 1 })
  const database = temporaryDatabase()
  const client = start({ database })
  await client.online()
  await client.engine.call('cache.policy', { keepsEverything: true })
  await server.clock.advance(20_000)
  client.engine.close()
  const core = openCore(client, database)
  const { store } = core

  const log: Narrow = { kind: 'topic', streamId: general, topic: 'log' }
  const own = `topic:${general}:log`
  const rows = store.messages.from(log, 0, count)
  expect(rows).toHaveLength(count)
  const ids = rows.map(({ id }) => id)
  const setRanges = (ranges: readonly StoredRange[]) => {
    for (const container of [`stream:${general}`, own, `feed:sender:${noor.id}`, 'feed:combined']) {
      store.ranges.replace(container, ranges)
    }
  }
  setRanges([])

  const preferences = new PreferencesProjection(core, shownKinds)
  const unread = new UnreadProjection(core, preferences, shownKinds)
  const presences = new PresenceProjection(core, () => undefined)
  const waiting = new WaitReasons(core, {
    undoUntil: () => null,
    connection: () => ({ state: 'online' }),
    pause: () => null,
    uploadedBytes: () => null,
  })
  const asked: Pick<FetchRequest, 'anchor' | 'numBefore' | 'numAfter'>[] = []
  /** Answers a request of a view; by default, an answer never comes. */
  const answers: { fetch: () => Promise<FetchResult> } = { fetch: () => new Promise(() => undefined) }
  const ports = {
    isOnline: () => isOnline,
    fetch: ({ anchor, numBefore, numAfter }: FetchRequest) => {
      asked.push({ anchor, numBefore, numAfter })
      return answers.fetch()
    },
    revalidate: () => Promise.resolve(),
    onDirty: () => undefined,
    waiting,
    newestAsked: new Set<string>(),
    budget: new RequestBudget(),
  }
  const conversation = (anchor: 'newest' | number = 'newest', narrow: Narrow = log, more: { isAhead?: true } = {}) =>
    new ConversationView(core, { unread, preferences, presences }, ports, { narrow, anchor, ...more })
  const feed = (
    anchor: 'newest' | number = 'newest',
    narrow: FeedNarrow = { kind: 'sender', userId: noor.id },
  ): FeedView => new FeedView(core, unread, preferences, ports, { narrow, anchor })
  const remove = (removed: readonly MessageRow[]) => {
    for (const { id } of removed) store.messages.remove(id)
  }
  const id = (index: number) => ids[index] ?? expect.unreachable('no message')
  return { core, log, own, rows, id, setRanges, asked, answers, conversation, feed, remove, ...people, mei, design }
}

type World = Awaited<ReturnType<typeof setUp>>

const keysOf = (view: { compute: () => { items: readonly ViewItem[] } }) => view.compute().items.map(({ key }) => key)
const gapsOf = (view: { compute: () => { items: readonly ViewItem[] } }) =>
  view.compute().items.flatMap((item) => (item.kind === 'gap' ? [item.key] : []))
const queryAround = (anchor: number) => ({ anchor, numBefore: 60, numAfter: 100 })

/** Adds a message of the user that waits in the outbox. */
function queueMessage({ core, log, own }: World): void {
  core.commit(() => {
    core.store.outbox.insert({
      local_id: 'a',
      kind: 'send',
      queue_key: own,
      payload: JSON.stringify({ destination: log, content: 'pending' }),
      created_at: 0,
    })
    return [{ kind: 'outbox', queueKey: own }]
  })
}

it('a conversation has a gap between any two unproven rows, a feed only at the bounds of its ranges [M5]', async () => {
  const { id, setRanges, conversation, feed } = await setUp({ count: 6 })
  setRanges([{ low: id(1), high: id(3), live_epoch: null }])
  expect(gapsOf(conversation(1))).toEqual([0, 3, 4].map((index) => `gap:${id(index)}`))
  expect(gapsOf(feed(1))).toEqual([0, 3].map((index) => `gap:${id(index)}`))
  setRanges([])
  expect(gapsOf(conversation(1))).toEqual([0, 1, 2, 3, 4].map((index) => `gap:${id(index)}`))
  expect(gapsOf(feed(1))).toEqual([])
})

it('only a conversation has a gap below its last row, and pending messages after it [S9]', async () => {
  const world = await setUp({ count: 6 })
  const { core, rows, id, setRanges, conversation, feed, remove } = world
  const live = core.accountState.epoch
  setRanges([
    { low: 0, high: id(2), live_epoch: null },
    { low: id(5), high: id(5), live_epoch: live },
  ])
  remove(rows.slice(3))
  queueMessage(world)
  const messages = [0, 1, 2].map((index) => `message:${id(index)}`)
  const [last] = keysOf(conversation(1)).slice(-1)
  expect(last).toMatch(/a$/)
  expect(keysOf(conversation(1))).toEqual([...messages, `gap:${id(2)}`, last])
  expect(keysOf(feed(1))).toEqual(messages)
  // Without the gap, the pending message follows the last row.
  setRanges([{ low: 0, high: id(5), live_epoch: live }])
  expect(keysOf(conversation(1))).toEqual([...messages, last])
})

it('only a conversation with a pending message changes when the reason to wait does', async () => {
  const world = await setUp({ count: 6 })
  queueMessage(world)
  const [conversation, feed] = [world.conversation(), world.feed()]
  conversation.compute()
  feed.compute()
  expect([conversation.isAffected({ kind: 'waiting' }), feed.isAffected({ kind: 'waiting' })]).toEqual([true, false])
})

it('a conversation counts what is above its window, a feed changes only with its own rows', async () => {
  const { core, rows, own, id, conversation, feed, remove } = await setUp()
  // The window starts at its first row, since nothing proves the rows above.
  remove(rows.slice(0, 5))
  const [ofTopic, ofPerson] = [conversation(), feed()]
  ofTopic.compute()
  ofPerson.compute()
  for (const row of rows.slice(0, 5)) core.store.messages.put(row)
  const changes: Change[] = [
    { kind: 'message', id: id(3), conversation: own },
    { kind: 'unread_added', id: id(3), conversation: own, mention: 0 },
    { kind: 'unread_removed', id: id(3) },
    { kind: 'unread_replaced', put: [], gone: [id(3)] },
    { kind: 'unread_replaced', put: [{ message_id: 999, conversation: own, mention: 0 }], gone: [] },
  ]
  expect(core.accountState.unread.has(id(3))).toBe(true)
  expect(changes.map((change) => ofTopic.isAffected(change))).toEqual(changes.map(() => true))
  expect(changes.map((change) => ofPerson.isAffected(change))).toEqual(changes.map(() => false))
  const read: Change[] = [
    { kind: 'unread_removed', id: id(8) },
    { kind: 'unread_replaced', put: [], gone: [id(8)] },
  ]
  for (const change of read) expect([ofTopic.isAffected(change), ofPerson.isAffected(change)]).toEqual([true, true])
  // Both change with a row in their range, and with none of another conversation that they do not show.
  const shown: Change = { kind: 'message', id: id(8), conversation: own }
  expect([ofTopic.isAffected(shown), ofPerson.isAffected(shown)]).toEqual([true, true])
  const unknown: Change = { kind: 'message', id: 999, conversation: 'topic:77:elsewhere' }
  expect([ofTopic.isAffected(unknown), ofPerson.isAffected(unknown)]).toEqual([false, false])
  const any: Change = { kind: 'message', id: 999, conversation: '*' }
  expect([ofTopic.isAffected(any), ofPerson.isAffected(any)]).toEqual([true, true])
})

it('a message that the disk lacks changes its conversation, and no feed', async () => {
  const { own, conversation, feed } = await setUp({ count: 6 })
  const change: Change = { kind: 'message', id: 999, conversation: own }
  expect([conversation().isAffected(change), feed().isAffected(change)]).toEqual([true, false])
})

it('a feed asks the disk for rows beyond a gap, a conversation only within the range of its first row', async () => {
  const olderOf = async (isOnline: boolean) => {
    const { core, rows, conversation, feed, remove } = await setUp({ isOnline })
    remove(rows.slice(0, 5))
    const [ofTopic, ofPerson] = [conversation(), feed()]
    for (const row of rows.slice(0, 5)) core.store.messages.put(row)
    return [ofTopic.compute().meta.older, ofPerson.compute().meta.older]
  }
  expect(await olderOf(false)).toEqual(['unreachable', 'more'])
  expect(await olderOf(true)).toEqual(['more', 'more'])
})

it('a conversation changes when a person of it is removed, a feed only if it shows the person', async () => {
  const { core, iris, mei, noor, conversation, feed } = await setUp()
  const person = (id: number) => core.accountState.people.get(id) ?? expect.unreachable('nobody')
  const ofMei = [
    conversation('newest', { kind: 'direct', userIds: [mei.id] }),
    feed('newest', { kind: 'sender', userId: mei.id }),
  ]
  const affected = (change: Change) => ofMei.map((view) => view.isAffected(change))
  for (const view of ofMei) view.compute()
  for (const { id } of [mei, iris]) {
    expect(affected({ kind: 'people', put: [], gone: [id] })).toEqual([true, false])
    expect(affected({ kind: 'people', put: [person(id)], gone: [] })).toEqual([true, true])
  }
  expect(affected({ kind: 'people', put: [person(noor.id)], gone: [noor.id] })).toEqual([false, false])
  const ofNoor = feed()
  ofNoor.compute()
  expect(ofNoor.isAffected({ kind: 'people', put: [], gone: [noor.id] })).toBe(true)
})

it('an epoch makes both read all rows again; settings and streams do so for feeds that they choose', async () => {
  const { core, id, conversation, feed, design, general } = await setUp()
  const stream = (id: number) => core.accountState.streams.get(id) ?? expect.unreachable('no stream')
  const changes: Change[] = [
    { kind: 'epoch' },
    { kind: 'preferences' },
    { kind: 'outbox', queueKey: `move:${design}:plans` },
    { kind: 'streams', put: [stream(design)], gone: [] },
    { kind: 'streams', put: [], gone: [general] },
  ]
  /** Whether each change concerns a view, or `read` if the view then has a change of a row that nothing reported. */
  const after = (view: ConversationView | FeedView) => {
    view.compute()
    return changes.map((change, index) => {
      core.store.messages.setStarred(id(index), true)
      const isAffected = view.isAffected(change)
      const shown = view.compute().items.find((item) => item.kind === 'message' && item.id === id(index))
      core.store.messages.setStarred(id(index), false)
      return shown?.kind === 'message' && shown.isStarred ? 'read' : isAffected
    })
  }
  expect(after(conversation())).toEqual(['read', true, false, false, true])
  expect(after(feed())).toEqual(['read', true, true, false, true])
  expect(after(feed('newest', { kind: 'combined' }))).toEqual(['read', 'read', 'read', 'read', 'read'])
})

it('a conversation changes with its links, typing, drafts, uploads and moves, a feed with none of them', async () => {
  const { own, conversation, feed, noor } = await setUp({ count: 6 })
  const changes: Change[] = [
    { kind: 'part', part: linkifiers },
    { kind: 'typing', conversation: own, personId: noor.id, until: null },
    { kind: 'drafts', conversation: own },
    { kind: 'progress', conversation: own },
    { kind: 'outbox', queueKey: own },
    { kind: 'moved', from: own, to: 'topic:77:elsewhere', mode: 'change_one' },
    { kind: 'moved', from: 'topic:77:elsewhere', to: own, mode: 'change_one' },
  ]
  const [ofTopic, ofPerson] = [conversation(), feed()]
  expect(changes.map((change) => ofTopic.isAffected(change))).toEqual(changes.map(() => true))
  expect(changes.map((change) => ofPerson.isAffected(change))).toEqual(changes.map(() => false))
})

it('a conversation changes with the ranges of its current narrow, also after a move; a feed with its own [M15]', async () => {
  const { own, conversation, feed, general, noor } = await setUp({ count: 6 })
  const [ofTopic, ofPerson] = [conversation(), feed()]
  const moved = `topic:${general}:moved`
  const containers = [`stream:${general}`, own, moved, `feed:sender:${noor.id}`]
  const affected = (view: ConversationView | FeedView) =>
    containers.map((container) => view.isAffected({ kind: 'ranges', container }))
  expect(affected(ofTopic)).toEqual([true, true, false, false])
  expect(affected(ofPerson)).toEqual([false, false, false, true])
  ofTopic.onMoved({ kind: 'moved', from: own, to: moved, mode: 'change_one' })
  expect(ofTopic.compute().meta.narrow).toMatchObject({ topic: 'log' })
  ofTopic.onMoved({ kind: 'moved', from: own, to: moved, mode: 'change_later' })
  expect(ofTopic.compute().meta.narrow).toMatchObject({ topic: 'moved' })
  expect(affected(ofTopic)).toEqual([true, false, true, false])
})

it.each(['ranges', 'ranges_lost'] as const)(
  'after the change %s, both ask again only for what is no longer complete',
  async (kind) => {
    const { core, setRanges, asked, answers, conversation, feed, general, noor } = await setUp({
      count: 6,
      isOnline: true,
    })
    setRanges([{ low: 0, high: 6, live_epoch: core.accountState.epoch }])
    const found = { foundOldest: true, foundNewest: true, count: 6, firstId: 1, lastId: 6, lookups: 0, holes: [] }
    answers.fetch = () => Promise.resolve(found)
    for (const [view, container] of [
      [conversation(), `stream:${general}`],
      [feed(), `feed:sender:${noor.id}`],
    ] as const) {
      await view.refresh()
      asked.length = 0
      await view.refresh()
      expect(asked).toEqual([])
      view.isAffected({ kind, container })
      await view.refresh()
      expect(asked).toHaveLength(kind === 'ranges_lost' ? 1 : 0)
      view.close()
    }
  },
)

it('the first answer places a conversation whose anchor is unproven, and a feed of which nothing is proven', async () => {
  const isAround = async (kind: 'conversation' | 'feed', range: StoredRange | null, act: 'none' | 'look' | 'more') => {
    const world = await setUp({ isOnline: true })
    const { id, setRanges, asked, rows, remove } = world
    setRanges(range === null ? [] : [range])
    remove(rows.slice(10))
    const view = world[kind](id(15))
    if (act === 'look') view.look({ low: id(3), high: id(5) })
    else if (act === 'more') void view.more('newer')
    else void view.refresh()
    view.close()
    expect(asked).toHaveLength(1)
    return JSON.stringify(asked[0]) === JSON.stringify(queryAround(id(15)))
  }
  const before = { low: 1, high: 5, live_epoch: null }
  expect([await isAround('conversation', null, 'none'), await isAround('feed', null, 'none')]).toEqual([true, true])
  // Any proof keeps the feed in its place.
  expect([await isAround('conversation', before, 'none'), await isAround('feed', before, 'none')]).toEqual([
    true,
    false,
  ])
  const around = { low: 1, high: 20, live_epoch: null }
  expect([await isAround('conversation', around, 'none'), await isAround('feed', around, 'none')]).toEqual([
    false,
    false,
  ])
  // The reader moves a feed by looking at it, and either by scrolling to its edge.
  expect([await isAround('conversation', null, 'look'), await isAround('feed', null, 'look')]).toEqual([true, false])
  expect([await isAround('conversation', null, 'more'), await isAround('feed', null, 'more')]).toEqual([false, false])
})

it('a feed at which nobody has looked is placed by the first answer', async () => {
  const { id, asked, feed, conversation } = await setUp({ isOnline: true })
  const [ofTopic, ofPerson] = [conversation(id(15)), feed(id(15))]
  for (const view of [ofTopic, ofPerson]) {
    view.look(null)
    view.close()
  }
  expect(asked).toEqual([queryAround(id(15)), queryAround(id(15))])
})

it('at the end without rows, the first answer places a conversation at the end, and a feed where it was opened', async () => {
  const world = await setUp({ count: 600, isOnline: true })
  const { core, rows, id, setRanges, answers, remove, general, noor } = world
  const newerOf = async (kind: 'conversation' | 'feed') => {
    remove(rows)
    setRanges([])
    answers.fetch = () => {
      for (const row of rows) core.store.messages.put(row)
      setRanges([{ low: 0, high: id(599), live_epoch: core.accountState.epoch }])
      for (const container of [`stream:${general}`, `feed:sender:${noor.id}`]) {
        core.store.ranges.noteFresh(container, { low: 0, high: Infinity })
      }
      return Promise.resolve({
        foundOldest: true,
        foundNewest: true,
        count: rows.length,
        firstId: id(0),
        lastId: id(599),
        lookups: 0,
        holes: [],
      })
    }
    const view = world[kind](id(10))
    expect(view.anchor()).toBe(id(10))
    await view.more('newest')
    view.close()
    expect(view.anchor()).toBeNull()
    return view.compute().meta.newer
  }
  expect([await newerOf('conversation'), await newerOf('feed')]).toEqual(['none', 'more'])
})

it('only a conversation asks for its newest messages although nothing is stale, once for each conversation [M13]', async () => {
  const { core, setRanges, asked, answers, conversation, feed, general, noor } = await setUp({
    count: 6,
    isOnline: true,
  })
  setRanges([{ low: 0, high: 6, live_epoch: core.accountState.epoch }])
  for (const container of [`stream:${general}`, `feed:sender:${noor.id}`]) {
    core.store.ranges.noteFresh(container, { low: 0, high: Infinity })
  }
  const found = { foundOldest: true, foundNewest: true, count: 6, firstId: 1, lastId: 6, lookups: 0, holes: [] }
  answers.fetch = () => Promise.resolve(found)
  for (const [view, expected] of [
    [feed(), 0],
    [conversation(), 1],
    [conversation(), 0],
  ] as const) {
    asked.length = 0
    await view.refresh()
    view.close()
    expect(asked).toHaveLength(expected)
  }
})

it('a feed that the server cannot search is not asked for', async () => {
  const { asked, feed, conversation } = await setUp({ count: 6, isOnline: true })
  const views = [feed('newest', { kind: 'followed' }), conversation(), feed()]
  for (const view of views) {
    void view.refresh()
    view.close()
  }
  expect(asked).toHaveLength(2)
})

it('a conversation that was opened ahead shows its end when it is looked at', async () => {
  const { own, log, conversation } = await setUp({ count: 6 })
  expect(conversation('newest', log).showsEndOf(own)).toBe(true)
  const ahead = conversation('newest', log, { isAhead: true })
  expect(ahead.showsEndOf(own)).toBe(false)
  ahead.look(null)
  expect(ahead.showsEndOf(own)).toBe(true)
  ahead.close()
})

it('the messages that a feed shows are reported as seen, and none of a conversation, which fetches them itself', async () => {
  const { core, id, conversation, feed } = await setUp({ count: 6 })
  const windows = new WindowViews(core, () => undefined)
  const messageViews = new MessageViews(core, windows)
  const [ofTopic, ofPerson] = [conversation(), feed()]
  windows.of(testWindow).open('topic', ofTopic)
  windows.of(testWindow).open('person', ofPerson)
  expect(messageViews.shownBetween(ofTopic, id(1), id(3))).toEqual([])
  expect(messageViews.shownBetween(ofPerson, id(1), id(3)).map((item) => item.id)).toEqual([1, 2, 3].map(id))
  expect(messageViews.lowestShown()).toBe(id(0))
  windows.stop()
})
