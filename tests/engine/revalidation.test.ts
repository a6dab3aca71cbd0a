import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '#engine/store/store.ts'
import { requestsAnEpoch } from '#engine/sync/revalidation/revalidation.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openTables, setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'

const minute = 60_000
const day = 86_400_000

/** A client whose containers have history, and access to its database. */
async function world(streams: readonly { readonly name: string; readonly count: number }[]) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, noor } = people
  const ids = new Map<string, number>()
  for (const { name, count } of streams) {
    await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) })
    const answer = await server.call(iris, 'GET', '/get_stream_id', { stream: name })
    const id = Number(answer.stream_id)
    await server.call(noor, 'POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) })
    await server.post(noor, { stream: id, topic: 'a' }, 'first')
    server.fill({ stream: id, topic: 'a' }, { from: noor, to: iris, count })
    ids.set(name, id)
  }
  const database = temporaryDatabase()
  const start = (faultFor?: FaultFor) => new TestClient(server, iris, { database, faultFor }).start()
  const stream = (name: string) => ids.get(name)!
  /** Ids of a stream’s messages at the server, oldest first. */
  const all = async (name: string) => {
    const answer = await server.call(iris, 'GET', '/messages', {
      narrow: JSON.stringify([{ operator: 'stream', operand: stream(name) }]),
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
    })
    return (answer.messages as { id: number }[]).map((message) => message.id) // shape of GET /messages
  }
  const first = start()
  const store = openTables(database)
  const read = <T>(look: (store: Store) => T): T => look(store)
  const plain = (id: number) => store.messages.get(id)?.plain
  await first.online()
  await server.clock.advance(5 * minute)
  /** Closes the client and ends its queue; `meanwhile` runs before the return. */
  const away = async (client: TestClient, meanwhile: () => Promise<void> = () => Promise.resolve()) => {
    client.engine.close()
    server.built.context.events.removeAll()
    await meanwhile()
  }
  return { server, database, start, read, stream, all, plain, away, client: first, ...people }
}

/** The number of revalidation requests in a database; it is read at every turn of the clock, so it opens no store. */
function requestsSpent(database: string): () => number {
  const reader = new Database(database, { readonly: true })
  onTestFinished(() => {
    reader.close()
  })
  const settled = reader.prepare<[], { requests: number }>(
    "SELECT json_extract(value, '$.requests') AS requests FROM meta WHERE key = 'revalidated'",
  )
  return () => settled.get()?.requests ?? 0
}

/** Background requests for pages of messages. */
function background(client: TestClient) {
  return client.requests.filter(
    ({ path, method, priority }) => method === 'GET' && path.includes('/messages') && priority === 'background',
  )
}

function open(client: TestClient, streamId: number) {
  return client.openConversation({ kind: 'topic', streamId, topic: 'a' }, 'newest')
}

describe('the background revalidation after an absence', () => {
  it('covers the newest thousand messages of read containers, and leaves others stale [M9]', async () => {
    const { server, start, read, stream, all, plain, away, client } = await world([
      { name: 'read', count: 1500 },
      { name: 'unread', count: 400 },
    ])
    await open(client, stream('read'))
    await server.clock.advance(1000)
    const ids = await all('read')
    const others = await all('unread')
    const before = { edited: ids.at(-900)!, deleted: ids.at(-700)!, old: ids.at(-1200)!, elsewhere: others.at(-300)! }
    await away(client, () => {
      for (const id of [before.edited, before.old, before.elsewhere]) server.rewriteMessage(id, 'changed')
      server.deleteMessage(before.deleted)
      return Promise.resolve()
    })
    const second = start()
    await second.online()
    await server.clock.advance(minute)
    expect(plain(before.edited)).toBe('changed')
    expect(plain(before.deleted)).toBeUndefined()
    // Messages beyond the newest thousand and in unread containers are not requested, and do not count as fresh.
    expect(plain(before.old)).not.toBe('changed')
    expect(plain(before.elsewhere)).not.toBe('changed')
    const isFresh = (name: string, id: number) =>
      read((store) => store.ranges.fresh(`stream:${stream(name)}`)).some(({ low, high }) => low <= id && id <= high)
    expect([before.edited, before.old].map((id) => isFresh('read', id))).toEqual([true, false])
    expect(isFresh('unread', before.elsewhere)).toBe(false)
    // One request for each container to catch up with, one to revalidate, one for the deleted message.
    expect(background(second).length).toBeLessThanOrEqual(8)
  })

  it('covers containers that were read on another device, also direct messages, within thirty days', async () => {
    const { server, start, read, stream, away, client, iris, noor } = await world([{ name: 'one', count: 300 }])
    await server.post(noor, { direct: [iris.id] }, 'psst')
    await server.call(iris, 'POST', '/messages/flags/narrow', {
      narrow: '[]',
      anchor: 'oldest',
      include_anchor: 'true',
      num_before: '0',
      num_after: '5000',
      op: 'add',
      flag: 'read',
    })
    await server.clock.advance(1000)
    const since = (at: number) => read((store) => store.containers.readSince(at)).sort()
    expect(since(0)).toEqual(['direct', `stream:${stream('one')}`])
    const readAt = server.clock.now()
    // Reading continues, and its time is stored once an hour.
    await open(client, stream('one'))
    await server.clock.advance(1000)
    expect(since(readAt - 500)).toEqual([])
    await server.clock.advance(3_700_000)
    await open(client, stream('one'))
    await server.clock.advance(1000)
    expect(since(readAt + 3_600_000)).toEqual([`stream:${stream('one')}`])
    await away(client, async () => {
      await server.clock.sleep(31 * day)
    })
    const second = start()
    await second.online()
    await server.clock.advance(minute)
    const [low] = read((store) => store.ranges.fresh(`stream:${stream('one')}`))
    expect(low?.low).toBeGreaterThan(100)
  })

  it('has a budget of twenty requests an epoch, most recently opened first, across restarts of the engine', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `s${String(index).padStart(2, '0')}`)
    const { server, database, start, read, stream, away, client } = await world(
      names.map((name) => ({ name, count: 130 })),
    )
    for (const name of names) {
      await open(client, stream(name))
      await server.clock.advance(10)
    }
    await server.clock.advance(minute)
    await away(client)
    const isSettled = (name: string) => {
      const fresh = read((store) => store.ranges.fresh(`stream:${stream(name)}`))
      return fresh.length === 1 && fresh[0]!.low === 0
    }
    const spent = requestsSpent(database)
    let engines = 0
    // The engine restarts repeatedly in the middle; the queue survives.
    for (; engines < 5; engines += 1) {
      const client = start()
      await client.online()
      await server.clock.until(
        'it has gone on',
        () => spent() >= Math.min(requestsAnEpoch, (engines + 1) * 5),
        5 * minute,
      )
      client.engine.close()
      await server.clock.advance(1000)
    }
    const last = start()
    await last.online()
    await server.clock.advance(5 * minute)
    expect(spent()).toBe(requestsAnEpoch)
    last.engine.close()
    const settled = names.filter(isSettled)
    expect(settled.length).toBeGreaterThanOrEqual(requestsAnEpoch - 5)
    expect(settled.length).toBeLessThanOrEqual(requestsAnEpoch)
    expect(settled).toEqual(names.slice(-settled.length))
    // A new epoch has a budget of its own.
    await away(last)
    const next = start()
    await next.online()
    await server.clock.until('the budget starts again', () => spent() > 0 && spent() <= requestsAnEpoch, 5 * minute)
  })

  it('continues after a lost connection, and restarts with a new registration [M8]', async () => {
    const { server, start, read, stream, away, client, plain, all } = await world([
      { name: 'one', count: 900 },
      { name: 'two', count: 900 },
    ])
    await open(client, stream('one'))
    await server.clock.advance(10)
    await open(client, stream('two'))
    await server.clock.advance(minute)
    const edited = (await all('one')).at(-800)!
    await away(client, () => {
      server.rewriteMessage(edited, 'changed')
      return Promise.resolve()
    })
    let isLost = false
    const second = start((request) => {
      // The connection fails with the first revalidation request, which has a number of rows before an anchor.
      const settles =
        request.priority === 'background' && Number(request.form.num_before) > 500 && request.form.anchor !== 'newest'
      if (settles && read((store) => store.meta.revalidated().requests) === 2) isLost = true
      return isLost ? { before: 'unreachable' } : undefined
    })
    await second.online()
    await server.clock.until(
      'the connection is lost',
      () => isLost && second.status?.connection.state === 'offline',
      5 * minute,
    )
    expect(plain(edited)).not.toBe('changed')
    await server.clock.advance(10 * minute)
    isLost = false
    const epoch = read((store) => store.meta.epoch())
    await server.clock.until('it is put right', () => plain(edited) === 'changed' || isLost, 5 * minute)
    expect(read((store) => store.meta.epoch())).toBe(epoch)
  })

  it('refetches a container if the registration names a message that its coverage lacks', async () => {
    const { server, database, start, read, stream, all, away, client, iris, noor } = await world([
      { name: 'one', count: 500 },
      { name: 'two', count: 500 },
    ])
    await server.post(noor, { direct: [iris.id] }, 'psst')
    const direct = await server.post(noor, { direct: [iris.id] }, 'psst again')
    for (let index = 0; index < 300; index += 1) await server.post(noor, { stream: stream('two'), topic: 'b' }, 'more')
    await server.clock.advance(minute)
    // These messages have no event, so the ranges exclude them.
    const lost = (await all('one')).at(-1)!
    await away(client)
    const file = new Database(database)
    file.prepare('DELETE FROM message WHERE id IN (?, ?)').run(lost, direct)
    file.close()
    const second = start()
    await second.online()
    await server.clock.until('both are here', () =>
      [lost, direct].every((id) => read((store) => store.messages.get(id)) !== undefined),
    )
    await server.clock.advance(minute)
    const holes = (container: string) => read((store) => store.ranges.of(container)).length
    expect([`stream:${stream('one')}`, `stream:${stream('two')}`, 'direct'].map(holes)).toEqual([1, 1, 1])
  })

  it('looks up a few deleted messages one by one, and drops the others [M9]', async () => {
    const { server, start, stream, away, client, plain, all, read } = await world([{ name: 'one', count: 600 }])
    await open(client, stream('one'))
    await server.clock.advance(1000)
    const gone = (await all('one')).slice(100, 400)
    await away(client, () => {
      for (const id of gone) server.deleteMessage(id)
      return Promise.resolve()
    })
    const second = start()
    await second.online()
    await server.clock.advance(2 * minute)
    expect(gone.map(plain).filter((text) => text !== undefined)).toEqual([])
    const single = background(second).filter(({ path }) => /\/messages\/\d+$/.test(path))
    expect(single).toHaveLength(5)
    expect(read((store) => store.meta.revalidated().requests)).toBe(6)
  })

  it('costs a window a limited number of requests, however many of its messages are deleted [M9]', async () => {
    const { server, start, stream, away, client, all, read } = await world([{ name: 'one', count: 3000 }])
    const before = await open(client, stream('one'))
    for (let step = 0; step < 30 && before.meta().older !== 'none'; step += 1) await before.more('older')
    const ids = await all('one')
    const gone = ids.slice(200, 2900)
    const stored = () => read((store) => gone.filter((id) => store.messages.get(id) !== undefined))
    expect(stored()).toEqual(gone)
    await away(client, () => {
      for (const id of gone) server.deleteMessage(id)
      return Promise.resolve()
    })
    const second = start(({ priority }) => (priority === 'background' ? { before: 'unreachable' } : undefined))
    await second.online()
    const window = await open(second, stream('one'))
    await server.clock.advance(minute)
    for (let step = 0; step < 30 && window.meta().older !== 'none'; step += 1) await window.more('older')
    await server.clock.advance(minute)
    const shown = window.items().flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    // The notice that began the stream is excluded, since it is in another topic.
    expect(shown).toEqual((await all('one')).slice(1))
    expect(stored()).toEqual([])
    const asked = second.requests.filter(
      ({ path, priority }) => path.includes('/messages') && priority === 'foreground',
    )
    expect(asked.length).toBeLessThan(60)
  })
})
