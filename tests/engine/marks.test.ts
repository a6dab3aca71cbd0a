import { describe, expect, it } from 'vitest'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openTables, setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault } from '#support/test-transport.ts'

const isFlags = ({ path }: TransportRequest) => path.endsWith('/messages/flags')

const idsOf = ({ form }: TransportRequest) => JSON.parse(form.messages ?? '[]') as number[] // ids
const joined = (op: string, ids: readonly number[]) => [op, ...ids].join(' ')
const refusal: TransportResponse = {
  status: 400,
  headers: {},
  body: JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' }),
}

/** A topic with eight messages, and a client. Its requests of flags have the faults of `state`, which can refuse those with one id. */
async function setUp() {
  const state: {
    isDown: boolean
    registersAfterMs: number
    refused: number | null
    fault: (nth: number) => Fault | undefined
  } = {
    isDown: false,
    registersAfterMs: 0,
    refused: null,
    fault: () => undefined,
  }
  const database = temporaryDatabase()
  const { server, people, start } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const { iris, noor, general } = people
  await server.post(noor, { stream: general, topic: 'busy' }, 'm0')
  server.fill({ stream: general, topic: 'busy' }, { from: noor, to: iris, count: 7 })
  let nth = 0
  const client = start({
    database,
    through: async (request, ask) => {
      if (!isFlags(request)) return ask()
      nth += 1
      const isRefused = state.refused !== null && idsOf(request).includes(state.refused)
      return isRefused && state.fault(nth) === undefined ? refusal : ask()
    },
    faultFor: (request) => {
      if (state.isDown) return { before: 'unreachable' }
      if (request.path.endsWith('/register')) return { delayMs: state.registersAfterMs }
      return isFlags(request) ? state.fault(nth) : undefined
    },
  })
  await client.online()
  const narrow = { kind: 'topic', streamId: general, topic: 'busy' } as const
  const window = await client.openConversation(narrow)
  await server.clock.until('they are here', () => window.texts().length === 8)
  await server.clock.advance(5_000)
  const ids = window.items().flatMap((item) => (item.kind === 'message' ? [item.id] : []))
  const store = openTables(database)
  /** The ids of each request, with its operation. */
  const reported = () => client.requests.filter(isFlags).map((request) => joined(request.form.op ?? '', idsOf(request)))
  const rows = () => store.outbox.ofQueue('read')
  const payloads = () => rows().map(({ kind, payload }) => [kind, JSON.parse(payload) as unknown])
  const unread = () => server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 0`)
  const markRead = (...messageIds: number[]) => client.engine.call('messages.markRead', { messageIds })
  const markUnreadFrom = (fromId: number) => client.engine.call('messages.markUnread', { narrow, fromId })
  const unreadAgain = (...messageIds: number[]) => client.engine.call('messages.unreadAgain', { narrow, messageIds })
  const goOffline = async () => {
    state.isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
  }
  const goOnline = async () => {
    state.isDown = false
    client.engine.signal('retry')
    await client.online()
  }
  /** Reads every message here and at the server. */
  const readAll = async () => {
    await markRead(...ids)
    await server.clock.until('all are read', () => unread() === 0 && rows().length === 0)
    await server.clock.advance(5_000)
    client.requests.length = 0
    nth = 0
  }
  const calls = { markRead, markUnreadFrom, unreadAgain, goOffline, goOnline, readAll }
  const id = (index: number) => ids[index] ?? expect.unreachable('no message')
  return {
    ...people,
    ...calls,
    server,
    client,
    database,
    state,
    ids,
    id,
    narrow,
    store,
    reported,
    rows,
    payloads,
    unread,
  }
}

describe('marks as read and unread', () => {
  it('are stored as lists of ids, those that undo with their conversations [U7]', async () => {
    const { ids, id, general, markRead, markUnreadFrom, unreadAgain, goOffline, payloads } = await setUp()
    await goOffline()
    await markRead(id(0), id(1))
    await markUnreadFrom(id(6))
    await unreadAgain(id(1), 999, id(1))
    expect(payloads()).toEqual([
      ['read', { messageIds: [id(0)] }],
      ['unread', { messageIds: ids.slice(6) }],
      ['unread', { messageIds: [id(1), 999], places: { [`topic:${general}:busy`]: [id(1), 999] } }],
    ])
  })

  it('of a stream name no conversation for messages that the disk does not know', async () => {
    const { client, id, general, goOffline, payloads } = await setUp()
    await goOffline()
    const narrow = { kind: 'stream', streamId: general } as const
    await client.engine.call('messages.unreadAgain', { narrow, messageIds: [id(1), 999] })
    expect(payloads()).toEqual([
      ['unread', { messageIds: [id(1), 999], places: { [`topic:${general}:busy`]: [id(1)] } }],
    ])
  })

  it('that an earlier version has stored are shown and sent', async () => {
    const { server, client, store, database, id, general, design, iris, readAll, unread } = await setUp()
    await readAll()
    client.engine.close()
    const places = { [`topic:${general}:busy`]: [id(2)], [`topic:${design}:elsewhere`]: [999] }
    const row = { kind: 'unread', queue_key: 'read', created_at: 0 }
    store.outbox.insert({ ...row, local_id: 'a', payload: JSON.stringify({ messageIds: [id(2), 999], places }) })
    store.outbox.insert({ ...row, local_id: 'b', payload: JSON.stringify({ messageIds: [id(3)] }) })
    store.outbox.insert({ ...row, local_id: 'c', kind: 'read', payload: JSON.stringify({ messageIds: [id(2)] }) })
    let isDown = true
    const faultFor = () => (isDown ? { before: 'unreachable' as const } : undefined)
    const again = new TestClient(server, iris, { database, engineEpoch: 2, faultFor }).start()
    // The uncached message counts by its conversation, and the later mark as read prevails.
    await server.clock.until('they count', () => again.status?.unread === 2)
    isDown = false
    again.engine.signal('retry')
    await server.clock.until('they are sent', () => store.outbox.ofQueue('read').length === 0)
    expect(unread()).toBe(1)
  })

  it('as read gather in the newest waiting row of their kind, those as unread have rows of their own', async () => {
    const { server, id, markRead, unreadAgain, payloads, reported } = await setUp()
    await markRead(id(0))
    await markRead(id(1), id(0))
    await unreadAgain(id(2))
    await unreadAgain(id(3))
    await markRead(id(4), id(2))
    expect(payloads()).toMatchObject([
      ['read', { messageIds: [id(0), id(1)] }],
      ['unread', { messageIds: [id(2)] }],
      ['unread', { messageIds: [id(3)] }],
      ['read', { messageIds: [id(4), id(2)] }],
    ])
    expect(reported()).toEqual([])
    await server.clock.until('all are sent', () => payloads().length === 0)
    expect(reported()).toEqual([
      joined('add', [id(0), id(1)]),
      joined('remove', [id(2)]),
      joined('remove', [id(3)]),
      joined('add', [id(4), id(2)]),
    ])
  })

  it('as read wait for more, those as unread leave at once', async () => {
    const { server, id, markRead, unreadAgain, readAll, reported } = await setUp()
    await markRead(id(0))
    await server.clock.advance(250)
    expect(reported()).toEqual([])
    await server.clock.advance(100)
    expect(reported()).toHaveLength(1)
    await readAll()
    await unreadAgain(id(0))
    await server.clock.advance(50)
    expect(reported()).toHaveLength(1)
  })

  it('as unread drop the waiting marks as read of their messages', async () => {
    const { id, markRead, unreadAgain, markUnreadFrom, goOffline, payloads } = await setUp()
    await goOffline()
    await markRead(id(0), id(1), id(7))
    await unreadAgain(id(0))
    expect(payloads()[0]).toEqual(['read', { messageIds: [id(1), id(7)] }])
    await markUnreadFrom(id(6))
    expect(payloads()[0]).toEqual(['read', { messageIds: [id(1)] }])
    await unreadAgain(id(1))
    expect(payloads().map(([kind]) => kind)).toEqual(['unread', 'unread', 'unread'])
  })

  it('as unread are listed while they wait, those as read only if they fail', async () => {
    const { server, client, id, markRead, unreadAgain, goOffline } = await setUp()
    const list = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    await goOffline()
    await markRead(id(0))
    await unreadAgain(id(3))
    await server.clock.advance(1_000)
    expect(list.items()).toHaveLength(1)
    expect(list.items()[0]).toMatchObject({ what: { code: 'MARK_UNREAD' } })
  })

  it('as read end when another device has read their messages; those as unread are sent in any case', async () => {
    const { server, iris, ids, id, markRead, unreadAgain, readAll, state, payloads } = await setUp()
    const flag = (op: string, messageIds: readonly number[]) =>
      server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify(messageIds), op, flag: 'read' })
    state.fault = () => ({ delayMs: 5_000 })
    await markRead(id(0), id(1))
    await flag('add', [id(0)])
    await server.clock.until('one mark is left', () => JSON.stringify(payloads()).includes(`[${id(1)}]`))
    expect(payloads()).toEqual([['read', { messageIds: [id(1)] }]])
    await flag('add', [id(1)])
    await server.clock.until('no mark is left', () => payloads().length === 0)
    state.fault = () => undefined
    await server.clock.advance(10_000)
    await readAll()
    state.fault = () => ({ delayMs: 5_000 })
    await unreadAgain(...ids.slice(0, 2))
    await flag('remove', ids.slice(0, 2))
    await server.clock.advance(1_000)
    expect(payloads()).toMatchObject([['unread', { messageIds: ids.slice(0, 2) }]])
    await server.clock.until('it is sent', () => payloads().length === 0)
  })

  it('as read are divided into rows if the server refuses them, and the refused message is left out [U7]', async () => {
    const { server, ids, id, markRead, state, payloads, reported, unread } = await setUp()
    state.refused = id(5)
    state.fault = (nth) => (nth === 2 ? { delayMs: 1_000 } : nth === 3 ? { before: 'broken' } : undefined)
    await markRead(...ids)
    await server.clock.until('it is halved', () => payloads().length === 2)
    expect(payloads()).toEqual([
      ['read', { messageIds: ids.slice(0, 4) }],
      ['read', { messageIds: ids.slice(4) }],
    ])
    await server.clock.until('all are sent', () => payloads().length === 0)
    expect(unread()).toBe(1)
    expect(reported()).toEqual(
      [
        ids,
        ids.slice(0, 4),
        // The connection broke, and what was done stays done.
        ids.slice(4),
        ids.slice(4),
        ids.slice(4, 6),
        ids.slice(4, 5),
        // The other half of a row follows the rows that were there.
        ids.slice(6),
        ids.slice(5, 6),
      ].map((messageIds) => joined('add', messageIds)),
    )
  })

  it('as unread are halved in their row if the server refuses them, and start again if the connection breaks', async () => {
    const { server, ids, id, unreadAgain, readAll, state, payloads, reported, unread } = await setUp()
    await readAll()
    state.refused = id(5)
    state.fault = (nth) => (nth === 3 ? { before: 'broken' } : undefined)
    await unreadAgain(...ids)
    await server.clock.until('all are sent', () => payloads().length === 0)
    expect(unread()).toBe(7)
    const halves = [ids, ids.slice(0, 4), ids.slice(4)]
    const rest = [ids.slice(4, 6), ids.slice(4, 5), ids.slice(5, 6), ids.slice(6)]
    expect(reported()).toEqual([...halves, ...halves, ...rest].map((messageIds) => joined('remove', messageIds)))
  })

  it('of one message that the server refuses end, and only the one as unread is in the log', async () => {
    const { server, client, id, markRead, unreadAgain, state, payloads, reported } = await setUp()
    state.refused = id(5)
    const refusals = () => client.logs.filter((line) => line.includes('was refused'))
    await markRead(id(5))
    await server.clock.until('the mark as read is gone', () => reported().length === 1 && payloads().length === 0)
    expect(refusals()).toEqual([])
    await unreadAgain(id(5))
    await server.clock.until('the mark as unread is gone', () => reported().length === 2 && payloads().length === 0)
    expect(refusals()).toHaveLength(1)
  })

  it.each([
    ['read', 0],
    ['unread', 1],
  ] as const)(
    'are not applied as %s if an event about the message is newer than the answer [U7]',
    async (mark, isRead) => {
      const { server, iris, id, markRead, unreadAgain, readAll, state, store, payloads } = await setUp()
      if (mark === 'unread') await readAll()
      state.fault = () => ({ answerDelayMs: 5_000 })
      await (mark === 'read' ? markRead : unreadAgain)(id(0), id(1))
      await server.clock.advance(1_000)
      // The event of the own request has come, and another device has undone it.
      const op = mark === 'read' ? 'remove' : 'add'
      await server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify([id(0)]), op, flag: 'read' })
      await server.clock.until('the answer has come', () => payloads().length === 0)
      await server.clock.advance(1_000)
      const stored = () => [0, 1].map((index) => store.messages.get(id(index))?.is_read)
      expect(stored()).toEqual([isRead, 1 - isRead])
      await server.clock.advance(10_000)
      expect(stored()).toEqual([isRead, 1 - isRead])
    },
  )

  it('as read are not applied if a registration is newer than the answer [U7]', async () => {
    const { server, client, iris, id, markRead, state, store, payloads } = await setUp()
    const registrations = () => client.requests.filter(({ path }) => path.endsWith('/register')).length
    const before = registrations()
    state.fault = () => ({ delayMs: 2_000, answerDelayMs: 15_000 })
    await markRead(id(0), id(1))
    await server.clock.advance(1_000)
    // No queue reports that the server marks both, and that another device undoes one.
    state.registersAfterMs = 5_000
    server.built.context.events.removeAll()
    await server.clock.advance(3_000)
    const form = { messages: JSON.stringify([id(0)]), op: 'remove', flag: 'read' }
    await server.call(iris, 'POST', '/messages/flags', form)
    await server.clock.until('it registers', () => registrations() > before)
    await server.clock.advance(5_000)
    expect(payloads()).toHaveLength(1)
    await server.clock.until('the answer has come', () => payloads().length === 0)
    expect([0, 1].map((index) => store.unread.get(id(index)) !== undefined)).toEqual([true, false])
  })
})
