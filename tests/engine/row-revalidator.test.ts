import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import type { Store } from '#engine/store/store.ts'
import { requestsAMinute } from '#engine/sync/revalidation/request-budget.ts'
import type { ConversationEntry, ConversationsMeta } from '#contract/navigation.ts'
import type { SearchItem, SearchMeta } from '#contract/search.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openTables, setupWorld } from '#support/setup-world.ts'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'
import { conversationTitle } from '#i18n/names.ts'

const minute = 60_000
interface Search {
  item: SearchItem
  meta: SearchMeta
}
interface Lines {
  item: ConversationEntry
  meta: ConversationsMeta
}

/**
 * A client with a history of `count` messages in topics `t0`, `t1`, …, `perTopic` in each, which returns after an
 * absence: all but the newest hundred ids are stale, and no container was read.
 */
async function world(
  count: number,
  options: {
    perTopic?: number
    faultFor?: FaultFor
    garble?: (request: TransportRequest, response: TransportResponse) => TransportResponse
    meanwhile?: (server: TestServer, ids: readonly number[]) => Promise<void> | void
  } = {},
) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { noor, general } = people
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const topic = `t${Math.floor(index / (options.perTopic ?? 1))}`
    ids.push(await server.post(noor, { stream: general, topic }, `walrus ${index}`))
  }
  // The newest messages are fetched in the background.
  for (let index = 0; index < 110; index += 1) await server.post(noor, { stream: general, topic: 'new' }, 'later')
  const database = temporaryDatabase()
  const before = start({ database })
  await before.online()
  await server.clock.advance(minute)
  before.engine.close()
  server.built.context.events.removeAll()
  await options.meanwhile?.(server, ids)
  const client = start({ database, faultFor: options.faultFor, garble: options.garble })
  await client.online()
  await server.clock.advance(minute)
  const store = openTables(database)
  const read = <T>(look: (store: Store) => T): T => look(store)
  const isRight = (id: number) => store.messages.get(id)?.verified_epoch === store.meta.epoch()
  const look = (viewId: string, first: number | null, last: number | null) =>
    client.engine.call('views.look', { viewId, first, last }, testWindow)
  /** Requests for messages since the last call. */
  let seen = client.requests.length
  const asked = () => {
    const requests = client.requests
      .slice(seen)
      .filter(({ method, path }) => method === 'GET' && path.includes('/messages'))
    seen = client.requests.length
    return requests
  }
  /** A search of the cache only, which stores nothing. */
  const search = async (query = 'walrus') => {
    const view = await client.openView<Search>({ type: 'search', query })
    await server.clock.until('it is found', () => view.items().length > 0)
    await server.clock.advance(50)
    asked()
    return view
  }
  return { server, client, ids, read, isRight, look, asked, search, database, ...people }
}

/** Makes the server’s searches fail, so that their answers verify nothing. */
const onlyDisk: FaultFor = ({ form }) => (form.narrow?.includes('"search"') === true ? { status: 400 } : undefined)

describe('stale rows on screen', () => {
  it('are requested once after a second, neighbours in one request [M9]', async () => {
    const { server, ids, isRight, look, asked, search } = await world(12, {
      perTopic: 6,
      faultFor: onlyDisk,
      meanwhile: (server, ids) => {
        server.rewriteMessage(ids[1]!, 'walrus was changed')
      },
    })
    const hits = await search()
    const { viewId } = hits
    expect(ids.map(isRight)).not.toContain(true)
    expect(hits.items().map((item) => item.isStale)).toEqual(ids.map(() => true))
    await look(viewId, ids[0]!, ids[11]!)
    await server.clock.advance(900)
    expect(asked()).toEqual([])
    await server.clock.advance(2000)
    expect(ids.map(isRight)).not.toContain(false)
    expect(asked()).toHaveLength(2)
    const changed = hits.items().find((item) => item.messageId === ids[1])
    expect(changed?.snippet.map((part) => part.text).join('')).toBe('walrus was changed')
    expect(hits.items().map((item) => item.isStale)).toEqual(ids.map(() => false))
    await look(viewId, ids[0]!, ids[11]!)
    await server.clock.advance(minute)
    expect(asked()).toEqual([])
  })

  it('are not requested if they scroll past', async () => {
    const { server, ids, look, asked, search } = await world(20, { faultFor: onlyDisk })
    const { viewId } = await search()
    for (const id of ids) {
      await look(viewId, id, id)
      await server.clock.advance(400)
    }
    await look(viewId, null, null)
    await server.clock.advance(minute)
    expect(asked()).toEqual([])
  })

  it('are removed if the server has deleted them, and follow their moves [M9] [M12]', async () => {
    const { server, ids, isRight, read, look, search, general } = await world(6, {
      perTopic: 6,
      faultFor: onlyDisk,
      meanwhile: (server, ids) => {
        server.deleteMessage(ids[2]!)
      },
    })
    server.moveTopic(general, 't0', 'elsewhere')
    const hits = await search()
    const { viewId } = hits
    expect(hits.items().some((item) => item.messageId === ids[2])).toBe(true)
    await look(viewId, ids[0]!, ids[5]!)
    await server.clock.advance(20_000)
    const rest = ids.filter((id) => id !== ids[2])
    expect(rest.map(isRight)).not.toContain(false)
    expect(read((store) => store.messages.get(ids[2]!))).toBeUndefined()
    expect(rest.map((id) => read((store) => store.messages.get(id)?.topic))).toEqual(rest.map(() => 'elsewhere'))
    expect(hits.items().map((item) => item.messageId)).toEqual([...rest].reverse())
  })

  it('include the newest messages of list entries, with one request an entry, whatever happened to its conversation [M9]', async () => {
    const { server, client, look, asked } = await world(40, {
      perTopic: 20,
      meanwhile: (server, ids) => {
        server.rewriteMessage(ids[18]!, 'walrus was changed')
        server.deleteMessage(ids[19]!)
        for (const id of ids.slice(20)) server.deleteMessage(id)
      },
    })
    const recent = await client.openView<Lines>({ type: 'recent' })
    const lines = () => recent.items().filter((line) => line.title !== 'new')
    const shown = () => lines().map(({ title, last, isStale }) => [conversationTitle(title), last?.text, isStale])
    expect(shown()).toEqual([
      ['t1', 'walrus 39', true],
      ['t0', 'walrus 19', true],
    ])
    expect(recent.items().find((line) => line.title === 'new')?.isStale).toBe(false)
    asked()
    await look(recent.viewId, lines()[0]!.newestId, lines()[1]!.newestId)
    await server.clock.until('both are right', () => shown().join() === 't0,walrus was changed,false')
    // A page of each, and look-ups of some of the twenty deleted messages.
    expect(asked().length).toBeLessThanOrEqual(8)
    await server.clock.advance(minute)
    expect(asked()).toEqual([])
  })

  it('cost twenty requests a minute in all views together', async () => {
    const { server, client, ids, isRight, look, asked, search } = await world(60, { faultFor: onlyDisk })
    const one = await search()
    const two = await client.openView<Lines>({ type: 'recent' })
    await look(one.viewId, ids[10]!, ids[49]!)
    await look(two.viewId, ids[30]!, ids[59]!)
    await server.clock.advance(50_000)
    expect(asked()).toHaveLength(requestsAMinute)
    expect(ids.filter(isRight)).toHaveLength(requestsAMinute)
    await server.clock.advance(minute)
    expect(asked()).toHaveLength(requestsAMinute)
    await server.clock.advance(2 * minute)
    expect(ids.slice(10).map(isRight)).not.toContain(false)
  })

  it('share the twenty requests a minute with single stale rows of open windows', async () => {
    const { server, client, ids, isRight, look, asked, search, database, general, iris } = await world(60, {
      faultFor: onlyDisk,
    })
    const window = await client.openConversation({ kind: 'stream', streamId: general }, 'newest')
    await server.clock.advance(10_000)
    const staleCount = () => window.items().filter((item) => item.kind === 'message' && item.isStale).length
    expect([staleCount(), ids.filter(isRight).length]).toEqual([0, 60])
    // These rows are stale because of an answer whose messages events have changed in flight.
    const file = new Database(database)
    file.prepare('UPDATE message SET verified_epoch = 0 WHERE id <= ?').run(ids[29])
    file.close()
    asked()
    await server.call(iris, 'POST', '/mark_all_as_read')
    const hits = await search()
    await look(hits.viewId, ids[10]!, ids[29]!)
    await look(window.viewId, ids[0]!, ids[29]!)
    await server.clock.advance(50_000)
    expect(asked()).toHaveLength(requestsAMinute)
    expect(ids.filter(isRight)).toHaveLength(60 - 30 + requestsAMinute)
    await server.clock.until('all of them are right', () => staleCount() === 0 && ids.every(isRight), 4 * minute)
  })

  it('wait while the server is unreachable or rate-limits, and are requested afterwards', async () => {
    let fault: ReturnType<FaultFor>
    const { server, client, ids, isRight, look, asked, search } = await world(2, {
      faultFor: (request) => onlyDisk(request) ?? fault,
    })
    const { viewId } = await search()
    fault = { before: 'unreachable' }
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await look(viewId, ids[0]!, ids[0]!)
    await server.clock.advance(minute)
    expect(asked()).toEqual([])
    fault = undefined
    await client.online()
    await server.clock.until('it is put right', () => isRight(ids[0]!))
    asked()
    // A rate limit of the whole account.
    fault = { status: 429, headers: { 'retry-after': '40' } }
    await look(viewId, ids[1]!, ids[1]!)
    await server.clock.advance(2_000)
    expect(asked().length).toBe(1)
    fault = undefined
    await server.clock.advance(30_000)
    expect(asked()).toEqual([])
    await server.clock.until('it is put right, too', () => isRight(ids[1]!))
  })

  it('of a left stream are requested once, and again after a resubscription in between', async () => {
    const { server, ids, read, look, asked, search, iris } = await world(3, { faultFor: onlyDisk })
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
    await server.clock.advance(1000)
    server.rewriteMessage(ids[0]!, 'walrus after leaving')
    const { viewId } = await search()
    await look(viewId, ids[0]!, ids[2]!)
    await server.clock.advance(minute)
    expect(read((store) => store.messages.get(ids[0]!)?.plain)).toBe('walrus after leaving')
    expect(asked()).toHaveLength(3)
    await look(viewId, ids[0]!, ids[1]!)
    await server.clock.advance(minute)
    expect(asked()).toEqual([])
    // Changes since then are unknown when the stream is subscribed again.
    server.rewriteMessage(ids[0]!, 'walrus before coming back')
    await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"general"}]' })
    const textOf = (id: number) => read((store) => store.messages.get(id)?.plain)
    await server.clock.until('it is put right', () => textOf(ids[0]!) === 'walrus before coming back')
    await server.clock.advance(minute)
    asked()
    server.rewriteMessage(ids[1]!, 'walrus after leaving again')
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
    await server.clock.until('it is requested again', () => textOf(ids[1]!) === 'walrus after leaving again')
  })

  it('are requested together by id if the server accepts ids', async () => {
    let server: TestServer | undefined
    const byIds: string[] = []
    const garble = (request: TransportRequest, response: TransportResponse): TransportResponse => {
      if ('realm_users' in (safeJson(response.body) ?? {})) {
        return { ...response, body: JSON.stringify({ ...safeJson(response.body), svc_feature_level: 300 }) }
      }
      const ids = request.form.message_ids
      if (ids === undefined) return response
      byIds.push(ids)
      // A stock server of that level answers without an anchor; one of these was deleted.
      const messages = wanted.filter((message) => (JSON.parse(ids) as number[]).includes(message.id))
      return { status: 200, headers: {}, body: JSON.stringify({ result: 'success', msg: '', messages }) }
    }
    let wanted: { id: number }[] = []
    const {
      ids,
      isRight,
      look,
      asked,
      search,
      read,
      iris,
      server: running,
    } = await world(8, {
      faultFor: onlyDisk,
      garble,
      meanwhile: (running, ids) => {
        server = running
        running.deleteMessage(ids[3]!)
      },
    })
    expect(server).toBe(running)
    const answer = await running.call(iris, 'GET', '/messages', {
      narrow: '[]',
      anchor: '0',
      num_before: '0',
      num_after: '50',
    })
    wanted = answer.messages as { id: number }[] // shape of GET /messages
    const { viewId } = await search()
    await look(viewId, ids[0]!, ids[7]!)
    await running.clock.advance(5_000)
    const rest = ids.filter((id) => id !== ids[3])
    expect(rest.map(isRight)).not.toContain(false)
    expect(read((store) => store.messages.get(ids[3]!))).toBeUndefined()
    expect(byIds.map((text) => (JSON.parse(text) as number[]).length)).toEqual([8])
    expect(asked()).toHaveLength(2)
  })
})

function safeJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown> // the service answers objects
  } catch {
    return undefined
  }
}
