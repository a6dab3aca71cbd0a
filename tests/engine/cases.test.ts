import { describe, expect, it } from 'vitest'
import type { NavigationMeta } from '#contract/navigation.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'

const minute = 60_000

async function world(options: WorldOptions = {}) {
  const made = await setupWorld({ ...options, engine: 'none' })
  return { ...made, start: (engineEpoch = 1) => made.start({ engineEpoch }) }
}

const lunch = (streamId: number) => ({ kind: 'topic', streamId, topic: 'lunch' }) as const

/** The numbered cases of `sync-invariants.md` §6.8; other test files contain the remaining ones. */
describe('the cases of the sync invariants', () => {
  it('a batch that is delivered again after a crash changes nothing (§6.8 case 1) [Q2] [Q3]', async () => {
    const database = temporaryDatabase()
    let isLost = false
    const { server, start, noor, general } = await world({
      database,
      // The events are applied and stored, but the acknowledgement is never sent.
      faultFor: (request) => (isLost && request.path.endsWith('/events') ? { before: 'broken' } : undefined),
    })
    const client = start()
    await client.online()
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await server.call(noor, 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })
    await server.clock.until('both were applied', () => client.status?.unread === 1)
    isLost = true
    await server.clock.advance(100)
    client.engine.close()
    isLost = false
    const next = start(2)
    await next.online()
    const window = await next.openConversation(lunch(general))
    await server.clock.advance(5_000)
    expect(window.texts()).toEqual(['soup'])
    expect(window.items()[0]).toMatchObject({ reactions: [{ name: 'heart', count: 1 }] })
    expect(next.status?.unread).toBe(1)
    expect(next.requests.some((request) => request.path.endsWith('/register'))).toBe(false)
  })

  it('an answer from before the loss of the queue proves nothing about the present (§6.8 case 2) [Q6] [M4] [M7] [M8]', async () => {
    let isSlow = false
    const { server, start, noor, general } = await world({
      faultFor: (request) =>
        isSlow && request.path.endsWith('/messages') && request.priority === 'foreground'
          ? { answerDelayMs: 8_000 }
          : undefined,
    })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'before')
    const client = start()
    await client.online()
    await server.clock.advance(2_000)
    isSlow = true
    void client.openConversation(lunch(general))
    const window = await client.openConversation(lunch(general))
    await server.clock.advance(100)
    server.built.context.events.removeAll()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'between')
    client.engine.signal('resume')
    await server.clock.advance(500)
    isSlow = false
    await server.clock.until('all is there', () => window.texts().join() === 'before,between')
    await server.clock.advance(20_000)
    expect(window.texts()).toEqual(['before', 'between'])
  })

  it.each([
    ['did arrive', 'after'],
    ['did not arrive', 'before'],
  ] as const)(
    'a message of unknown outcome that %s exists once after the loss of the queue (§6.8 case 3) [S6]',
    async (_, side) => {
      let isCut = false
      const { server, start, general, iris } = await world({
        faultFor: (request) => {
          if (!isCut) return undefined
          if (request.path.endsWith('/events')) return { before: 'broken' }
          const isSending = request.method === 'POST' && request.path.endsWith('/messages')
          return isSending ? { delayMs: 2_000, [side]: 'broken' } : undefined
        },
      })
      const client = start()
      await client.online()
      const window = await client.openConversation(lunch(general))
      isCut = true
      await client.send(lunch(general), 'one soup')
      await server.clock.advance(100)
      // No poll is open while the message takes effect.
      client.engine.signal('resume')
      await server.clock.until('its outcome is unknown', () =>
        window.texts().some((text) => text.startsWith('[unknown]')),
      )
      isCut = false
      server.built.context.events.removeAll()
      client.engine.signal('resume')
      await server.clock.until('it is confirmed', () => window.texts().join() === 'one soup')
      await server.clock.advance(minute)
      expect(await server.contents(iris, [['stream', general]])).toEqual(['one soup'])
      client.engine.close()
    },
  )

  it.each([
    ['smaller', 400],
    ['larger', 2_500],
  ] as const)(
    'a message event during the first fetch, with a %s fetched maximum, leaves no gap and no duplicate (§6.8 case 5) [M6] [M7]',
    async (_, postAfterMs) => {
      const { server, start, noor, general } = await world({
        faultFor: (request) =>
          request.path.endsWith('/messages') && request.method === 'GET' && request.priority === 'foreground'
            ? { delayMs: 1_000, answerDelayMs: 2_000 }
            : undefined,
      })
      for (const text of ['a', 'b']) await server.post(noor, { stream: general, topic: 'lunch' }, text)
      const client = start()
      await client.online()
      const window = await client.openConversation(lunch(general))
      // A message that is posted before the server reads is in the answer and in an event; a later one is only in an
      // event.
      await server.clock.advance(postAfterMs)
      await server.post(noor, { stream: general, topic: 'lunch' }, 'c')
      await server.clock.until('all is there', () => window.texts().join() === 'a,b,c')
      await server.clock.advance(10_000)
      expect(window.texts()).toEqual(['a', 'b', 'c'])
      expect(window.meta()).toMatchObject({ older: 'none', newer: 'none' })
      client.engine.close()
    },
  )

  it('an edit in a left stream is visible after resubscription, and old unread messages do not return (§6.8 case 8) [M2] [U11]', async () => {
    const { server, start, noor, general, iris } = await world()
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'first words')
    const client = start()
    await client.online()
    const window = await client.openConversation(lunch(general))
    await server.clock.until('it is here', () => window.texts().join() === 'first words')
    const subscribe = (method: 'POST' | 'DELETE') =>
      server.call(iris, method, '/users/me/subscriptions', {
        subscriptions: JSON.stringify(method === 'POST' ? [{ name: 'general' }] : ['general']),
      })
    await subscribe('DELETE')
    await server.clock.until('its unreads are gone', () => client.status?.unread === 0)
    await server.call(noor, 'PATCH', `/messages/${id}`, { content: 'other words' })
    await server.clock.advance(5_000)
    await subscribe('POST')
    await server.clock.advance(1_000)
    const again = await client.openConversation(lunch(general))
    await server.clock.until('the edit shows', () => again.texts().join() === 'other words')
    expect(client.status?.unread).toBe(0)
  })

  it('read flags that the server merged out of order are corrected by the next fetch (§6.8 case 9) [U6]', async () => {
    const { server, start, noor, general, iris } = await world()
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    const client = start()
    await client.online()
    const window = await client.openConversation(lunch(general))
    await server.clock.until('it is here', () => window.texts().length === 1)
    const flag = (op: 'add' | 'remove') =>
      server.call(iris, 'POST', '/messages/flags', { messages: `[${id}]`, op, flag: 'read' })
    await flag('add')
    await flag('remove')
    await flag('add')
    await server.clock.advance(1_000)
    // The events arrive as “read, read, unread”, but the state at the server is “read”.
    server.event(iris, {
      type: 'update_message_flags',
      op: 'remove',
      flag: 'read',
      messages: [id],
      all: false,
      message_details: { [id]: { type: 'stream', stream_id: general, topic: 'lunch' } },
    })
    await server.clock.until('it counts as unread', () => client.status?.unread === 1)
    server.built.context.events.removeAll()
    client.engine.signal('resume')
    await server.clock.until('it is read', () => client.status?.unread === 0)
  })

  it('the newest of sixty thousand unread messages are counted at once, the others when they are fetched (§6.8 case 10) [U3]', async () => {
    const { server, start, noor, iris, general } = await world({
      server: { database: temporaryDatabase() },
      faultFor: (request) => (request.path.endsWith('/flags/narrow') ? { answerDelayMs: 50 } : undefined),
    })
    await server.post(noor, { stream: general, topic: 'busy' }, 'm0')
    server.fill({ stream: general, topic: 'busy' }, { from: noor, to: iris, count: 60_000, everySeconds: 600 })
    const client = start()
    // The background fetch must not load a whole year of history.
    await client.engine.call('cache.policy', { days: 1 })
    await client.online()
    expect(client.status?.unread).toBe(50_000)
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'busy' }, 100)
    await server.clock.until('the oldest are here', () => window.texts().includes('m50'))
    const fetched = window.texts().slice(0, window.texts().indexOf('…'))
    expect([fetched[0], client.status?.unread]).toEqual(['m39', 50_000 + fetched.length])
    const navigation = await client.openView<{ item: never; meta: NavigationMeta }>({ type: 'navigation' })
    await client.engine.call('messages.markAllRead', { scope: 'all' })
    await server.clock.until('it has begun', () => navigation.meta().marking !== null)
    await server.clock.until('all are read', () => navigation.meta().marking === null, 10 * minute)
    expect(client.status?.unread).toBe(0)
    expect(server.count('user_message', `user_id = ${iris.id} AND flags & 1 = 0`)).toBe(0)
  })

  it('a client resumes its queue after five minutes of sleep and registers after thirteen hours, complete both times (§6.8 case 14) [Q8] [Q9]', async () => {
    const { server, start, noor, general } = await world()
    const client = start()
    await client.online()
    const window = await client.openConversation(lunch(general))
    const registrations = () => client.requests.filter((request) => request.path.endsWith('/register')).length
    const sleep = async (minutes: number, text: string) => {
      client.engine.close()
      await server.post(noor, { stream: general, topic: 'lunch' }, text)
      await server.clock.advance(minutes * minute)
    }
    expect(window.texts()).toEqual([])
    expect(registrations()).toBe(1)
    const database = temporaryDatabase()
    const asleep = async (engineEpoch: number) => {
      const awake = new TestClient(server, client.account, { database, engineEpoch }).start()
      await awake.online()
      return awake
    }
    const first = await asleep(1)
    first.engine.close()
    await sleep(5, 'after five')
    const second = await asleep(2)
    const shown = await second.openConversation(lunch(general))
    await server.clock.until('it is here', () => shown.texts().join() === 'after five')
    expect(second.requests.some((request) => request.path.endsWith('/register'))).toBe(false)
    second.engine.close()
    await sleep(13 * 60, 'after thirteen hours')
    const third = await asleep(3)
    const again = await third.openConversation(lunch(general))
    await server.clock.until('both are here', () => again.texts().join() === 'after five,after thirteen hours')
    expect(third.requests.some((request) => request.path.endsWith('/register'))).toBe(true)
  })
})

describe('requests that are no longer needed', () => {
  it('an answer to a closed view does not appear in the view that replaced it [M10]', async () => {
    const { server, start, noor, general, design } = await world({
      faultFor: (request) =>
        request.path.endsWith('/messages') && request.priority === 'foreground' ? { answerDelayMs: 3_000 } : undefined,
    })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await server.post(noor, { stream: design, topic: 'logo' }, 'blue')
    const client = start()
    await client.online()
    const left = await client.openConversation(lunch(general))
    await server.clock.advance(100)
    await client.engine.call('views.close', { viewId: left.viewId }, testWindow)
    const narrow = { kind: 'topic', streamId: design, topic: 'logo' } as const
    const taken = await client.openConversation(narrow)
    await server.clock.advance(10_000)
    expect(taken.texts()).toEqual(['blue'])
    expect(taken.meta()).toMatchObject({ title: 'logo', newer: 'none' })
  })

  it('the client never has more than one open poll [Q4]', async () => {
    let open = 0
    let most = 0
    const { server, start } = await world()
    const client = new TestClient(server, start().account, {
      rewrite: (request, body) => {
        if (request.path.endsWith('/events')) open -= 1
        return body
      },
      faultFor: (request) => {
        if (request.path.endsWith('/events') && request.form.dont_block === undefined) open += 1
        most = Math.max(most, open)
        return undefined
      },
    }).start()
    await client.online()
    await server.clock.advance(5 * minute)
    expect(most).toBe(1)
  })
})
