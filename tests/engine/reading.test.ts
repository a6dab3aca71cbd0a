import { describe, expect, it } from 'vitest'
import type { NavigationMeta } from '../../preload/contract.ts'
import { temporaryDatabase } from '../support/files.ts'
import { TestClient, TestServer, type FaultFor } from '../support/world.ts'

async function world(count: number, options: { faultFor?: FaultFor; database?: string } = {}) {
  const server = new TestServer({ database: temporaryDatabase() })
  await server.start()
  const people = server.seed()
  const { iris, noor, general, design } = people
  await server.post(noor, { stream: general, topic: 'busy' }, 'm0')
  server.fill({ stream: general, topic: 'busy' }, { from: noor, to: iris, count: count - 1 })
  await server.post(noor, { stream: design, topic: 'other' }, 'elsewhere')
  const client = new TestClient(server, iris, options).start()
  await client.online()
  const navigation = await client.openView<{ item: never; meta: NavigationMeta }>({ type: 'navigation' })
  const markAll = (scope: unknown) => client.engine.call('messages.markAllRead', { scope })
  const unread = () => server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 0`)
  return { server, client, navigation, markAll, unread, ...people, general, design }
}

describe('marking a narrow as read', () => {
  it('[U9] (§6.8 case 11) goes through the server in steps with progress, and waits where it is asked to slow down', async () => {
    let steps = 0
    const { server, client, navigation, markAll, unread, general } = await world(2_500, {
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
    client.engine.close()
  })

  it('[U3] [U9] everything, also what the server did not list, and goes on after a restart in the middle', async () => {
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
    // What comes afterwards is unread as ever.
    await server.post(noor, { stream: general, topic: 'busy' }, 'new')
    await server.clock.until('it counts', () => navigation.meta().unread === 1)
    next.engine.close()
  })

  it('[U7] what is marked unread after it stays unread', async () => {
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
    client.engine.close()
  })
})
