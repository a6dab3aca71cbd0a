import { describe, expect, it } from 'vitest'
import type { Store } from '#engine/store/store.ts'
import type { ConversationItem } from '#contract/messages.ts'
import { temporaryDatabase } from '#support/files.ts'
import { openTables, setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

/** A client that has caught up, and access to its database. */
async function world(
  options: {
    faultFor?: FaultFor
    before?: (server: TestServer, people: ReturnType<TestServer['seed']>) => Promise<unknown>
  } = {},
) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  await options.before?.(server, people)
  const database = temporaryDatabase()
  const client = start({ database, faultFor: options.faultFor })
  await client.online()
  await server.clock.advance(5_000)
  const store = openTables(database)
  const look = <T>(read: (store: Store) => T): T => read(store)
  const registrations = () => client.requests.filter(({ path }) => path.endsWith('/register')).length
  /** Drops the queue at the server and waits until the client has registered again. */
  const registerAgain = async () => {
    const before = registrations()
    server.built.context.events.removeAll()
    client.engine.signal('resume')
    await server.clock.until('it registers again', () => registrations() > before)
    await client.online()
  }
  return { server, client, look, registerAgain, ...people }
}

const isStale = (item: ConversationItem | undefined) => item?.kind === 'message' && item.isStale

const isPage = ({ method, path }: { method: string; path: string }) => method === 'GET' && path.endsWith('/messages')

describe('the coverage of a container', () => {
  it('keeps its bounds when the message at a bound is deleted [M12]', async () => {
    const { server, look, iris, general } = await world({
      before: async (target, { iris, noor, general }) => {
        const place = { stream: general, topic: 'log' }
        await target.post(noor, place, 'first')
        // The messages are more than a day apart, so that the cache policy fetches only the first page.
        target.fill(place, { from: noor, to: iris, count: 600, everySeconds: 100_000 })
      },
    })
    const ranges = () => look((store) => store.ranges.of(`stream:${general}`))
    const [range, ...others] = ranges()
    expect(others).toEqual([])
    const low = range?.low ?? 0
    expect(low).toBeGreaterThan(100)
    await server.call(iris, 'DELETE', `/messages/${low}`)
    await server.clock.until('it is gone', () => look((store) => store.messages.get(low)) === undefined)
    expect(ranges()).toMatchObject([{ low, live_epoch: range?.live_epoch }])
  })

  it('excludes messages that move in while the answer is in flight [M13] [M4]', async () => {
    let answerDelayMs = 4_000
    let elsewhere = 0
    const { server, client, iris, general } = await world({
      before: async (target, { noor, general }) => {
        await target.post(noor, { stream: general, topic: 'a' }, 'one')
        // The message is not cached, since nothing has fetched its topic.
        elsewhere = await target.post(noor, { stream: general, topic: 'b' }, 'moved in')
      },
      faultFor: (request) => {
        if (!isPage(request)) return undefined
        return request.priority === 'background' ? { before: 'unreachable' } : { answerDelayMs }
      },
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'a' }, 'newest')
    await server.clock.advance(1_000)
    const move = { topic: 'a', propagate_mode: 'change_one', send_notification_to_new_thread: 'false' }
    await server.call(iris, 'PATCH', `/messages/${elsewhere}`, move)
    await server.clock.advance(1_000)
    answerDelayMs = 0
    await server.clock.until('it is shown', () => window.texts().join() === 'one,moved in')
  })

  it('is not live in an unsubscribed stream, whose new messages are fetched on opening [M6]', async () => {
    const { server, client, look, noor, extra } = await world()
    const place = { stream: extra, topic: 'far' }
    const narrow = { kind: 'topic', streamId: extra, topic: 'far' } as const
    await server.post(noor, place, 'one')
    const first = await client.openConversation(narrow)
    await server.clock.until('it is fetched', () => first.texts().join() === 'one')
    await server.clock.advance(1_000)
    expect(look((store) => store.ranges.of(`topic:${extra}:far`))).toMatchObject([{ live_epoch: null }])
    void client.engine.call('views.reset', {}, testWindow)
    await server.post(noor, place, 'two')
    const second = await client.openConversation(narrow)
    await server.clock.until('so is the next', () => second.texts().join() === 'one,two')
  })

  it('shrinks if messages at its ends were deleted during an absence [M9]', async () => {
    const { server, client, registerAgain, noor, general } = await world()
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    for (const text of ['one', 'two', 'three']) await server.post(noor, { stream: general, topic: 'lunch' }, text)
    await server.clock.until('all are shown', () => window.texts().length === 3)
    for (const id of [1, 3]) server.deleteMessage(id)
    await registerAgain()
    await server.clock.until('one is left', () => window.texts().join() === 'two')
  })

  it('shrinks in the cache, too, without a window that requests it [M9]', async () => {
    let isDown = false
    const { server, client, registerAgain, noor, general } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const narrow = { kind: 'topic', streamId: general, topic: 'lunch' } as const
    for (const text of ['one', 'two', 'three']) await server.post(noor, { stream: general, topic: 'lunch' }, text)
    await server.clock.until('all have come', () => client.status?.unread === 3)
    for (const id of [1, 3]) server.deleteMessage(id)
    await registerAgain()
    await server.clock.advance(20_000)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const window = await client.openConversation(narrow)
    expect(window.texts()).toEqual(['two'])
  })

  it('has a gap if the cache lacks some of the messages that moved in [M13]', async () => {
    const { server, client, noor, general, design, iris } = await world({
      before: async (target, { iris, noor, general, design }) => {
        const place = { stream: general, topic: 'log' }
        await target.post(noor, place, 'first')
        // The messages are more than a day apart, so that the cache policy fetches only the first page.
        target.fill(place, { from: noor, to: iris, count: 600, everySeconds: 100_000 })
        await target.post(noor, { stream: design, topic: 'plans' }, 'a plan')
      },
    })
    await server.call(iris, 'PATCH', '/messages/1', {
      stream_id: String(design),
      topic: 'log',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
      send_notification_to_old_thread: 'false',
    })
    await server.clock.advance(5_000)
    const window = await client.openConversation({ kind: 'topic', streamId: design, topic: 'log' }, 'newest')
    await server.clock.advance(5_000)
    for (let step = 0; step < 30 && window.meta().older !== 'none'; step += 1) await window.more('older')
    expect(window.meta().older).toBe('none')
    expect(window.texts()[0]).toBe('first')
    expect(await server.contents(noor, [['stream', general]])).toEqual([])
  })

  it('does not become live by an answer of the previous queue whose last part arrives after the new registration [M7]', async () => {
    let areSinglesSlow = false
    let arePagesLost = false
    const { server, client, look, registerAgain, noor, general } = await world({
      faultFor: (request) => {
        if (areSinglesSlow && /\/messages\/\d+$/.test(request.path)) return { answerDelayMs: 5_000 }
        return arePagesLost && isPage(request) ? { before: 'broken' } : undefined
      },
      before: async (target, { noor, general }) => {
        for (const text of ['one', 'two']) await target.post(noor, { stream: general, topic: 'lunch' }, text)
      },
    })
    // The message is deleted while there is no queue. The client looks up each missing message by its id.
    const asks = () => client.requests.filter(({ path }) => /\/messages\/\d+$/.test(path)).length
    server.deleteMessage(1)
    areSinglesSlow = true
    await registerAgain()
    await server.clock.until('it is requested', () => asks() > 0)
    arePagesLost = true
    await server.post(noor, { stream: general, topic: 'lunch' }, 'between the queues')
    await registerAgain()
    const epoch = look((store) => store.meta.epoch())
    const liveEpochs = () => look((store) => store.ranges.of(`stream:${general}`)).map((range) => range.live_epoch)
    await server.clock.advance(10_000)
    expect(liveEpochs()).not.toContain(epoch)
    arePagesLost = false
    await server.clock.until('what came between is here', () => look((store) => store.messages.maxId()) === 3)
    await server.clock.until('it is live again', () => liveEpochs().includes(epoch))
  })

  it('is not fresh by a queue that began after the answer, so an edit in between becomes visible [M7]', async () => {
    let isSlow = true
    const { server, client, registerAgain, general } = await world({
      faultFor: (request) => {
        if (request.priority === 'background') return { before: 'unreachable' }
        return isSlow && isPage(request) ? { answerDelayMs: 8_000 } : undefined
      },
      before: (target, { noor, general }) => target.post(noor, { stream: general, topic: 'lunch' }, 'one'),
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    const isAsked = () => client.requests.some((request) => isPage(request) && request.priority === 'foreground')
    await server.clock.until('it is requested', isAsked)
    await server.clock.advance(100)
    isSlow = false
    server.rewriteMessage(1, 'edited')
    await registerAgain()
    await server.clock.advance(15_000)
    expect(window.texts()).toEqual(['edited'])
    expect(isStale(window.items()[0])).toBe(false)
  })
})

describe('an answer that events overtake', () => {
  const isSearch = ({ path, form }: { path: string; form: Readonly<Record<string, string>> }) =>
    path.endsWith('/messages') && form.narrow?.includes('apple') === true
  const search = (client: TestClient) =>
    client.engine.call('messages.search', { query: 'apple', before: null, limit: 50, where: 'server' })

  it('does not undo an edit of a fresh message [M2]', async () => {
    const { server, client, noor, general } = await world({
      faultFor: (request) => (isSearch(request) ? { answerDelayMs: 4_000 } : undefined),
      before: (target, { noor, general }) => target.post(noor, { stream: general, topic: 'lunch' }, 'an apple'),
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('it is shown', () => window.texts().join() === 'an apple')
    const found = search(client)
    await server.clock.until('it is searched', () => client.requests.some(isSearch))
    await server.clock.advance(1_000)
    await server.call(noor, 'PATCH', '/messages/1', { content: 'a pear' })
    await server.clock.until('the edit is shown', () => window.texts().join() === 'a pear')
    for (let moment = 0; moment < 40; moment += 1) {
      await server.clock.advance(200)
      expect(window.texts()).toEqual(['a pear'])
    }
    await found
    expect(window.items()).toMatchObject([{ isStale: false }])
  })

  it('is requested again if its message moved with others [M4]', async () => {
    const { server, client, look, noor } = await world({
      faultFor: (request) => {
        if (request.priority === 'background') return { before: 'unreachable' }
        return isSearch(request) ? { answerDelayMs: 4_000 } : undefined
      },
      before: async (target, { noor, general }) => {
        for (const text of ['an apple', 'a pear']) await target.post(noor, { stream: general, topic: 'lunch' }, text)
      },
    })
    const found = search(client)
    await server.clock.until('it is searched', () => client.requests.some(isSearch))
    await server.clock.advance(1_000)
    await server.call(noor, 'PATCH', '/messages/2', {
      topic: 'dinner',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })
    await server.clock.advance(15_000)
    await found
    expect(look((store) => store.messages.get(1))).toMatchObject({ topic: 'dinner' })
  })
})

describe('a stale row', () => {
  it('stays stale when it is edited, since other changes of the absence remain unknown [M3]', async () => {
    let arePagesLost = false
    const { server, client, registerAgain, noor, general } = await world({
      faultFor: (request) => (arePagesLost && isPage(request) ? { before: 'broken' } : undefined),
      before: (target, { noor, general }) => target.post(noor, { stream: general, topic: 'lunch' }, 'one'),
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('it is shown', () => window.texts().join() === 'one')
    arePagesLost = true
    await registerAgain()
    await server.clock.until('it is stale', () => isStale(window.items()[0]))
    await server.call(noor, 'PATCH', '/messages/1', { content: 'edited' })
    await server.clock.until('the edit is shown', () => window.texts().join() === 'edited')
    expect(isStale(window.items()[0])).toBe(true)
    arePagesLost = false
    await server.clock.until('it is fresh again', () => !isStale(window.items()[0]))
  })
})
