import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'

const hour = 3_600_000
const day = 24 * hour

/** A server with 150 days of messages, four a day. */
async function world() {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, noor, general } = people
  const database = temporaryDatabase()
  const place = { stream: general, topic: 'log' }
  await server.post(noor, place, 'm0')
  server.built.context.sql('UPDATE message SET timestamp = timestamp - 13000000', [])
  server.fill(place, { from: noor, to: iris, count: 599, everySeconds: 21_600 })
  const start = (engineEpoch = 1) => new TestClient(server, iris, { database, engineEpoch }).start()
  // It looks at every turn of the clock.
  let reader: Database.Database | undefined
  onTestFinished(() => {
    reader?.close()
  })
  const cached = (condition = '1') => {
    reader ??= new Database(database, { readonly: true })
    const row = reader.prepare<[], { n: number }>(`SELECT count(*) AS n FROM message WHERE ${condition}`).get()
    return row?.n ?? 0
  }
  const policy = (client: TestClient, change: object) => client.engine.call('cache.policy', change)
  return { server, start, cached, policy, database, ...people }
}

describe('the cache of old messages', () => {
  it('is filled backwards in the background and evicted beyond its limit, without ranges that cover evicted messages', async () => {
    const { server, start, cached, policy, iris, general } = await world()
    const client = start()
    await client.online()
    await server.clock.until('the newest page came', () => cached() === 400)
    const oldest = (
      await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 'newest')
    ).items()[0]
    const starred = oldest?.kind === 'message' ? oldest.id : 0
    expect(await policy(client, {})).toMatchObject({ value: { keepsEverything: false, days: 90 } })
    await client.engine.call('messages.star', { messageId: 300, isStarred: true })
    await server.clock.advance(1_000)
    await policy(client, { days: 30 })
    // Messages on screen are not evicted.
    await server.clock.advance(5_000)
    expect(cached(`id >= ${starred}`)).toBeGreaterThanOrEqual(180)
    void client.engine.call('views.reset', {}, testWindow)
    await policy(client, { days: 29 })
    await server.clock.until('the old ones are gone', () => cached() < 130)
    expect(cached('is_starred = 1')).toBe(1)

    // Evicted messages are in no range, so scrolling back fetches all of them again, in order and without a gap.
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 'newest')
    for (let step = 0; step < 20 && window.meta().older !== 'none'; step += 1) await window.more('older')
    expect(window.texts()).toEqual(
      await server.contents(iris, [
        ['stream', general],
        ['topic', 'log'],
      ]),
    )
  })

  it('starts to cover a stream on subscription, and continues from its oldest message on resubscription [M14]', async () => {
    const { server, start, cached, iris, noor, extra } = await world()
    const place = { stream: extra, topic: 'plans' }
    for (let index = 0; index < 3; index += 1) await server.post(noor, place, `before ${index}`)
    const client = start()
    await client.online()
    await server.clock.advance(60_000)
    const ofStream = `stream_id = ${extra}`
    expect(cached(ofStream)).toBe(0)
    const subscribe = (method: 'POST' | 'DELETE', subscriptions: string) =>
      server.call(iris, method, '/users/me/subscriptions', { subscriptions })
    await subscribe('POST', '[{"name":"extra"}]')
    await server.clock.until('what was written before is here', () => cached(ofStream) === 3)
    await subscribe('DELETE', '["extra"]')
    await server.clock.advance(5_000)
    await server.post(noor, place, 'meanwhile')
    await server.clock.advance(5_000)
    expect(cached(ofStream)).toBe(3)
    await subscribe('POST', '[{"name":"extra"}]')
    await server.clock.until('what was written meanwhile is here', () => cached(ofStream) === 4)
    const registrations = client.requests.filter((request) => request.path.endsWith('/register'))
    expect(registrations).toHaveLength(1)
  })

  it('does not cover messages that are evicted while the answer that contains them is being stored [M5]', async () => {
    const { server, cached, database, iris, general } = await world()
    const client = new TestClient(server, iris, {
      database,
      faultFor: (request) => (request.priority === 'background' ? { answerDelayMs: 1_000 } : undefined),
    }).start()
    await client.online()
    const ofStream = `stream_id = ${general}`
    await server.clock.until('a part of the page is stored', () => cached(ofStream) > 0)
    expect(cached(ofStream)).toBeLessThan(400)
    void client.engine.call('cache.policy', { days: 30 })
    await server.clock.advance(60_000)
    const reader = new Database(database, { readonly: true })
    const ranges = reader
      .prepare<[], { low: number; live_epoch: number | null }>(
        `SELECT low, live_epoch FROM range WHERE container = 'stream:${general}'`,
      )
      .all()
    reader.close()
    expect(ranges).toHaveLength(1)
    const { low = 0 } = ranges[0] ?? {}
    // The page begins at 201, and its oldest messages were evicted before the answer was stored.
    expect(low).toBeGreaterThan(201)
    // The six hundred messages have the ids from 1 on.
    expect(cached(`${ofStream} AND id >= ${low}`)).toBe(601 - low)
  })

  it('is fetched again after a failed request, without a reconnection', async () => {
    const { server, cached, database, iris, general } = await world()
    let failures = 2
    const client = new TestClient(server, iris, {
      database,
      faultFor: (request) =>
        request.path.endsWith('/messages') && request.priority === 'background' && (failures -= 1) >= 0
          ? { before: 'broken' }
          : undefined,
    }).start()
    await client.online()
    await server.clock.until('the newest page came', () => cached(`stream_id = ${general}`) >= 400)
    expect(failures).toBeLessThan(0)
    expect(client.requests.filter((request) => request.path.endsWith('/register'))).toHaveLength(1)
  })

  it('keeps all messages if the policy is to keep everything', async () => {
    const { server, start, cached, policy } = await world()
    const client = start()
    await client.online()
    await policy(client, { keepsEverything: true })
    await server.clock.until('everything came', () => cached() === 600)
    await server.clock.advance(hour)
    await server.clock.sleep(day)
    await server.clock.advance(hour)
    expect(cached()).toBe(600)
    await policy(client, { keepsEverything: false, maxBytes: 10_000_000 })
    await server.clock.advance(5_000)
    // 600 short messages are far below ten megabytes, and ninety days are kept.
    expect(cached()).toBeLessThan(400)
    expect(cached()).toBeGreaterThan(340)
  })

  it('is cleaned up once a day while the user is idle, and the database stays intact', async () => {
    const { server, start, cached } = await world()
    const client = start()
    await client.online()
    await server.clock.until('the newest page came', () => cached() === 400)
    await server.clock.until(
      'it was tidied up',
      () => client.logs.some((line) => line.includes('tidied up')),
      15 * 60_000,
    )
    expect(cached()).toBeLessThan(400)
    const times = () => client.logs.filter((line) => line.includes('tidied up')).length
    await server.clock.advance(2 * hour)
    await server.clock.sleep(day / 2)
    await server.clock.advance(hour)
    expect(times()).toBe(1)
    await server.clock.sleep(day)
    await server.clock.advance(hour)
    expect(times()).toBe(2)
    expect(client.engine.integrity()).toBe('ok')
  })
})
