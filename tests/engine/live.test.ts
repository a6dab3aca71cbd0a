import { describe, expect, it } from 'vitest'
import { TestClient } from '../support/test-client.ts'
import { TestServer } from '../support/test-server.ts'

describe('a client that is online', () => {
  it('shows history, receives what others write, and tells the server what was read', async () => {
    const server = new TestServer()
    await server.start()
    const { iris, noor, general } = server.seed()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'first')
    const client = new TestClient(server, iris).start()
    await client.online()
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'Lunch' })
    await server.clock.until('history is shown', () => window.texts().join() === 'first')
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'second')
    await server.clock.until('the new message is shown', () => window.texts().join() === 'first,second')
    expect(client.status?.unread).toBe(2)

    await client.engine.call('messages.markRead', { messageIds: [id - 1, id] })
    expect(client.status?.unread).toBe(0)
    await server.clock.advance(1000)
    expect(await server.contents(iris, [['is', 'unread']])).toEqual([])
    client.engine.close()
    await server.stop()
  })

  it('sends a message: pending at once, then confirmed, and exactly one at the server', async () => {
    const server = new TestServer()
    await server.start()
    const { iris, noor } = server.seed()
    const client = new TestClient(server, iris, {
      faultFor: (request) =>
        request.method === 'POST' && request.path.endsWith('/messages') ? { delayMs: 500 } : undefined,
    }).start()
    await client.online()
    const window = await client.openConversation({ kind: 'direct', userIds: [noor.id] })
    await client.send({ kind: 'direct', userIds: [noor.id] }, 'hello')
    await server.clock.until('it is pending', () => window.texts()[0]?.endsWith('] hello') === true)
    await server.clock.until('it is confirmed', () => window.texts().join() === 'hello')
    expect(await server.contents(noor, [['is', 'dm']])).toEqual(['hello'])
    client.engine.close()
    await server.stop()
  })
})
