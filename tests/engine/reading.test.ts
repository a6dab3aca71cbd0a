import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { NavigationMeta } from '#contract/navigation.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world(count: number, options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const { iris, noor, general, design } = people
  await server.post(noor, { stream: general, topic: 'busy' }, 'm0')
  server.fill({ stream: general, topic: 'busy' }, { from: noor, to: iris, count: count - 1 })
  await server.post(noor, { stream: design, topic: 'other' }, 'elsewhere')
  const client = start(options)
  await client.online()
  const navigation = await client.openView<{ item: never; meta: NavigationMeta }>({ type: 'navigation' })
  const markAll = (scope: Narrow | 'all') => client.engine.call('messages.markAllRead', { scope })
  const unread = () => server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 0`)
  return { server, client, navigation, markAll, unread, ...people, general, design }
}

describe('marking a narrow as read', () => {
  it('goes through the server in steps with progress, and respects its rate limit (§6.8 case 11) [U9]', async () => {
    let steps = 0
    const { server, navigation, markAll, unread, general } = await world(2_500, {
      faultFor: (request) => {
        if (!request.path.endsWith('/flags/narrow')) return undefined
        steps += 1
        return steps === 2 ? { status: 429, headers: { 'retry-after': '7' } } : undefined
      },
    })
    expect(navigation.meta().unread).toBe(2_501)
    await markAll({ kind: 'stream', streamId: general })
    await server.clock.until('it shows at once', () => navigation.meta().unread === 1)
    await server.clock.until('the first step is done', () => navigation.meta().marking?.done === 1_000)
    expect(navigation.meta().marking).toMatchObject({ done: 1_000, total: 2_500 })
    await server.clock.until('it is done', () => navigation.meta().marking === null)
    expect(steps).toBe(4)
    expect(unread()).toBe(1)
    expect(navigation.meta().unread).toBe(1)
  })

  it('includes messages that the server did not list, and continues after a restart [U3] [U9]', async () => {
    const database = temporaryDatabase()
    const { server, client, markAll, unread, iris, noor, general } = await world(2_200, {
      database,
      faultFor: (request) =>
        request.path.endsWith('/flags/narrow') && request.form.anchor !== 'oldest'
          ? { before: 'unreachable' }
          : undefined,
    })
    await markAll('all')
    await server.clock.until('the first step is done', () => unread() === 1_201)
    client.engine.close()
    const next = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await next.online()
    const navigation = await next.openView<{ item: never; meta: NavigationMeta }>({ type: 'navigation' })
    await server.clock.until('it is done', () => navigation.meta().marking === null)
    expect(unread()).toBe(0)
    expect(navigation.meta().unread).toBe(0)
    // Later messages are unread.
    await server.post(noor, { stream: general, topic: 'busy' }, 'new')
    await server.clock.until('it counts', () => navigation.meta().unread === 1)
  })

  it('leaves messages unread that are marked as unread afterwards [U7]', async () => {
    let isDown = false
    const { server, client, navigation, markAll, unread, general } = await world(3, {
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'busy' })
    await server.clock.until('they are here', () => window.texts().length === 3)
    isDown = true
    client.engine.signal('resume')
    await markAll({ kind: 'topic', streamId: general, topic: 'Busy' })
    await server.clock.until('all are read', () => navigation.meta().unread === 1)
    const last = window.items().at(-1)
    await client.engine.call('messages.markUnread', {
      narrow: { kind: 'topic', streamId: general, topic: 'busy' },
      fromId: last?.kind === 'message' ? last.id : 0,
    })
    await server.clock.until('one is unread again', () => navigation.meta().unread === 2)
    isDown = false
    client.engine.signal('resume')
    await server.clock.until('the server has both', () => unread() === 2)
    await server.clock.advance(20_000)
    expect(navigation.meta().unread).toBe(2)
  })
})

describe('undoing the marking of a narrow as read', () => {
  const marked = async (answer: ReturnType<Awaited<ReturnType<typeof world>>['markAll']>) => {
    const result = await answer
    if (!result.ok) throw new Error('it was refused')
    return result.value as { localId: string; count: number } // the output type of this call
  }

  it.each([
    ['a stream', (general: number): Narrow => ({ kind: 'stream', streamId: general }), 1_200],
    ['a topic', (general: number): Narrow => ({ kind: 'topic', streamId: general, topic: 'Busy' }), 1_200],
    ['everything', () => 'all' as const, 1_201],
  ])('restores exactly the unread messages in %s, and no later ones [U9]', async (_what, scopeOf, count) => {
    const { server, client, navigation, markAll, unread, noor, general, iris } = await world(1_200)
    const first = server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 1`)
    const mark = await marked(markAll(scopeOf(general)))
    expect(mark.count).toBe(count)
    await server.clock.until('it is done', () => navigation.meta().marking === null && unread() === 1_201 - count)
    await server.post(noor, { stream: general, topic: 'busy' }, 'came afterwards')
    await server.clock.until('it counts', () => navigation.meta().unread === 1_202 - count)
    await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    await server.clock.until('all of them show', () => navigation.meta().unread === 1_202)
    await server.clock.until('the server knows', () => unread() === 1_202)
    await server.clock.advance(20_000)
    expect(navigation.meta().unread).toBe(1_202)
    expect(server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 1`)).toBe(first)
    client.engine.close()
  })

  it('stops the unsent steps [U9]', async () => {
    let steps = 0
    const { server, client, navigation, markAll, unread, general } = await world(3_500, {
      faultFor: (request) => {
        if (!request.path.endsWith('/flags/narrow')) return undefined
        steps += 1
        return steps === 2 ? { status: 429, headers: { 'retry-after': '7' } } : undefined
      },
    })
    const mark = await marked(markAll({ kind: 'stream', streamId: general }))
    await server.clock.until('the first step is done', () => navigation.meta().marking?.done === 1_000)
    await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    await server.clock.until('all show', () => navigation.meta().marking === null && navigation.meta().unread === 3_501)
    await server.clock.until('the server knows', () => unread() === 3_501)
    await server.clock.advance(20_000)
    expect(navigation.meta().unread).toBe(3_501)
    expect(steps).toBeLessThanOrEqual(2)
  })

  it('works offline, and the server has the same unread messages afterwards [U9]', async () => {
    let isDown = false
    const { server, client, navigation, markAll, unread, noor, general } = await world(3, {
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    const mark = await marked(markAll('all'))
    await server.clock.until('it shows at once', () => navigation.meta().unread === 0)
    await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    await server.clock.until('and back', () => navigation.meta().unread === 4)
    isDown = false
    client.engine.signal('resume')
    await server.post(noor, { stream: general, topic: 'busy' }, 'new')
    await server.clock.until('it counts', () => navigation.meta().unread === 5)
    await server.clock.advance(20_000)
    expect(unread()).toBe(5)
  })

  it('excludes earlier read messages and those that only another device has read [U9]', async () => {
    const { server, client, navigation, markAll, iris, general } = await world(4)
    const narrow = { kind: 'topic', streamId: general, topic: 'busy' } as const
    const window = await client.openConversation(narrow)
    await server.clock.until('they are here', () => window.texts().length === 4)
    const ids = window.items().flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    await client.engine.call('messages.markRead', { messageIds: ids.slice(0, 1) })
    const mark = await marked(markAll({ kind: 'stream', streamId: general }))
    expect(mark.count).toBe(3)
    await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    await server.clock.advance(20_000)
    expect(navigation.meta().unread).toBe(4)
    expect(server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 0 AND message_id = ${ids[0]}`)).toBe(0)
  })

  it('takes effect once [U9]', async () => {
    const { client, markAll } = await world(2)
    const mark = await marked(markAll('all'))
    await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    const again = await client.engine.call('messages.undoMarkAllRead', { localId: mark.localId })
    expect(again).toEqual({ ok: true, value: { isUndone: false } })
  })

  it('is possible if scrolling never marks as read [U8] [U9]', async () => {
    const { server, navigation, markAll, iris, unread, general } = await world(3)
    await server.ok(iris, 'PATCH', '/settings', { web_mark_read_on_scroll_policy: '3' })
    await server.clock.advance(2_000)
    await markAll({ kind: 'topic', streamId: general, topic: 'busy' })
    await server.clock.until('the server knows', () => unread() === 1 && navigation.meta().marking === null)
  })
})

describe('reading a conversation to its end', () => {
  /** Its topic, the answer of reading it, and the number of ids in each request. */
  async function opened(count: number, options: { faultFor?: FaultFor; database?: string } = {}) {
    const named: number[] = []
    const started = await world(count, {
      ...options,
      faultFor: (request) => {
        if (request.path.endsWith('/messages/flags')) {
          named.push((JSON.parse(request.form.messages ?? '[]') as number[]).length)
        }
        return options.faultFor?.(request)
      },
    })
    const narrow = { kind: 'topic', streamId: started.general, topic: 'busy' } as const
    const read = async (client = started.client) => {
      const result = await client.engine.call('messages.readConversation', { narrow })
      return result.ok ? (result.value as { messageIds: number[] }).messageIds : [] // the output type of this call
    }
    const takeBack = (messageIds: readonly number[], client = started.client) =>
      client.engine.call('messages.unreadAgain', { narrow, messageIds: [...messageIds] })
    return { ...started, narrow, named, read, takeBack }
  }

  it('is sent in batches, and its undo restores exactly these messages, cached or not [U7]', async () => {
    const { server, navigation, unread, named, read, takeBack, noor, general } = await opened(2_500)
    const ids = await read()
    expect(ids).toHaveLength(2_500)
    await server.clock.until('it shows at once', () => navigation.meta().unread === 1)
    await server.clock.until('the server knows', () => unread() === 1)
    expect(named).toEqual([1_000, 1_000, 500])
    await server.post(noor, { stream: general, topic: 'busy' }, 'came afterwards')
    await server.clock.until('it counts', () => navigation.meta().unread === 2)
    await takeBack(ids)
    await server.clock.until('all of them show', () => navigation.meta().unread === 2_502)
    await server.clock.until('the server knows', () => unread() === 2_502)
    await server.clock.advance(20_000)
    expect(navigation.meta().unread).toBe(2_502)
    expect(named.slice(3)).toEqual([1_000, 1_000, 500])
  })

  it('and its undo work offline and across a restart', async () => {
    let isDown = false
    const database = temporaryDatabase()
    const faultFor: FaultFor = () => (isDown ? { before: 'unreachable' } : undefined)
    const { server, client, navigation, unread, read, takeBack, iris } = await opened(1_200, { database, faultFor })
    isDown = true
    client.engine.signal('resume')
    const ids = await read()
    await server.clock.until('it shows', () => navigation.meta().unread === 1)
    client.engine.close()
    const second = new TestClient(server, iris, { database, engineEpoch: 2, faultFor }).start()
    expect(await read(second)).toEqual([])
    await takeBack(ids, second)
    expect(await read(second)).toEqual(ids)
    await takeBack(ids, second)
    second.engine.close()
    isDown = false
    const third = new TestClient(server, iris, { database, engineEpoch: 3 }).start()
    await third.online()
    await server.clock.advance(20_000)
    expect(unread()).toBe(1_201)
    expect(third.status?.unread).toBe(1_201)
  })

  it('is undone without the messages that were deleted meanwhile', async () => {
    const { server, navigation, unread, read, takeBack, noor } = await opened(20)
    const ids = await read()
    await server.clock.until('the server knows', () => unread() === 1)
    for (const id of [ids[3], ids[17]]) await server.call(noor, 'DELETE', `/messages/${id}`)
    await takeBack(ids)
    await server.clock.until('the others are unread', () => unread() === 19)
    await server.clock.until('and show', () => navigation.meta().unread === 19)
  })

  it('depends on the account’s policy for scrolling [U8]', async () => {
    const { server, client, narrow, iris, general } = await opened(2)
    const topic = await client.openConversation(narrow)
    const stream = await client.openConversation({ kind: 'stream', streamId: general })
    for (const [policy, inTopic, inStream] of [
      ['2', true, false],
      ['3', false, false],
      ['1', true, true],
    ] as const) {
      await server.call(iris, 'PATCH', '/settings', { web_mark_read_on_scroll_policy: policy })
      await server.clock.until(
        `policy ${policy} holds`,
        () => topic.meta().isReadByScrolling === inTopic && stream.meta().isReadByScrolling === inStream,
      )
    }
  })
})
