import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HistoryItem, StorageMeta } from '#contract/storage/storage.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'

const day = 24 * 3_600_000

/** A server with two streams that each have two years of messages, one every two days. */
async function world() {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, noor, general, extra } = people
  await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' })
  for (const stream of [general, extra]) await server.post(noor, { stream, topic: 'log' }, 'm0')
  server.built.context.sql('UPDATE message SET timestamp = timestamp - ?', [730 * 86_400])
  server.fill({ stream: general, topic: 'log' }, { from: noor, to: iris, count: 728, everySeconds: 86_400 })
  // Every second one is in the other stream, so that the ids are in the order of time.
  server.built.context.sql(
    'UPDATE message SET recipient_id = (SELECT id FROM recipient WHERE stream_id = ?) WHERE id % 2 = 0',
    [extra],
  )
  const database = temporaryDatabase()
  const client = new TestClient(server, iris, { database }).start()
  await client.online()
  let reader: Database.Database | undefined
  onTestFinished(() => {
    reader?.close()
  })
  const cached = (stream: number, condition = '1') => {
    reader ??= new Database(database, { readonly: true })
    const row = reader
      .prepare<[number], { n: number }>(`SELECT count(*) AS n FROM message WHERE stream_id = ? AND ${condition}`)
      .get(stream)
    return row?.n ?? 0
  }
  const keep = (streamId: number, keeps: number | 'everything' | 'organization') =>
    client.engine.call('storage.keep', { container: { kind: 'stream', streamId }, keeps })
  const view = await client.openView<{ item: HistoryItem; meta: StorageMeta }>({ type: 'storage', text: '' })
  const itemOf = (streamId: number) => view.items().find(({ stream }) => stream?.id === streamId)
  return { server, client, cached, keep, view, itemOf, ...people }
}

describe('how much of the past is kept', () => {
  it('is chosen by stream, and by the cache policy for the others', async () => {
    const { server, client, cached, keep, itemOf, view, general, extra } = await world()
    // The first page has more than ninety days.
    await server.clock.until('both are here', () => cached(general) === 365 && cached(extra) === 365)
    await server.clock.until('both are shown', () => itemOf(general)?.reach.kind === 'everything')
    expect(itemOf(general)).toMatchObject({ keeps: 'organization' })

    await keep(extra, 'everything')
    await client.engine.call('cache.policy', { days: 30 })
    await server.clock.until('the old ones are gone', () => cached(general) <= 16)
    expect(cached(extra)).toBe(365)
    await server.clock.until('it is shown', () => itemOf(extra)?.keeps === 'everything')
    expect(itemOf(extra)).toMatchObject({ keeps: 'everything', reach: { kind: 'everything' } })
    await server.clock.until('the counts are repeated', () => itemOf(general)?.messages === cached(general))
    const since = itemOf(general)?.reach
    expect(since).toMatchObject({ kind: 'since' })
    if (since?.kind === 'since') expect(server.clock.now() - since.at).toBeLessThan(31 * day)

    // The other way round: a stream of which less is kept.
    await client.engine.call('cache.policy', { keepsEverything: true })
    await server.clock.until('everything is back', () => cached(general) === 365)
    await keep(extra, 30)
    await server.clock.until('the old ones of one stream are gone', () => cached(extra) <= 16)
    await server.clock.advance(60_000)
    expect(cached(general)).toBe(365)
    expect(cached(extra)).toBeLessThanOrEqual(16)
    expect(view.meta()).toMatchObject({ policy: { keepsEverything: true }, run: null, total: 4 })
    await keep(extra, 'organization')
    await server.clock.until('everything is back again', () => cached(extra) === 365)
  })

  it('never removes drafts, unsent or starred messages, and gaps stay known as gaps', async () => {
    const { server, client, cached, keep, iris, general } = await world()
    await server.clock.until('it is here', () => cached(general) === 365)
    await client.engine.call('messages.star', { messageId: 5, isStarred: true })
    const narrow = { kind: 'topic', streamId: general, topic: 'log' } as const
    await client.engine.call('drafts.set', { narrow, draftId: 'none', topic: '', content: 'not finished' })
    await server.clock.advance(2_000)
    await keep(general, 30)
    await server.clock.until('the old ones are gone', () => cached(general) <= 17)
    expect(cached(general, 'is_starred = 1')).toBe(1)
    const drafts = await client.openDrafts()
    expect(drafts.items().map(({ content }) => content)).toEqual(['not finished'])
    // Scrolling back fetches the evicted messages, each once and in order.
    const window = await client.openConversation(narrow, 'newest')
    for (let step = 0; step < 20 && window.meta().older !== 'none'; step += 1) await window.more('older')
    expect(window.texts()).toEqual(await server.contents(iris, [['stream', general]]))
  })

  it('counts what would be removed, and removes it at the user’s request', async () => {
    const { server, client, cached, keep, general } = await world()
    await server.clock.until('it is here', () => cached(general) === 365)
    // What is on screen is not removed.
    await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 5)
    await server.clock.advance(1_000)
    await keep(general, 30)
    await server.clock.advance(10_000)
    const before = cached(general)
    expect(before).toBeGreaterThan(300)
    void client.engine.call('views.reset', {}, testWindow)
    const view = await client.openView<{ item: HistoryItem; meta: StorageMeta }>({ type: 'storage', text: '' })
    await server.clock.until('they are counted', () => view.meta().messages !== null)
    // The other stream has what is older than ninety days.
    const surplus = before - 15 + 365 - 45
    expect(view.meta().surplus).toBe(surplus)
    let freed: unknown
    void client.engine.call('storage.evict', {}).then((result) => (freed = result))
    await server.clock.until('they are removed', () => freed !== undefined)
    expect(freed).toEqual({ ok: true, value: { count: surplus } })
    expect(cached(general)).toBe(15)
  })

  it('never removes a message that is younger than what is kept, also between imported ones that are older', async () => {
    const { server, client, cached, iris, noor, general, extra } = await world()
    await server.clock.until('it is here', () => cached(general) === 365)
    // Imported messages have the highest ids, and the oldest is one day older than what is kept.
    server.fill({ stream: extra, topic: 'old' }, { from: noor, to: iris, count: 50, everySeconds: 3_600 })
    server.built.context.sql("UPDATE message SET timestamp = timestamp - ? WHERE topic = 'old'", [29 * 86_400])
    server.built.context.events.removeAll()
    await server.clock.until('they came', () => cached(extra, "topic = 'old'") === 50, 600_000)
    const kept = Math.floor(server.clock.now() / 1000) - 30 * 86_400
    const young = [general, extra].map((stream) => cached(stream, `timestamp >= ${kept}`))
    expect(cached(extra, `topic = 'old' AND timestamp < ${kept}`)).toBeGreaterThan(0)
    await client.engine.call('cache.policy', { days: 30 })
    await server.clock.until('old ones are gone', () => cached(general, `timestamp < ${kept}`) === 0)
    await server.clock.advance(60_000)
    expect([general, extra].map((stream) => cached(stream, `timestamp >= ${kept}`))).toEqual(young)
  })

  it('lists the streams whose names match', async () => {
    const { client, extra } = await world()
    const view = await client.openView<{ item: HistoryItem; meta: StorageMeta }>({ type: 'storage', text: 'EXT' })
    expect(view.items().map(({ stream }) => stream?.id)).toEqual([extra])
    expect(view.meta()).toMatchObject({ found: 1, total: 4, hasMore: false })
  })
})
