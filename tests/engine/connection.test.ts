import { describe, expect, it } from 'vitest'
import { setupWorld } from '#support/setup-world.ts'
import { textFailure } from '#support/text-failure.ts'
import type { ConnectionMeta, WaitingAction, WaitingWork } from '#contract/accounts.ts'
import type { TransportRequest } from '#engine/ports.ts'
import type { Fault } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

const isSend = (request: TransportRequest) => request.method === 'POST' && request.path.endsWith('/messages')
const isUpload = (request: TransportRequest) => request.path.endsWith('/user_uploads')
const isFetch = (request: TransportRequest) => request.method === 'GET' && request.path.endsWith('/messages')
const minute = 60_000

/** An online client with an open connection panel; `state.fault` is the fault of its requests. */
async function world() {
  const state: { fault: ((request: TransportRequest) => Fault | undefined) | null } = { fault: null }
  const { server, client, people } = await setupWorld({ faultFor: (request) => state.fault?.(request) })
  const panel = await client.openView<{ item: WaitingAction | WaitingWork; meta: ConnectionMeta }>({
    type: 'connection',
  })
  const actions = () => panel.items().filter((item): item is WaitingAction => item.kind === 'waiting_action')
  const works = () => panel.items().filter((item): item is WaitingWork => item.kind === 'waiting_work')
  const quiet = () => server.clock.until('nothing waits', () => panel.meta().quietSince !== null)
  const goOffline = async (fault: Fault = { before: 'unreachable' }) => {
    state.fault = () => fault
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => panel.meta().connection.state === 'offline')
  }
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  return { server, client, state, panel, actions, works, quiet, goOffline, lunch, ...people }
}

describe('the view of an account’s connection', () => {
  it('shows that everything is sent and up to date, and since when', async () => {
    const { server, panel, quiet } = await world()
    await quiet()
    const since = panel.meta().quietSince
    expect(since).toBeLessThanOrEqual(server.clock.now())
    await server.clock.advance(10 * minute)
    expect(panel.items()).toEqual([])
    expect(panel.meta()).toMatchObject({
      connection: { state: 'online' },
      quietSince: since,
      rateLimitedUntil: null,
      nextTryAt: null,
      tries: { count: 0, lastAt: null, failure: null },
      total: 0,
      failed: 0,
      oldestAt: null,
      hasStale: false,
    })
  })

  it('shows the start of the outage, the number of attempts, the reason and the time of the next attempt', async () => {
    const { server, panel, quiet, goOffline } = await world()
    await quiet()
    const reachedAt = panel.meta().reachedAt
    await goOffline()
    const lostAt = server.clock.now()
    expect(panel.meta().quietSince).toBeNull()
    await server.clock.until('it was tried again and again', () => panel.meta().tries.count >= 4, 10 * minute)
    await server.clock.until('it waits', () => panel.meta().nextTryAt !== null)
    const meta = panel.meta()
    expect(meta.since).toBeLessThanOrEqual(lostAt)
    expect(meta.tries.failure).toEqual({ kind: 'network', reason: textFailure('The server cannot be reached.') })
    expect(meta.tries.lastAt).toBeGreaterThan(lostAt)
    expect(meta.nextTryAt).toBeGreaterThanOrEqual(server.clock.now())
    expect(meta.reachedAt).toBeGreaterThanOrEqual(reachedAt ?? Infinity)
    expect(meta.reachedAt).toBeLessThanOrEqual(lostAt)
  })

  it('shows no time of a next attempt while an attempt is in flight', async () => {
    const { server, client, state, panel, goOffline } = await world()
    await goOffline()
    state.fault = () => ({ delayMs: 5_000, before: 'unreachable' })
    client.engine.signal('retry')
    await server.clock.until('it is tried', () => panel.meta().nextTryAt === null)
    expect(panel.meta().connection).toMatchObject({ state: 'offline', retryAt: null })
    await server.clock.until('that failed', () => panel.meta().nextTryAt !== null)
  })

  it('lists each queued action with its conversation, its age, its reason, its attempts and its next attempt', async () => {
    const { server, client, state, panel, actions, quiet, lunch, noor } = await world()
    await quiet()
    state.fault = (request) => (isSend(request) ? { status: 500 } : undefined)
    const written = server.clock.now()
    await client.send(lunch, 'first')
    await client.send(lunch, 'second')
    await client.send({ kind: 'direct', userIds: [noor.id] }, 'apart')
    await server.clock.until('both lines were tried', () => actions().filter((row) => row.tries.count > 0).length === 2)
    const [first, apart] = actions().filter((row) => row.tries.count > 0)
    expect(first).toMatchObject({
      what: { code: 'MESSAGE' },
      title: 'lunch',
      streamName: 'general',
      text: 'first',
      since: written,
    })
    expect(first?.tries).toMatchObject({
      count: 1,
      failure: { kind: 'server_trouble' },
    })
    expect(first?.state).toBe('unknown')
    expect(first?.nextTryAt).toBeGreaterThan(server.clock.now())
    expect(apart).toMatchObject({ title: [{ id: noor.id, name: 'Noor' }], text: 'apart' })
    expect(actions().find((row) => row.text === 'second')).toMatchObject({
      state: 'queued',
      nextTryAt: null,
      tries: { count: 0, lastAt: null, failure: null },
    })
    expect(panel.meta()).toMatchObject({ total: 3, failed: 0, oldestAt: written, quietSince: null })
    state.fault = null
    await quiet()
    expect(panel.items()).toEqual([])
  })

  it('shows the upload progress of a file', async () => {
    const { server, client, state, actions, lunch } = await world()
    state.fault = (request) => (isUpload(request) ? { delayMs: 5_000 } : undefined)
    const file = { attachmentId: crypto.randomUUID(), draftId: 'd', name: 'amber.png', type: 'image/png', size: 1000 }
    await client.engine.call('drafts.attach', { narrow: lunch, ...file })
    await client.send(lunch, 'look', crypto.randomUUID(), 'd')
    await server.clock.until('it leaves and is listed', () => client.requests.some(isUpload) && actions().length > 0)
    expect(actions()[0]?.files).toEqual([{ name: 'amber.png', size: 1000, sent: 0, state: 'waiting' }])
    client.requests.find(isUpload)?.upload?.onProgress(400)
    await server.clock.until('a part has left', () => actions()[0]?.files[0]?.sent === 400)
    expect(actions()[0]).toMatchObject({ fileCount: 1, files: [{ state: 'uploading' }] })
    state.fault = (request) => (isSend(request) ? { delayMs: 5_000 } : undefined)
    await server.clock.until('it is there', () => actions()[0]?.files[0]?.state === 'uploaded')
    expect(actions()[0]?.files[0]?.sent).toBe(1000)
  })

  it('lists background work: missed messages and drafts', async () => {
    const { server, client, state, panel, works, quiet, lunch, noor, general } = await world()
    await quiet()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'said meanwhile')
    state.fault = (request) => (isFetch(request) ? { status: 503 } : undefined)
    await server.call(client.account, 'DELETE', '/events', {
      queue_id: client.requests.findLast((r) => r.path.endsWith('/events'))?.form.queue_id ?? '',
    })
    client.engine.signal('resume')
    await server.clock.until('the catching up waits', () => works()[0]?.nextTryAt != null)
    expect(works()[0]).toMatchObject({
      work: { kind: 'missed' },
      tries: { count: 1, failure: { kind: 'server_away' } },
    })
    const { nextTryAt, since } = works()[0]!
    expect(nextTryAt).toBeGreaterThan(server.clock.now())
    expect(since).toBeLessThanOrEqual(server.clock.now())
    expect(panel.meta().quietSince).toBeNull()
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await server.clock.until('the draft is listed', () => works().some(({ work }) => work.kind === 'drafts'))
    state.fault = null
    await quiet()
    expect(works()).toEqual([])
  })

  it('counts from the oldest waiting item, whether it is a message or a draft', async () => {
    const { server, client, panel, works, goOffline, quiet, lunch } = await world()
    await quiet()
    await goOffline()
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await server.clock.until('the draft is listed', () => works().some(({ work }) => work.kind === 'drafts'))
    const since = works()[0]?.since ?? Infinity
    await server.clock.advance(minute)
    await client.send({ kind: 'topic', streamId: lunch.streamId, topic: 'dinner' }, 'a whole one')
    await server.clock.until('both are counted', () => panel.meta().total === 2)
    expect(panel.meta().oldestAt).toBe(since)
  })

  it('has a window over a thousand items that grows with scrolling', async () => {
    const { server, client, panel, goOffline, lunch } = await world()
    await goOffline()
    for (let index = 0; index < 1000; index += 1) await client.send(lunch, `number ${index}`)
    await server.clock.until('all are counted', () => panel.meta().total === 1000)
    expect(panel.items()).toHaveLength(100)
    await client.engine.call('views.more', { viewId: panel.viewId, direction: 'newer' }, testWindow)
    await server.clock.until('more are shown', () => panel.items().length === 400)
    expect(panel.items().map(({ key }) => key).length).toBe(new Set(panel.items().map(({ key }) => key)).size)
  })

  it('reports a sign-out and a refusal', async () => {
    const { server, client, panel } = await world()
    client.engine.signal('no_key', textFailure('Sign in again'))
    await server.clock.until('the panel shows it', () => panel.meta().connection.state === 'signed_out')
    expect(panel.meta()).toMatchObject({
      connection: { reason: textFailure('Sign in again') },
      nextTryAt: null,
      quietSince: null,
    })
  })
})

describe('“Try now”', () => {
  it('ends the backoff of the connection', async () => {
    const { server, client, state, panel, goOffline } = await world()
    await goOffline()
    await server.clock.until(
      'it waits for long',
      () => (panel.meta().nextTryAt ?? 0) > server.clock.now() + 5_000,
      60 * minute,
    )
    state.fault = null
    client.engine.signal('retry')
    await server.clock.advance(10)
    expect(panel.meta()).toMatchObject({ connection: { state: 'online' }, tries: { count: 0, failure: null } })
  })

  it('also asks a reachable server, and reports when it has answered', async () => {
    const { server, client, panel, quiet } = await world()
    await quiet()
    await server.clock.advance(10_000)
    const asked = server.clock.now()
    expect(panel.meta().reachedAt).toBeLessThan(asked)
    client.engine.signal('retry')
    await server.clock.until('it has answered', () => (panel.meta().reachedAt ?? 0) >= asked, 1_000)
    expect(panel.meta()).toMatchObject({ connection: { state: 'online' }, tries: { count: 0 } })
  })

  it('asks once more while an earlier answer is being applied', async () => {
    const { server, client, state, panel, quiet, noor, general, lunch } = await world()
    const window = await client.openConversation(lunch)
    await quiet()
    let askedAt: number | null = null
    client.onUpdate = () => {
      if (askedAt !== null || window.texts().length === 0) return
      askedAt = server.clock.now()
      client.engine.signal('retry')
    }
    // The next answer must be later than the question.
    state.fault = () => ({ delayMs: 5 })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'an event')
    await server.clock.until('it was requested', () => askedAt !== null)
    await server.clock.until('it has answered', () => (panel.meta().reachedAt ?? 0) > (askedAt ?? Infinity), 1_000)
  })

  it('ends the backoff of the outbox and of an upload', async () => {
    const { server, client, state, actions, quiet, lunch } = await world()
    await quiet()
    state.fault = (request) => (isUpload(request) ? { before: 'unreachable' } : undefined)
    const file = { attachmentId: crypto.randomUUID(), draftId: 'd', name: 'amber.png', type: 'image/png', size: 1000 }
    await client.engine.call('drafts.attach', { narrow: lunch, ...file })
    await client.send(lunch, 'look', crypto.randomUUID(), 'd')
    await server.clock.until('it was tried', () => (actions()[0]?.tries.count ?? 0) === 1)
    await server.clock.until('it is online again', () => client.status?.connection.state === 'online')
    const before = client.requests.filter(isUpload).length
    expect(actions()[0]?.nextTryAt).toBeGreaterThan(server.clock.now() + 500)
    state.fault = null
    client.engine.signal('retry')
    await server.clock.advance(10)
    expect(client.requests.filter(isUpload).length).toBeGreaterThan(before)
    await quiet()
  })

  it('does not shorten a rate limit of the server, and reports its start and its end', async () => {
    const { server, client, state, panel, actions, quiet, lunch } = await world()
    await quiet()
    state.fault = (request) => (isSend(request) ? { status: 429, headers: { 'retry-after': '90' } } : undefined)
    await client.send(lunch, 'hello')
    await server.clock.until('it is rate-limited', () => panel.meta().rateLimitedUntil !== null)
    const until = panel.meta().rateLimitedUntil ?? 0
    expect(until).toBeGreaterThan(server.clock.now() + 80_000)
    expect(client.status?.rateLimitedUntil).toBe(until)
    await server.clock.until('the row shows the reason', () => actions()[0]?.reason?.kind === 'rate_limited')
    expect(actions()[0]).toMatchObject({
      nextTryAt: until,
      tries: { count: 1, failure: { kind: 'slow_down' } },
    })
    expect(panel.meta().nextTryAt).toBe(until)
    state.fault = null
    const before = client.requests.length
    for (let times = 0; times < 5; times += 1) {
      client.engine.signal('retry')
      await server.clock.advance(1_000)
    }
    expect(client.requests.length).toBe(before)
    expect(panel.meta().rateLimitedUntil).toBe(until)
    await server.clock.advance(until - server.clock.now() + 10)
    await server.clock.until(
      'the hold is over',
      () => client.status?.rateLimitedUntil === null && panel.meta().rateLimitedUntil === null,
    )
    await quiet()
    expect(client.requests.filter(isSend)).toHaveLength(2)
  })

  it('reports a rate limit that only the gate has seen, such as one for a picture, and its end', async () => {
    const { server, client, panel, quiet } = await world()
    await quiet()
    const until = server.clock.now() + 60_000
    client.engine.rateLimit(until)
    await server.clock.until(
      'the panel shows it',
      () => panel.meta().rateLimitedUntil === until && client.status?.rateLimitedUntil === until,
    )
    expect(panel.meta().nextTryAt).toBe(until)
    // An earlier end changes nothing.
    client.engine.rateLimit(until - 30_000)
    await server.clock.advance(45_000)
    expect(panel.meta().rateLimitedUntil).toBe(until)
    await server.clock.until(
      'it is over',
      () => panel.meta().rateLimitedUntil === null && client.status?.rateLimitedUntil === null,
    )
    expect(server.clock.now()).toBeGreaterThanOrEqual(until)
  })

  it('does not shorten a rate limit of the poll, which continues by itself afterwards', async () => {
    const { server, client, state, panel, goOffline } = await world()
    await goOffline({ status: 429, headers: { 'retry-after': '60' } })
    state.fault = null
    const before = client.requests.length
    client.engine.signal('retry')
    await server.clock.advance(50_000)
    expect(client.requests.length).toBe(before)
    expect(panel.meta().connection).toMatchObject({ state: 'offline', cause: { kind: 'slow_down' } })
    await server.clock.advance(15_000)
    expect(panel.meta().connection.state).toBe('online')
  })
})

describe('the status of an account', () => {
  it('has the user’s own name and language, and the number of messages that are not sent', async () => {
    const { server, client, state, quiet, goOffline, lunch, iris } = await world()
    await quiet()
    expect(client.status).toMatchObject({ name: 'Iris', language: 'en', unsent: 0 })
    await server.ok(iris, 'PATCH', '/settings', { full_name: 'Iris Lindqvist', default_language: 'de' })
    await server.clock.until(
      'both have changed',
      () => client.status?.name === 'Iris Lindqvist' && client.status.language === 'de',
    )
    await goOffline()
    await client.send(lunch, 'first')
    await client.send(lunch, 'second')
    expect(client.status).toMatchObject({ name: 'Iris Lindqvist', unsent: 2 })
    state.fault = null
    client.engine.signal('retry')
    await quiet()
    expect(client.status?.unsent).toBe(0)
  })
})
