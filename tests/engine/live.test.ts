import { describe, expect, it } from 'vitest'
import { setupWorld } from '#support/setup-world.ts'

describe('an online client', () => {
  it('shows history, receives messages of others, and marks messages as read at the server', async () => {
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'first')
    const client = start()
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
  })

  it('sends a message: pending at once, then confirmed, and exactly one at the server', async () => {
    const { server, client, noor } = await setupWorld({
      faultFor: (request) =>
        request.method === 'POST' && request.path.endsWith('/messages') ? { delayMs: 500 } : undefined,
    })
    const window = await client.openConversation({ kind: 'direct', userIds: [noor.id] })
    await client.send({ kind: 'direct', userIds: [noor.id] }, 'hello')
    await server.clock.until('it is pending', () => window.texts()[0]?.endsWith('] hello') === true)
    await server.clock.until('it is confirmed', () => window.texts().join() === 'hello')
    expect(await server.contents(noor, [['is', 'dm']])).toEqual(['hello'])
  })
})
