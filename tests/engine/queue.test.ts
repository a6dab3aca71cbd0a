import { describe, expect, it } from 'vitest'
import { setupWorld } from '#support/setup-world.ts'
import { textFailure } from '#support/text-failure.ts'
import { registerHere, type RegisterReader } from '#engine/workers/ingest/register-reader.ts'
import { TransportError, type TransportRequest, type TransportResponse } from '#engine/ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { Account } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'

const minute = 60_000

async function world(faultFor?: FaultFor, database?: string) {
  const { server, client, people } = await setupWorld({ faultFor, database })
  return { server, client, ...people }
}

function topicOf(streamId: number) {
  return { kind: 'topic', streamId, topic: 'lunch' } as const
}

function registrations(client: TestClient): number {
  return client.requests.filter((request) => request.path.endsWith('/register')).length
}

/** Registrations stop after this number of parts, as if the parsing thread hung. */
function stuckAfter(count: number): { registerReader: RegisterReader; parts: () => number } {
  let parts = 0
  const open = () => {
    const reading = registerHere.open()
    return { ...reading, next: () => ((parts += 1) <= count ? reading.next() : new Promise<never>(() => undefined)) }
  }
  return { registerReader: { open }, parts: () => parts }
}

const streamNames = async (client: TestClient) =>
  (await client.openNavigation()).items().flatMap((item) => (item.kind === 'stream' ? [item.name] : []))

describe('the event queue', () => {
  it.each([502, 503, 504])(
    'the client waits for a server behind a proxy that answers %i, and reports the proxy',
    async (status) => {
      let isAway = false
      const { server, client, noor, general } = await world(() => (isAway ? { status } : undefined))
      isAway = true
      client.engine.signal('resume')
      await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
      expect(client.status?.connection).toMatchObject({ reason: { code: 'PROXY_ANSWERS' } })
      await client.send(topicOf(general), 'meanwhile')
      await server.clock.advance(minute)
      expect(client.status?.connection.state).toBe('offline')
      expect(client.logs.filter((line) => line.includes('MalformedAnswerError'))).toEqual([])
      isAway = false
      await client.online()
      const window = await client.openConversation(topicOf(general))
      await server.clock.until('it has arrived', () => window.texts().join() === 'meanwhile')
      expect(await server.contents(noor, [['stream', general]])).toEqual(['meanwhile'])
      expect(registrations(client)).toBe(1)
    },
  )

  it('repeated events change nothing [Q1] [Q2] [Q3]', async () => {
    let repeat = false
    const { server, client, iris, noor, general } = await world((request) =>
      repeat && request.path.endsWith('/events') ? { after: 'broken' } : undefined,
    )
    const window = await client.openConversation(topicOf(general))
    repeat = true
    client.engine.signal('resume')
    await server.clock.advance(10)
    await server.post(noor, { stream: general, topic: 'lunch' }, 'once')
    await server.clock.advance(5_000)
    expect(window.texts()).toEqual([])
    repeat = false
    await server.clock.until('the message is shown', () => window.texts().length === 1)
    await server.clock.advance(5_000)
    expect(window.texts()).toEqual(['once'])
    expect(client.status?.unread).toBe(1)
    expect(await server.contents(iris, [['stream', general]])).toEqual(['once'])
  })

  it('an engine that ended during a registration starts a new one and takes its state [Q1] [Q6]', async () => {
    const database = temporaryDatabase()
    const { server, client: before, iris, general } = await world(undefined, database)
    before.engine.close()
    server.built.context.events.removeAll()
    await server.call(iris, 'PATCH', `/streams/${general}`, { new_name: 'everybody' })
    const { registerReader, parts } = stuckAfter(1)
    const stuck = new TestClient(server, iris, { database, engineEpoch: 2, registerReader }).start()
    await server.clock.until('the first part is taken over', () => parts() === 2)
    expect(stuck.status?.connection.state).toBe('catching_up')
    stuck.engine.close()
    await server.call(iris, 'DELETE', `/users/me/subscriptions`, { subscriptions: '["design"]' })
    const client = new TestClient(server, iris, { database, engineEpoch: 3 }).start()
    await client.online()
    expect(registrations(client)).toBe(1)
    expect(await streamNames(client)).toEqual(['everybody'])
  })

  it('a registration in progress keeps the view, and the old queue is not polled again [Q1] [Q7]', async () => {
    const database = temporaryDatabase()
    const { server, client: before, iris } = await world(undefined, database)
    before.engine.close()
    const { registerReader, parts } = stuckAfter(0)
    const stuck = new TestClient(server, iris, { database, engineEpoch: 2, registerReader }).start()
    await stuck.online()
    // The old queue still exists, but its content has changed.
    server.event(iris, { type: 'restart', svc_feature_level: 300, server_generation: 2 })
    await server.clock.until('it is being taken over', () => parts() === 1)
    expect(await streamNames(stuck)).toEqual(['design', 'general'])
    stuck.engine.close()
    const client = new TestClient(server, iris, { database, engineEpoch: 3 }).start()
    await client.online()
    expect(registrations(client)).toBe(1)
  })

  it('a repeated answer restores no deleted message [Q3]', async () => {
    let earlier: TransportResponse | undefined
    let isRepeated = false
    const { server, client, iris, noor, general } = await setupWorld({
      garble: (request: TransportRequest, response) => {
        if (!request.path.endsWith('/events')) return response
        if (response.body.includes('short-lived')) earlier = response
        if (!isRepeated || earlier === undefined) return response
        isRepeated = false
        return earlier
      },
    })
    const window = await client.openConversation(topicOf(general))
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'short-lived')
    await server.clock.until('it is here', () => window.texts().length === 1)
    await server.call(iris, 'DELETE', `/messages/${id}`)
    await server.clock.until('it is gone', () => window.texts().length === 0)
    isRepeated = true
    client.engine.signal('resume')
    await server.clock.until('it is repeated', () => !isRepeated)
    for (let moment = 0; moment < 20; moment += 1) {
      await server.clock.advance(50)
      expect(window.texts()).toEqual([])
    }
    expect(registrations(client)).toBe(1)
  })

  it('a new poll starts at once, but only after the old one is aborted [Q4] [Q9]', async () => {
    let polls = 0
    let most = 0
    const { server, client } = await world((request) => {
      if (request.path.endsWith('/events')) polls += 1
      most = Math.max(most, polls)
      return undefined
    })
    await server.clock.advance(5_000)
    const before = polls
    client.engine.signal('resume')
    client.engine.signal('resume')
    await server.clock.advance(100)
    expect(polls).toBeGreaterThan(before)
    expect(client.status?.connection.state).toBe('online')
    // Two pollers would end each other’s polls for ever.
    const then = polls
    await server.clock.advance(minute)
    expect(polls - then).toBeLessThan(5)
  })

  it('a poll from before a sleep is aborted when the computer wakes up [Q9]', async () => {
    let isDead = false
    const { server, client, noor, general } = await world((request) =>
      isDead && request.path.endsWith('/events') ? { answerDelayMs: 10 * minute } : undefined,
    )
    const window = await client.openConversation(topicOf(general))
    await server.clock.advance(5_000)
    isDead = true
    await server.post(noor, { stream: general, topic: 'lunch' }, 'before the sleep')
    await server.clock.until('it is shown', () => window.texts().join() === 'before the sleep')
    await server.clock.advance(1_000)
    isDead = false
    await server.post(noor, { stream: general, topic: 'lunch' }, 'in the sleep')
    await server.clock.advance(30_000)
    expect(window.texts()).toEqual(['before the sleep'])
    client.engine.signal('resume')
    await server.clock.advance(1_000)
    expect(window.texts()).toEqual(['before the sleep', 'in the sleep'])
    expect(registrations(client)).toBe(1)
  })

  it('a lost queue is replaced, and the missed messages are fetched [Q5] [Q6] [M8]', async () => {
    const { server, client, noor, general } = await world()
    const window = await client.openConversation(topicOf(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'before')
    await server.clock.until('it is shown', () => window.texts().join() === 'before')
    server.built.context.events.removeAll()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'missed')
    await server.clock.until('the gap is filled', () => window.texts().join() === 'before,missed')
    expect(registrations(client)).toBe(2)
    await server.post(noor, { stream: general, topic: 'lunch' }, 'live')
    await server.clock.until('it is live again', () => window.texts().join() === 'before,missed,live')
  })

  it('a refused acknowledgement leads to a new queue as well [Q5]', async () => {
    let isDown = false
    const { server, client, iris, noor, general } = await world(() => (isDown ? { before: 'unreachable' } : undefined))
    const window = await client.openConversation(topicOf(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'one')
    await server.clock.until('it is shown', () => window.texts().length === 1)
    // As if another client had used the queue: it has dropped more than this client acknowledged.
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'two')
    for (const queue_id of server.built.context.events.queuesOf(iris.id)) {
      const poll = (last_event_id: number) =>
        server.call(iris, 'GET', '/events', { queue_id, last_event_id: String(last_event_id), dont_block: 'true' })
      const [last] = ((await poll(0)).events as { id: number }[]).slice(-1)
      await poll(last!.id)
    }
    isDown = false
    client.engine.signal('retry')
    await server.clock.until('both are shown', () => window.texts().join() === 'one,two')
    expect(registrations(client)).toBe(2)
  })

  it('the old view stays on screen during a registration [Q7]', async () => {
    let isSlow = false
    const { server, client, noor, general } = await world((request) =>
      isSlow && request.path.endsWith('/register') ? { delayMs: 20_000 } : undefined,
    )
    const window = await client.openConversation(topicOf(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'still here')
    await server.clock.until('it is shown', () => window.texts().length === 1)
    isSlow = true
    server.built.context.events.removeAll()
    client.engine.signal('resume')
    await server.clock.advance(10_000)
    expect(client.status?.connection.state).toBe('catching_up')
    expect(window.texts()).toEqual(['still here'])
  })

  it('a client resumes its queue after three hours, and registers after thirteen [Q8] [Q9]', async () => {
    const database = temporaryDatabase()
    const { server, client, iris, noor, general } = await world(undefined, database)
    client.engine.close()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'three hours later')
    await server.clock.advance(180 * minute)
    const second = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await second.online()
    expect(registrations(second)).toBe(0)
    expect(second.status?.unread).toBe(1)
    second.engine.close()

    await server.clock.advance(13 * 60 * minute)
    const third = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await third.online()
    expect(registrations(third)).toBe(1)
    expect(third.status?.unread).toBe(1)
  })

  it.each([
    ['ten minutes', 600, 30, 1, 0],
    ['an hour', 3600, 30, 0, 1],
    ['unknown, with a lost queue', null, 30, 1, 1],
  ] as const)(
    'a client resumes or registers by the idle timeout of its queue: %s [Q8] [Q9]',
    async (_name, seconds, minutes, expected, polls) => {
      const database = temporaryDatabase()
      const rewrite = (_request: unknown, body: Record<string, unknown>) =>
        'realm_users' in body && seconds !== null ? { ...body, idle_queue_timeout_secs: seconds } : body
      const { server, client, start } = await setupWorld({ database, rewrite })
      client.engine.close()
      if (seconds === null) server.built.context.events.removeAll()
      await server.clock.advance(minutes * minute)
      const second = start({ database, rewrite })
      await second.online()
      expect(registrations(second)).toBe(expected)
      const asked = second.requests.slice(0, 2).filter((request) => request.path.endsWith('/events'))
      expect(asked.slice(0, polls)).toHaveLength(polls)
      expect(second.requests[0]?.path.endsWith('/events')).toBe(polls === 1)
    },
  )

  it('a longer queue lifespan is requested by the parameter that the server knows [Q8]', async () => {
    const asked = async (level: number) => {
      const rewrite = (_request: unknown, body: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, name.endsWith('_feature_level') ? level : value]),
        )
      const { server, client } = await setupWorld({ rewrite })
      server.built.context.events.removeAll()
      client.engine.signal('resume')
      await server.clock.until('it has registered again', () => registrations(client) === 2)
      client.engine.close()
      return client.requests
        .filter((request) => request.path.endsWith('/register'))
        .map(({ form }) => [form.queue_lifespan_secs, form.idle_queue_timeout])
    }
    // Initially the server’s level is unknown, so the request has both parameters.
    expect(await asked(237)).toEqual([
      ['43200', '43200'],
      ['43200', undefined],
    ])
    expect(await asked(481)).toEqual([
      ['43200', '43200'],
      [undefined, '43200'],
    ])
  })

  it('a server that refuses a longer queue lifespan gets a registration with its default of ten minutes [Q8]', async () => {
    const database = temporaryDatabase()
    const garble = (request: TransportRequest, response: TransportResponse) =>
      'queue_lifespan_secs' in request.form
        ? { status: 400, headers: {}, body: '{"result":"error","msg":"No.","code":"BAD_REQUEST"}' }
        : response
    const { server, client, start } = await setupWorld({ database, garble })
    expect(registrations(client)).toBe(2)
    client.engine.close()
    await server.clock.advance(11 * minute)
    const second = start({ database, garble })
    await second.online()
    expect(second.requests[0]?.path.endsWith('/register')).toBe(true)
  })

  it('a changed feature level of the server leads to a registration [Q10]', async () => {
    const { server, client, iris } = await world()
    server.event(iris, { type: 'restart', svc_feature_level: 237, server_generation: 1 })
    await server.clock.advance(1_000)
    expect(registrations(client)).toBe(1)
    server.event(iris, { type: 'restart', svc_feature_level: 300, server_generation: 2 })
    await server.clock.until('it registers', () => registrations(client) === 2)
    server.event(iris, { type: 'restart', svc_feature_level: 236, server_generation: 3 })
    await server.clock.until('it registers, too, where the server went back', () => registrations(client) === 3)
  })

  it('signing out deletes the queue, closing keeps it [Q8] [Q11]', async () => {
    const database = temporaryDatabase()
    const { server, client: before, iris } = await world(undefined, database)
    before.engine.close()
    await server.clock.advance(1_000)
    const client = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    // A working queue is recognized at once, even without events.
    await server.clock.advance(500)
    expect(client.status?.connection.state).toBe('online')
    expect(registrations(client)).toBe(0)
    const { events } = server.built.context
    expect(events.queuesOf(iris.id)).toHaveLength(1)
    void client.engine.releaseQueue()
    await server.clock.until('the queue is gone', () => events.queuesOf(iris.id).length === 0)
  })

  it('an event that cannot be applied does not affect the others (§6.8 case 16) [Q12]', async () => {
    const { server, client, iris, noor, general } = await world()
    const window = await client.openConversation(topicOf(general))
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'before the bad one')
    await server.clock.until('it is here', () => window.texts().join() === 'before the bad one')
    // No stream has such an id, and no row accepts it.
    server.event(iris, {
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      rendering_only: false,
      edit_timestamp: 1,
      stream_id: general,
      orig_subject: 'lunch',
      subject: 'x',
      flags: [],
      new_stream_id: 2.5,
    })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'after the bad one')
    const both = 'before the bad one,after the bad one'
    await server.clock.until('the good ones are shown', () => window.texts().join() === both)
    expect(client.logs.filter((line) => line.includes('could not be applied'))).toHaveLength(1)
    await server.clock.until('a registration tells what the bad one would have', () => registrations(client) === 2)
    await client.online()
    expect(client.status?.connection.state).toBe('online')
  })

  it('a registration that unreadable events require is made within an hour, also across a restart [Q12]', async () => {
    const database = temporaryDatabase()
    const { server, client, iris } = await world(undefined, database)
    const tellNonsense = () => server.event(iris, { type: 'reaction', op: 'add', message_id: 'one' })
    tellNonsense()
    await server.clock.until('it registers for the first one', () => registrations(client) === 2)
    await client.online()
    const warnings = () => client.logs.filter((line) => line.includes('events that could not be read')).length
    tellNonsense()
    await server.clock.until('the second one has come', () => warnings() === 2)
    await server.clock.advance(minute)
    expect(registrations(client)).toBe(2)
    client.engine.close()

    const again = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await again.online()
    await server.clock.advance(minute)
    expect(registrations(again)).toBe(0)
    await server.clock.advance(60 * minute)
    await server.clock.until('it registers for the second one', () => registrations(again) === 1)
    await again.online()
    await server.clock.advance(120 * minute)
    expect(registrations(again)).toBe(1)
  })

  it.each([
    ['as the last of its answer', false],
    ['before others', true],
  ])(
    'an event that could not be applied still leads to a registration after a crash: %s',
    async (_where, isFollowed) => {
      const database = temporaryDatabase()
      let mayRegister = true
      const faultFor: FaultFor = (request) =>
        !mayRegister && request.path.endsWith('/register') ? { before: 'unreachable' } : undefined
      const { server, client, iris, noor, general } = await world(faultFor, database)
      const window = await client.openConversation(topicOf(general))
      const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'where it was')
      await server.clock.until('it is here', () => window.texts().join() === 'where it was')
      mayRegister = false
      server.rewriteMessage(id, 'where it is')
      // No stream has such an id, and no row accepts it.
      const change = { message_id: id, message_ids: [id], rendering_only: false, edit_timestamp: 1, stream_id: general }
      const move = { orig_subject: 'lunch', subject: 'x', flags: [], new_stream_id: 2.5 }
      server.event(iris, { type: 'update_message', ...change, ...move })
      if (isFollowed) await server.post(noor, { stream: general, topic: 'supper' }, 'after the bad one')
      await server.clock.until('it wants to register', () => registrations(client) === 2)
      client.engine.close()
      mayRegister = true
      const next = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
      await next.online()
      expect(registrations(next)).toBe(1)
      const again = await next.openConversation(topicOf(general))
      await server.clock.until('it is as the server has it', () => again.texts().join() === 'where it is')
    },
  )

  it('a changed feature level still leads to a registration after a crash [Q10]', async () => {
    const database = temporaryDatabase()
    let mayRegister = true
    const { server, client, iris } = await world(
      (request) => (!mayRegister && request.path.endsWith('/register') ? { before: 'unreachable' } : undefined),
      database,
    )
    mayRegister = false
    server.event(iris, { type: 'restart', svc_feature_level: 300, server_generation: 2 })
    await server.clock.until('it wants to register', () => registrations(client) === 2)
    client.engine.close()
    mayRegister = true
    const next = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await next.online()
    expect(registrations(next)).toBe(1)
  })

  it('unknown events and extra keys are tolerated (§6.8 case 15)', async () => {
    const { server, client, iris, noor, general } = await world()
    const window = await client.openConversation(topicOf(general))
    server.event(iris, { type: 'brand_new', op: 'surprise', anything: { deep: [1] } })
    server.event(iris, { type: 'message', message: 'no object' })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'goes on')
    await server.clock.until('the next is shown', () => window.texts().join() === 'goes on')
    expect(client.logs.filter((line) => line.startsWith('error'))).toEqual([])
  })
})

describe('connection failures', () => {
  it('an unreachable server is retried with growing backoff, and at once when the user asks', async () => {
    let isDown = false
    const { server, client } = await world(() => (isDown ? { before: 'unreachable' } : undefined))
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const before = client.requests.length
    await server.clock.advance(10 * minute)
    expect(client.requests.length - before).toBeLessThan(60)
    isDown = false
    client.engine.signal('retry')
    await server.clock.advance(10)
    expect(client.status?.connection.state).toBe('online')
  })

  it('a rate limit of the server is respected', async () => {
    let isLimited = false
    const { server, client } = await world(() =>
      isLimited ? { status: 429, headers: { 'retry-after': '120' } } : undefined,
    )
    isLimited = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const before = client.requests.length
    await server.clock.advance(100_000)
    expect(client.requests.length).toBe(before)
    isLimited = false
    await server.clock.advance(30_000)
    expect(client.status?.connection.state).toBe('online')
  })

  it('a refused API key signs out and keeps everything readable, and a new key continues (§6.8 case 13)', async () => {
    const { server, client, iris, noor, general } = await world()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'readable')
    const window = await client.openConversation(topicOf(general))
    await server.clock.until('it is shown', () => window.texts().length === 1)
    const account = iris as { -readonly [K in keyof Account]: Account[K] }
    const { apiKey } = account
    account.apiKey = 'wrong'
    client.engine.signal('resume')
    await server.clock.until('signed out', () => client.status?.connection.state === 'signed_out')
    await server.clock.advance(minute)
    expect(window.texts()).toEqual(['readable'])
    account.apiKey = apiKey
    client.engine.signal('key_changed')
    await client.online()
  })

  it('an outdated server is refused with an error, and asked again only on demand', async () => {
    const { server, iris } = await setupWorld({ engine: 'none' })
    const client = new TestClient(server, iris)
    const original = server.raw.bind(server)
    server.raw = async (account, request) => {
      const response = await original(account, request)
      return { ...response, body: response.body.replace('feature_level":237', 'feature_level":100') }
    }
    client.start()
    await server.clock.until('it is refused', () => client.status?.connection.state === 'refused')
    expect(client.status?.connection).toMatchObject({ reason: { code: 'TOO_OLD' } })
    const before = client.requests.length
    await server.clock.advance(10 * minute)
    expect(client.requests.length).toBe(before)
  })

  it('a server of the other dialect is understood', async () => {
    const { server, noor, general, start } = await setupWorld({ engine: 'none' })
    const original = server.raw.bind(server)
    server.raw = async (account, request) => {
      const response = await original(account, request)
      return { ...response, body: response.body.replaceAll('"svc_', '"zulip_') }
    }
    const client = start()
    await client.online()
    const window = await client.openConversation(topicOf(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'hello')
    await server.clock.until('it is shown', () => window.texts().join() === 'hello')
  })

  it('an answer that is too large leads to a registration, and nothing is lost', async () => {
    const { server, noor, general, start } = await setupWorld({ engine: 'none' })
    let tooLarge = 0
    const client = start({
      through: async (request, ask) => {
        const response = await ask()
        if (tooLarge === 0 || !request.path.endsWith('/events')) return response
        tooLarge -= 1
        throw new TransportError('too_large', textFailure('The server’s response is too large.'), false)
      },
    })
    await client.online()
    const window = await client.openConversation(topicOf(general))
    tooLarge = 1
    await server.post(noor, { stream: general, topic: 'lunch' }, 'among too much')
    await server.clock.until('it registered again', () => registrations(client) === 2)
    await server.clock.until('it is shown', () => window.texts().join() === 'among too much')
    await client.online()
    expect(
      client.requests.filter(({ path }) => path.endsWith('/events')).every(({ maxBytes }) => maxBytes < 64e6),
    ).toBe(true)
  })

  it('a queue that stays too large causes no busy loop', async () => {
    const { server, noor, general, start } = await setupWorld({ engine: 'none' })
    let isTooLarge = false
    const client = start({
      through: async (request, ask) => {
        if (!isTooLarge || !request.path.endsWith('/events')) return ask()
        throw new TransportError('too_large', textFailure('The server’s response is too large.'), false)
      },
    })
    await client.online()
    isTooLarge = true
    client.engine.signal('resume')
    await server.clock.advance(10 * minute)
    // The first registration is immediate, the others have a growing backoff of up to a minute.
    expect(registrations(client)).toBeGreaterThan(5)
    expect(registrations(client)).toBeLessThan(60)
    isTooLarge = false
    const window = await client.openConversation(topicOf(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'at last')
    await server.clock.until('it is shown', () => window.texts().join() === 'at last')
  })
})
