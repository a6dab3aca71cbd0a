import Database from 'better-sqlite3'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { HistoryItem, HistoryRun, HistoryScope, StorageMeta } from '#contract/storage/storage.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient, type TestClientOptions } from '#support/test-client.ts'

type Pragma = (this: Database.Database, ...input: unknown[]) => unknown
const pragma = Object.getOwnPropertyDescriptor(Database.prototype, 'pragma')?.value as Pragma // a method of the class

afterEach(() => {
  Database.prototype.pragma = pragma
})

/** The messages of the test that kills the engine, and the time that it may take, in milliseconds. */
const many = isDrill ? 1_000_000 : 5_000
const longestMs = isDrill ? 3_600_000 : 600_000

/** A server with a stream of `count` messages over many years, and a client that has the newest 400 of them. */
async function world({ count = 4_000, ...options }: TestClientOptions & { count?: number } = {}) {
  const { server, people } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const { iris, noor, general } = people
  const place = { stream: general, topic: 'log' }
  // In a plain run, the first page of the background has the ninety days that it wants, so that it fetches no other.
  const everySeconds = Math.min(86_400, Math.floor(1_500_000_000 / count))
  await server.post(noor, place, 'm0')
  server.built.context.sql('UPDATE message SET timestamp = timestamp - ?', [count * everySeconds])
  server.fill(place, { from: noor, to: iris, count: count - 1, everySeconds })
  const database = temporaryDatabase()
  let engineEpoch = 0
  const start = (more: TestClientOptions = {}) =>
    new TestClient(server, iris, { database, engineEpoch: (engineEpoch += 1), ...options, ...more }).start()
  const client = start()
  await client.online()
  let reader: Database.Database | undefined
  onTestFinished(() => {
    reader?.close()
  })
  /** The number of cached messages of the stream. */
  const cached = () => {
    reader ??= new Database(database, { readonly: true })
    const row = reader
      .prepare<[number], { n: number }>('SELECT count(*) AS n FROM message WHERE stream_id = ?')
      .get(general)
    return row?.n ?? 0
  }
  /** The oldest cached message of the stream. The ids are those from 1 on. */
  const oldest = () => {
    reader ??= new Database(database, { readonly: true })
    return Number(reader.prepare('SELECT min(id) FROM message WHERE stream_id = ?').pluck().get(general))
  }
  const low = () => {
    reader ??= new Database(database, { readonly: true })
    const row = reader
      .prepare<[string], { low: number }>('SELECT low FROM range WHERE container = ? ORDER BY low DESC LIMIT 1')
      .get(`stream:${general}`)
    return row?.low
  }
  await server.clock.until('the newest page came', () => cached() >= 400)
  const stream = { kind: 'stream', streamId: general } as const
  return { server, client, database, start, cached, oldest, low, stream, place, ...people }
}

const openStorage = (client: TestClient) =>
  client.openView<{ item: HistoryItem; meta: StorageMeta }>({ type: 'storage', text: '' })

const begin = (client: TestClient, scope: HistoryScope) => client.engine.call('storage.fetch', { scope })

/** The requests for old messages, with their anchors. */
const pagesOf = (client: TestClient) =>
  client.requests
    .filter(
      ({ path, priority, form }) => path.endsWith('/messages') && priority === 'background' && form.anchor !== 'newest',
    )
    .map(({ form }) => Number(form.anchor))

describe('the download of a whole history', () => {
  it('fetches a stream from its newest message backwards, each page once, and keeps it', async () => {
    const { server, client, cached, low, stream, iris, noor, place } = await world()
    const view = await openStorage(client)
    const runs: HistoryRun[] = []
    client.onUpdate = () => {
      const { run } = view.meta()
      if (run !== null) runs.push(run)
    }
    const before = cached()
    const asked = pagesOf(client).length
    expect(await begin(client, stream)).toEqual({ ok: true, value: { count: 1 } })
    await server.clock.until('everything is here', () => view.meta().run?.done === 1)
    expect(cached()).toBe(4_000)
    expect(low()).toBe(0)
    const anchors = pagesOf(client).slice(asked)
    expect(anchors).toEqual([...anchors].sort((a, b) => b - a))
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(anchors.length).toBeLessThanOrEqual(Math.ceil((4_000 - before) / 1_000) + 1)
    const item = view.items().find((one) => one.stream?.id === stream.streamId)
    expect(item).toMatchObject({ reach: { kind: 'everything' }, keeps: 'everything', fetch: null })
    expect(view.meta().run).toMatchObject({ waiting: 0, done: 1, failed: 0, fraction: 1 })
    expect(view.meta().run?.messages).toBe(4_000 - before)

    // The progress only grows.
    const fractions = runs.flatMap(({ fraction }) => fraction ?? [])
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(runs.some(({ streamName, reachedAt }) => streamName === 'general' && reachedAt !== null)).toBe(true)

    // Nothing is marked as read, and nobody is notified.
    expect(client.notifications).toEqual([])
    expect(client.requests.filter(({ path }) => path.includes('/flags'))).toEqual([])
    // The chosen days do not evict it.
    await client.engine.call('cache.policy', { days: 30 })
    await server.clock.advance(60_000)
    expect(cached()).toBe(4_000)
    await server.post(noor, place, 'and on')
    await server.clock.until('new messages come', () => cached() === 4_001)
    expect(await server.contents(iris, [['stream', stream.streamId]])).toHaveLength(4_001)
    await client.engine.call('storage.cancel', { scope: { kind: 'organization' } })
    await server.clock.until('it is dismissed', () => view.meta().run === null)
  })

  it('continues after five kills where it was, and has each message once', { timeout: longestMs }, async () => {
    const { server, client, cached, oldest, low, stream, start, database } = await world({ count: many })
    const random = new SeededRandom(chooseSeed())
    await begin(client, stream)
    let current = client
    for (let kill = 1; kill <= 5; kill += 1) {
      // In the middle of a page or between two, with nothing told beforehand.
      const part = Math.floor((many - 400) / 6)
      const target = Math.max(1, oldest() - random.below(2 * part) - 200)
      await server.clock.until('some more is here', () => oldest() <= target || low() === 0, longestMs)
      current.engine.close()
      await server.clock.advance(random.below(3_000))
      current = start()
      await current.online()
    }
    await server.clock.until('everything is here', () => low() === 0, longestMs)
    await server.clock.advance(5_000)
    expect(cached()).toBe(many)
    const reader = new Database(database, { readonly: true })
    const state = reader.prepare('SELECT state FROM history_fetch').pluck().all()
    const indexed = reader.prepare("SELECT count(*) FROM message_text WHERE message_text MATCH 'log'").pluck().get()
    reader.close()
    expect(state).toEqual(['done'])
    expect(indexed).toBe(many)
    expect(current.engine.integrity()).toBe('ok')
  })

  it('waits while it is paused or the user uses the window, and as long as the server asks', async () => {
    let limited = false
    const { server, client, cached, stream } = await world({
      faultFor: ({ path, priority }) =>
        limited && path.endsWith('/messages') && priority === 'background'
          ? { status: 429, headers: { 'retry-after': '40' } }
          : undefined,
    })
    const view = await openStorage(client)
    await begin(client, stream)
    const start = cached()
    await server.clock.until('a page is here', () => cached() > start + 900)
    await client.engine.call('storage.run', { isPaused: true })
    await server.clock.advance(3_000)
    const paused = cached()
    await server.clock.advance(60_000)
    expect(cached()).toBe(paused)
    expect(view.meta().run).toMatchObject({ isPaused: true, trouble: null })

    limited = true
    await client.engine.call('storage.run', { isPaused: false })
    await server.clock.until('the server refuses', () => view.meta().run?.trouble?.kind === 'rate_limited')
    const asked = client.requests.length
    limited = false
    await server.clock.advance(30_000)
    expect(client.requests.slice(asked).filter(({ path }) => path.endsWith('/messages'))).toEqual([])
    await server.clock.until('it goes on', () => cached() > paused)

    // With calls of the page there is at most one request in two seconds.
    const before = pagesOf(client).length
    for (let second = 0; second < 6; second += 1) {
      await client.engine.call('reactions.frequent', { count: 1 })
      await server.clock.advance(1_000)
    }
    expect(pagesOf(client).length - before).toBeLessThanOrEqual(4)

    await server.clock.until('everything is here', () => view.meta().run?.done === 1)
    expect(cached()).toBe(4_000)
  })

  it('fetches no more bytes than its limit allows, in smaller pages, and says how long that takes', async () => {
    const { server, client, cached, oldest, stream, iris } = await world()
    const view = await openStorage(client)
    const narrow = [{ operator: 'stream', operand: stream.streamId }]
    const form = { anchor: 'newest', num_before: 1000, num_after: 0, narrow }
    const answer = await server.ok(iris, 'GET', '/messages', form)
    const perMessage = Buffer.byteLength(JSON.stringify(answer)) / 1000
    await client.engine.call('storage.run', { rate: 50 })
    const asked = client.requests.length
    await begin(client, stream)
    await server.clock.advance(2_000)
    const from = { at: server.clock.now(), low: oldest() }
    await server.clock.advance(16_000)
    const bytes = (from.low - oldest()) * perMessage
    expect(bytes).toBeGreaterThan(50 * 10_000)
    // A page may begin at the end of that time.
    expect(bytes).toBeLessThan(50 * 21_000)
    const sizes = client.requests.slice(asked).flatMap(({ form: { num_before: size } }) => Number(size ?? []))
    expect(Math.max(...sizes.filter((size) => !Number.isNaN(size)))).toBeLessThan(1_000)
    expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(3)
    const left = view.meta().run?.leftMs ?? 0
    const real = (oldest() * perMessage) / 50
    expect(left / real).toBeGreaterThan(0.5)
    expect(left / real).toBeLessThan(2)

    await client.engine.call('storage.run', { rate: null })
    await server.clock.advance(5_000)
    expect(cached()).toBe(4_000)
  })

  it('continues after an absence, and after a new registration', async () => {
    const { server, client, cached, low, stream, noor, place } = await world()
    const view = await openStorage(client)
    await begin(client, stream)
    const start = cached()
    await server.clock.until('a page is here', () => cached() > start + 900)
    await server.stop()
    await server.clock.until('it waits', () => view.meta().run?.trouble !== null)
    await server.clock.advance(30_000)
    const gone = cached()
    await server.start()
    server.built.context.events.removeAll()
    for (let index = 0; index < 5; index += 1) await server.post(noor, place, `meanwhile ${index}`)
    await server.clock.until('everything is here', () => low() === 0 && cached() === 4_005, 600_000)
    expect(gone).toBeLessThan(4_000)
    await server.clock.until('it says so', () => view.meta().run?.done === 1)
    expect(view.meta().run?.failed).toBe(0)
  })

  it('ends with the reason if the user leaves a stream that others cannot read, and cannot begin there', async () => {
    const { server, client, cached, stream, iris } = await world()
    await server.ok(iris, 'PATCH', `/streams/${stream.streamId}`, { is_private: true })
    const view = await openStorage(client)
    await begin(client, stream)
    const start = cached()
    await server.clock.until('a page is here', () => cached() > start + 900)
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
    await server.clock.until('it has ended', () => view.meta().run?.failed === 1)
    expect(view.meta().run).toMatchObject({ waiting: 0, failed: 1 })
    expect(cached()).toBeLessThan(4_000)
    expect(await begin(client, stream)).toEqual({ ok: false, error: { code: 'HISTORY_NOT_SUBSCRIBED' } })
  })

  it('copies a stream without a subscription, says of which time, and fetches what is newer when asked again', async () => {
    const { server, client, cached, stream, iris, noor, place } = await world({ count: 2_500 })
    const view = await openStorage(client)
    await begin(client, stream)
    const start = cached()
    await server.clock.until('a page is here', () => cached() > start + 900)
    // The fetch goes on when the user leaves.
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
    await server.clock.until('everything is here', () => view.meta().run?.done === 1)
    expect(cached()).toBe(2_500)
    const item = () => view.items().find((one) => one.stream?.id === stream.streamId)
    await server.clock.until('it is listed', () => item()?.copy !== null && item() !== undefined)
    expect(item()).toMatchObject({ reach: { kind: 'everything' }, keeps: 'everything', fetch: null })

    // What comes meanwhile is not known here, and nothing pretends that it is.
    for (let index = 0; index < 3; index += 1) await server.post(noor, place, `later ${index}`)
    await server.clock.advance(600_000)
    expect(cached()).toBe(2_500)
    const asked = client.requests.length
    const at = server.clock.now()
    expect(await begin(client, stream)).toEqual({ ok: true, value: { count: 1 } })
    await server.clock.until('it is new', () => cached() === 2_503)
    await server.clock.until('it has ended', () => view.meta().run?.waiting === 0)
    // The rest is here already.
    expect(client.requests.slice(asked).filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
    await server.clock.until('the copy has its date', () => (item()?.copy?.at ?? 0) >= at)
    const narrow = { kind: 'stream', streamId: stream.streamId } as const
    const window = await client.openConversation(narrow, 'newest')
    expect(window.texts().slice(-2)).toEqual(['later 1', 'later 2'])
    // After many messages the gap is closed, too.
    for (let index = 3; index < 1_100; index += 1) await server.post(noor, place, `later ${index}`)
    await begin(client, stream)
    await server.clock.until('the gap is closed', () => cached() === 3_600 && view.meta().run?.waiting === 0)
    expect(view.meta().run).toMatchObject({ failed: 0 })
  })

  it('copies a stream to which the user was never subscribed, and finds it by its name', async () => {
    const { server, client, noor, extra } = await world({ count: 500 })
    await server.call(noor, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' })
    for (let index = 0; index < 3; index += 1) await server.post(noor, { stream: extra, topic: 'a' }, `there ${index}`)
    const all = await openStorage(client)
    expect(all.items().some(({ stream }) => stream?.id === extra)).toBe(false)
    const found = await client.openView<{ item: HistoryItem; meta: StorageMeta }>({ type: 'storage', text: 'extra' })
    expect(found.items()).toMatchObject([{ stream: { id: extra }, copy: { at: null }, reach: { kind: 'nothing' } }])
    await begin(client, { kind: 'stream', streamId: extra })
    await server.clock.until('it is here', () => found.items()[0]?.reach.kind === 'everything')
    await server.clock.until('it is listed', () => all.items().some(({ stream }) => stream?.id === extra))
    await server.clock.until('the fetch has ended', () => all.meta().run?.waiting === 0)
    // The days that hold for the organization do not evict it.
    await client.engine.call('cache.policy', { days: 1 })
    await server.clock.advance(3 * 86_400_000)
    expect(found.items()[0]?.reach.kind).toBe('everything')
  })

  it('is cancelled, keeps what it fetched, and is not continued in the background', async () => {
    const { server, client, cached, stream } = await world()
    const view = await openStorage(client)
    await begin(client, stream)
    const start = cached()
    await server.clock.until('a page is here', () => cached() > start + 900)
    await client.engine.call('storage.cancel', { scope: stream })
    await server.clock.advance(5_000)
    const kept = cached()
    await server.clock.advance(120_000)
    expect(cached()).toBe(kept)
    expect(kept).toBeLessThan(4_000)
    expect(view.meta().run).toBeNull()
    expect(view.items().find((item) => item.stream?.id === stream.streamId)).toMatchObject({ keeps: 'everything' })
    await begin(client, stream)
    await server.clock.until('everything is here', () => cached() === 4_000)
  })

  it('fetches the whole organization, and says if there is nothing to fetch', async () => {
    const { server, client, cached } = await world({ count: 2_500 })
    const view = await openStorage(client)
    const begun = await begin(client, { kind: 'organization' })
    expect(begun.ok && begun.value.count).toBeGreaterThan(0)
    await server.clock.until('everything is here', () => view.meta().run?.waiting === 0)
    expect(cached()).toBe(2_500)
    expect(view.meta().policy.keepsEverything).toBe(true)
    expect(view.items().every(({ reach }) => reach.kind === 'everything')).toBe(true)
    expect(await begin(client, { kind: 'organization' })).toEqual({ ok: true, value: { count: 0 } })
  })

  it('pauses on a full disk, says so, and loses nothing', async () => {
    const opened: Database.Database[] = []
    Database.prototype.pragma = function (this: Database.Database, ...input: unknown[]) {
      if (!opened.includes(this)) opened.push(this)
      return pragma.apply(this, input)
    }
    const { server, client, cached, stream, database } = await world()
    const view = await openStorage(client)
    const own = () => opened.filter((other) => other.open && other.name === database && !other.readonly)
    for (const other of own()) {
      const pages = Number(pragma.call(other, 'page_count', { simple: true }))
      pragma.call(other, `max_page_count = ${pages + 40}`)
    }
    await begin(client, stream)
    await server.clock.until('it says so', () => view.meta().run?.trouble?.kind === 'failed')
    expect(view.meta().run?.trouble).toMatchObject({ failure: { code: 'DISK_FULL' }, needsUser: true })
    const stuck = cached()
    for (const other of own()) pragma.call(other, 'max_page_count = 4294967294')
    await server.clock.advance(60_000)
    expect(cached()).toBe(stuck)
    await client.engine.call('storage.run', { isPaused: false })
    await server.clock.until('everything is here', () => cached() === 4_000)
    expect(client.engine.integrity()).toBe('ok')
  })

  const seed = chooseSeed()
  it(`has each message once whatever happens meanwhile [seed ${seed}]`, async () => {
    const random = new SeededRandom(seed)
    const rounds = isDrill ? 20 : 3
    for (let round = 0; round < rounds; round += 1) {
      const { expected, ids } = await randomRound(random)
      expect(ids).toBe(Math.min(5_000, expected))
    }
  })
})

/** One download with events, gaps, absences, evictions and restarts in a random order. */
async function randomRound(random: SeededRandom): Promise<{ expected: number; ids: number }> {
  const count = 2_000 + random.below(2_500)
  const { server, client, cached, low, stream, start, noor, iris, place } = await world({
    count,
    faultFor: ({ path }) =>
      path.endsWith('/messages') && random.below(6) === 0
        ? random.below(2) === 0
          ? { before: 'broken' }
          : { answerDelayMs: random.below(4_000) }
        : undefined,
  })
  let current = client
  await begin(current, stream)
  let expected = count
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => {
      await server.post(noor, place, `new ${expected}`)
      expected += 1
    },
    () => current.engine.call('storage.run', { isPaused: random.below(2) === 0 }),
    async () => {
      current.engine.close()
      if (random.below(2) === 0) server.built.context.events.removeAll()
      current = start()
      await current.online()
    },
    async () => {
      const window = await current.openConversation(
        { kind: 'stream', streamId: stream.streamId },
        1 + random.below(count),
      )
      await server.clock.advance(500)
      await window.more(random.below(2) === 0 ? 'older' : 'newer')
    },
    () => server.call(noor, 'PATCH', `/messages/${1 + random.below(count)}`, { content: `edited ${expected}` }),
    () => current.engine.call('cache.policy', { days: 10 + random.below(400) }),
    async () => {
      await server.stop()
      await server.clock.advance(random.below(20_000))
      await server.start()
    },
  ]
  for (let step = 0; step < 12; step += 1) {
    await steps[random.below(steps.length)]?.()
    await server.clock.advance(random.below(2_500))
  }
  await current.engine.call('storage.run', { isPaused: false, rate: null })
  await server.clock.until('everything is here', () => low() === 0 && cached() === expected, 1_200_000)
  const ids = (await server.contents(iris, [['stream', stream.streamId]])).length
  current.engine.close()
  return { expected, ids }
}
