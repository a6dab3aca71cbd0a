import { expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { ViewItem } from '#contract/views.ts'
import type { Core } from '#engine/core/core.ts'
import type { Change } from '#engine/state/changes.ts'
import { WaitReasons } from '#engine/projections/wait-reason.ts'
import { RequestBudget } from '#engine/sync/revalidation/request-budget.ts'
import { ConversationView } from '#engine/views/conversation.ts'
import { FeedView } from '#engine/views/feed.ts'
import { MessageWindow, type WindowSizes } from '#engine/views/messages/message-window.ts'
import { conversationSource } from '#engine/views/messages/row-source.ts'
import { shownKinds } from '#engine/actions/kinds.ts'
import { PreferencesProjection } from '#engine/projections/preferences.ts'
import { PresenceProjection } from '#engine/projections/presences.ts'
import { UnreadProjection } from '#engine/projections/unread.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openCore, setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

const log = (streamId: number): Narrow => ({ kind: 'topic', streamId, topic: 'log' })

/** A topic of many messages, all of them in the client’s cache. */
async function world(count: number, answerDelayMs = 0) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris, noor, general } = people
  await server.post(noor, { stream: general, topic: 'log' }, 'first')
  server.fill({ stream: general, topic: 'log' }, { from: noor, to: iris, count: count - 1 })
  const database = temporaryDatabase()
  const client = start({
    database,
    faultFor: ({ path }) => (path.endsWith('/messages') ? { answerDelayMs } : undefined),
  })
  await client.online()
  await client.engine.call('cache.policy', { keepsEverything: true })
  await server.clock.advance(20_000)
  return { server, client, database, narrow: log(general), ...people }
}

function windowOf(core: Core, narrow: Narrow, sizes: WindowSizes): MessageWindow {
  return new MessageWindow(core, conversationSource(core, narrow), sizes, () => undefined)
}

const idsOf = (items: readonly ViewItem[]) => items.flatMap((item) => (item.kind === 'message' ? [item.id] : []))

it('a window never adds and removes rows in one update, and reloads both ends from the cache', async () => {
  const { server, client, narrow, noor, general } = await world(3_000)
  const window = await client.openConversation(narrow, 'newest')
  const states: number[][] = [idsOf(window.items())]
  client.onUpdate = () => states.push(idsOf(window.items()))
  const step = (direction: 'older' | 'newer') => window.more(direction)
  const before = client.requests.length
  while (window.meta().older !== 'none') await step('older')
  expect(window.meta().newer).toBe('more')
  // A message that arrives now does not enter the window.
  await server.post(noor, { stream: general, topic: 'log' }, 'arrives')
  await step('older')
  expect(window.texts()).not.toContain('arrives')
  while (window.meta().newer !== 'none') await step('newer')
  expect(window.texts().at(-1)).toBe('arrives')
  expect(window.meta().older).toBe('more')
  for (const [index, ids] of states.entries()) {
    const known = states[index - 1] ?? ids
    const added = ids.filter((id) => !known.includes(id)).length
    const gone = known.filter((id) => !ids.includes(id)).length
    expect(Math.min(added, gone)).toBe(0)
    expect(ids.length - added).toBeLessThanOrEqual(600)
  }
  expect(states.length).toBeGreaterThan(60)
  // All messages were cached.
  const asked = client.requests
    .slice(before)
    .filter(({ path, method }) => path.endsWith('/messages') && method === 'GET')
  expect(asked.length).toBeLessThanOrEqual(1)
  await step('older')
  void client.engine.call('views.more', { viewId: window.viewId, direction: 'newest' }, testWindow)
  await server.clock.advance(500)
  expect([window.texts().at(-1), window.meta().newer]).toEqual(['arrives', 'none'])
})

it('a window reads rows once, and an unchanged row and its projection stay the same object', async () => {
  const { client, database, narrow } = await world(300)
  client.engine.close()
  const core = openCore(client, database)
  const window = windowOf(core, narrow, { atEnd: 180, before: 60, after: 120 })
  window.place(null)
  const first = window.take()
  window.noteAll()
  const again = window.take()
  expect(again).toHaveLength(180)
  expect(again.every((row, index) => row === first[index])).toBe(true)
  const changed = first[7]?.id ?? 0
  core.store.messages.setStarred(changed, true)
  window.note(changed)
  const third = window.take()
  expect(third.filter((row, index) => row !== first[index]).map((row) => row.id)).toEqual([changed])
  core.store.messages.remove(first[9]?.id ?? 0)
  window.note(first[9]?.id ?? 0)
  expect(window.take().map((row) => row.id)).toEqual(first.map((row) => row.id).filter((id) => id !== first[9]?.id))
})

it('a window is at its end only when all rows up to it are displayed, and stays there even if rows are withheld', async () => {
  const { client, database, narrow } = await world(700)
  client.engine.close()
  const core = openCore(client, database)
  const all = core.store.messages.from(narrow, 0, 700)
  const window = windowOf(core, narrow, { atEnd: 180, before: 60, after: 480 })
  const shown = () => {
    const rows = window.take()
    return [rows.length, rows.at(-1)?.id === all.at(-1)?.id, window.isEndShown]
  }
  window.place(all[0]?.id ?? 0)
  expect(shown()).toEqual([480, false, false])
  window.growNewer()
  window.growNewer()
  expect(shown()).toEqual([640, false, false])
  window.growNewer()
  // The last sixty wait, since the first forty go.
  expect(shown()).toEqual([600, false, false])
  expect(shown()).toEqual([660, true, true])
  // The message arrives again while rows on the other side must be removed.
  const last = all.at(-1) ?? expect.unreachable('no message')
  core.store.messages.remove(last.id)
  window.note(last.id)
  expect(shown()).toEqual([600, false, true])
  window.growOlder(false)
  expect(shown()).toEqual([680, false, true])
  window.look({ low: last.id - 9, high: last.id })
  core.store.messages.put(last)
  window.note(last.id)
  expect(shown()).toEqual([600, false, true])
  expect(shown()).toEqual([601, true, true])
})

it('a window at its end follows new messages, however many arrive at once', async () => {
  const { client, database, narrow } = await world(800)
  client.engine.close()
  const core = openCore(client, database)
  const all = core.store.messages.from(narrow, 0, 800)
  const later = all.slice(190)
  for (const { id } of later) core.store.messages.remove(id)
  const window = windowOf(core, narrow, { atEnd: 180, before: 60, after: 120 })
  window.place(null)
  expect(window.take()).toHaveLength(180)
  const [first, last] = [all[157]?.id ?? 0, all[189]?.id ?? 0]
  window.look({ low: first, high: last })
  for (const row of later) core.store.messages.put(row)
  window.noteAll()
  expect(window.take()).toHaveLength(790)
  // The page has not drawn them yet.
  window.look({ low: first, high: last })
  const kept = window.take()
  expect([kept.length, kept.at(-1)?.id, window.isEndShown]).toEqual([600, all.at(-1)?.id, true])
  // A reader further up keeps the position.
  window.growOlder(false)
  window.take()
  window.look({ low: all[250]?.id ?? 0, high: all[260]?.id ?? 0 })
  expect(window.take().map(({ id }) => id)).toContain(all[250]?.id)
})

it('changes of other conversations do not recompute a conversation', async () => {
  const { client, database, narrow, noor, mei, general, design } = await world(300)
  client.engine.close()
  const core = openCore(client, database)
  const preferences = new PreferencesProjection(core, shownKinds)
  const unread = new UnreadProjection(core, preferences, shownKinds)
  const presences = new PresenceProjection(core, () => undefined)
  const waiting = new WaitReasons(core, {
    undoUntil: () => null,
    connection: () => ({ state: 'online' }),
    pause: () => null,
    uploadedBytes: () => null,
  })
  const never = () => Promise.reject(new Error('it asks'))
  const ports = {
    isOnline: () => false,
    fetch: never,
    revalidate: never,
    onDirty: () => undefined,
    waiting,
    newestAsked: new Set<string>(),
    budget: new RequestBudget(),
  }
  const view = new ConversationView(core, { unread, preferences, presences }, ports, { narrow, anchor: 'newest' })
  const feed = new FeedView(core, unread, preferences, ports, { narrow: { kind: 'mentions' }, anchor: 'newest' })
  const { items } = view.compute()
  feed.compute()
  const elsewhere = `topic:${design}:elsewhere`
  const own = `topic:${general}:log`
  const person = (id: number) => core.accountState.people.get(id) ?? expect.unreachable('nobody')
  const changes: Change[] = [
    { kind: 'message', id: 5_000, conversation: elsewhere },
    { kind: 'unread_added', id: 5_000, conversation: elsewhere, mention: 0 },
    { kind: 'unread_removed', id: 5_000 },
    { kind: 'outbox', queueKey: elsewhere },
    { kind: 'outbox', queueKey: 'message:5000' },
    { kind: 'outbox', queueKey: `move:${design}:elsewhere` },
    { kind: 'people', put: [person(mei.id)], gone: [] },
    { kind: 'streams', put: [core.accountState.streams.get(design) ?? expect.unreachable('no stream')], gone: [] },
    { kind: 'ranges', container: `stream:${design}` },
    { kind: 'waiting' },
  ]
  expect(changes.filter((change) => view.isAffected(change))).toEqual([])
  expect(changes.filter((change) => feed.isAffected(change))).toEqual(
    changes.filter((change) => change.kind === 'outbox' && change.queueKey.startsWith('move:')),
  )
  const here = items[3]?.kind === 'message' ? items[3].id : 0
  const ownChanges: Change[] = [
    { kind: 'message', id: 5_000, conversation: own },
    { kind: 'unread_removed', id: here },
    { kind: 'outbox', queueKey: own },
    { kind: 'outbox', queueKey: `reaction:${here}` },
    { kind: 'people', put: [person(noor.id)], gone: [] },
  ]
  expect(ownChanges.filter((change) => !view.isAffected(change))).toEqual([])
  // The recomputed items are the same objects.
  expect(view.compute().items.every((item, index) => item === items[index])).toBe(true)
  core.commit(() => {
    core.store.messages.setStarred(here, true)
    return [{ kind: 'message', id: here, conversation: own }]
  })
  view.isAffected({ kind: 'message', id: here, conversation: own })
  const changed = view.compute().items.filter((item, index) => item !== items[index])
  expect(changed).toMatchObject([{ id: here, isStarred: true }])
  view.close()
})

it('the rows on screen are revalidated first', async () => {
  const { server, client, narrow } = await world(600, 100)
  const window = await client.openConversation(narrow, 'newest')
  for (let step = 0; step < 5; step += 1) await window.more('older')
  const items = window.items()
  const ids = idsOf(items)
  await client.engine.call(
    'views.look',
    { viewId: window.viewId, first: ids[200] ?? 0, last: ids[230] ?? 0 },
    testWindow,
  )
  await server.clock.advance(5_000)
  server.built.context.events.removeAll()
  const before = client.requests.length
  const staleIds = () => window.items().flatMap((item) => (item.kind === 'message' && item.isStale ? [item.id] : []))
  await server.clock.until('it is stale', () => staleIds().length > 500)
  await server.clock.until('a page is fresh', () => staleIds().length <= ids.length - 100)
  const fresh = new Set(ids.filter((id) => !staleIds().includes(id)))
  expect(ids.slice(200, 231).every((id) => fresh.has(id))).toBe(true)
  expect(fresh.size).toBeLessThanOrEqual(200)
  await server.clock.until('everything is fresh', () => staleIds().length === 0)
  const asked = client.requests.slice(before).filter((request) => request.priority === 'foreground')
  expect(asked.filter(({ path }) => path.endsWith('/messages')).length).toBeLessThan(12)
})
