import { describe, expect, it } from 'vitest'
import { setupWorld } from '#support/setup-world.ts'
import { textFailure } from '#support/text-failure.ts'
import type { PendingItem } from '#contract/messages.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { OutboxItem, OutboxMeta, WaitReason } from '#contract/outbox.ts'
import type { TransportRequest } from '#engine/ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

const isSend = (request: TransportRequest) => request.method === 'POST' && request.path.endsWith('/messages')

const refusal = JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: 'Unable to render message' })

/** A client whose messages that start with “bad” are refused; `fault` is the fault of all other requests. */
async function world(options: { database?: string } = {}) {
  const state: { fault: ((request: TransportRequest) => Fault | undefined) | null; refuses: boolean } = {
    fault: null,
    refuses: true,
  }
  const { server, people } = await setupWorld({ engine: 'none' })
  const start = (engineEpoch = 1) =>
    new TestClient(server, people.iris, {
      ...options,
      engineEpoch,
      faultFor: (request) =>
        state.refuses && isSend(request) && request.form.content?.startsWith('bad') === true
          ? { status: 400 }
          : state.fault?.(request),
      garble: (_request, response) => (response.status === 400 ? { ...response, body: refusal } : response),
    }).start()
  const client = start()
  await client.online()
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  const window = await client.openConversation(lunch)
  const pending = () => window.items().filter((item): item is PendingItem => item.kind === 'pending')
  const reasons = (): WaitReason[] => pending().map((item) => item.reason)
  const until = (what: string, expected: readonly object[], longestMs = 120_000) =>
    server.clock
      .until(what, () => JSON.stringify(reasons()) === JSON.stringify(expected), longestMs)
      .catch((error: unknown) => {
        throw new Error(String(error) + ' but ' + JSON.stringify(reasons()))
      })
  return { server, client, start, state, window, lunch, pending, reasons, until, ...people }
}

describe('the wait reason of a message', () => {
  it('is the network, and then nothing', async () => {
    const { server, client, state, lunch, until } = await world()
    state.fault = () => ({ before: 'unreachable' })
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.send(lunch, 'hello')
    await until('it waits for the network', [{ kind: 'network' }])
    state.fault = (request) => (isSend(request) ? { delayMs: 5_000 } : undefined)
    client.engine.signal('resume')
    await until('it is on its way', [{ kind: 'sending' }])
    await until('it is there', [])
  })

  it('is an unavailable server according to a proxy, or a server error', async () => {
    const { server, client, state, lunch, until } = await world()
    state.fault = () => ({ status: 503 })
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    expect(client.status?.connection).toMatchObject({ cause: { kind: 'server_away' } })
    await client.send(lunch, 'hello')
    await until('the server is unavailable', [{ kind: 'server_away' }])
    state.fault = () => ({ status: 500 })
    client.engine.signal('resume')
    await until('the server is in trouble', [{ kind: 'server_trouble' }])
  })

  it('is the rate limit of the server, whichever request received it', async () => {
    const { server, client, state, lunch, until, reasons } = await world()
    state.fault = (request) =>
      request.path.endsWith('/drafts') ? { status: 429, headers: { 'retry-after': '90.5' } } : undefined
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await server.clock.until('the draft is sent', () =>
      client.requests.some((request) => request.path.endsWith('/drafts')),
    )
    await server.clock.advance(0)
    state.fault = null
    const limitedAt = server.clock.now()
    await client.send(lunch, 'hello')
    await server.clock.until('the row shows the reason', () => reasons()[0]?.kind === 'rate_limited')
    const [reason] = reasons()
    const rateLimitedUntil = reason?.kind === 'rate_limited' ? reason.until : 0
    expect(rateLimitedUntil).toBeGreaterThan(limitedAt + 80_000)
    expect(rateLimitedUntil).toBeLessThanOrEqual(limitedAt + 90_500)
    await server.clock.advance(rateLimitedUntil - server.clock.now() - 1_000)
    expect(client.requests.filter(isSend)).toEqual([])
    await until('it went by itself', [])
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('is the sign-in or the keychain', async () => {
    const { server, client, lunch, until } = await world()
    client.engine.signal('no_key', textFailure('Sign in again'))
    await server.clock.until('it has ended', () => client.status?.connection.state === 'signed_out')
    await client.send(lunch, 'hello')
    await until('it is signed out', [{ kind: 'signed_out' }])
    client.engine.signal('waiting_for_keychain')
    await until('the keychain is asked', [{ kind: 'keychain' }])
    client.engine.signal('key_changed')
    await until('it went', [])
  })

  it('is a refused earlier message, also offline, or an earlier message in flight', async () => {
    const { server, client, state, lunch, until, pending } = await world()
    state.fault = (request) => (isSend(request) ? { delayMs: 5_000 } : undefined)
    await client.send(lunch, 'first')
    await client.send(lunch, 'second')
    await until('the second waits for the first', [{ kind: 'sending' }, { kind: 'behind' }])
    await until('both are there', [])
    await client.send(lunch, 'bad')
    await client.send(lunch, 'good')
    const failed = { kind: 'failed', reason: textFailure('Unable to render message') }
    await server.clock.until('it is refused', () => pending()[0]?.state === 'failed')
    const behind = { kind: 'behind_failed', localId: pending()[0]?.localId }
    await until('the next waits behind it', [failed, behind])
    state.fault = () => ({ before: 'unreachable' })
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await until('the network makes no difference', [failed, behind])
  })

  it('is the look-up of the message, which needs the network, and then the next attempt', async () => {
    const { server, client, state, lunch, until } = await world()
    state.fault = (request) => (isSend(request) ? { before: 'broken' } : undefined)
    await client.send(lunch, 'hello')
    await server.clock.until('it was tried', () => client.requests.some(isSend))
    await until('it may have been sent', [{ kind: 'checking' }])
    state.fault = () => ({ before: 'unreachable' })
    client.engine.signal('resume')
    await until('nobody can be asked', [{ kind: 'unchecked' }])
    state.fault = (request) => (isSend(request) ? { delayMs: 5_000 } : undefined)
    client.engine.signal('resume')
    await until('it goes out again', [{ kind: 'resending' }])
    await until('it is there', [])
  })

  it('is the upload of a file, with its progress', async () => {
    const { server, client, state, lunch, until } = await world()
    state.fault = (request) => (request.path.endsWith('/user_uploads') ? { delayMs: 5_000 } : undefined)
    const id = crypto.randomUUID()
    const file = { attachmentId: id, draftId: 'd', name: 'amber.png', type: 'image/png', size: 1000 }
    await client.engine.call('drafts.attach', { narrow: lunch, ...file })
    await client.send(lunch, 'look', crypto.randomUUID(), 'd')
    await server.clock.until('it leaves', () => client.requests.some(({ upload }) => upload !== undefined))
    const { upload } = client.requests.find((request) => request.upload !== undefined)!
    upload?.onProgress(400)
    await until('a part has left', [{ kind: 'uploading', name: 'amber.png', percent: 40 }])
    upload?.onProgress(999)
    await until('nearly all', [{ kind: 'uploading', name: 'amber.png', percent: 99 }])
    await until('it is there', [])
  })
})

describe('a refused message', () => {
  async function views(client: TestClient) {
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    const list = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    const marks = () => navigation.items().flatMap((item) => (item.failed === 0 ? [] : [`${item.key} ${item.failed}`]))
    return { navigation, list, marks }
  }

  it('is marked at its topic, stream, people and account, and unmarked with its end', async () => {
    const { server, client, state, lunch, noor, general } = await world()
    const { navigation, list, marks } = await views(client)
    expect([marks(), navigation.meta().failed, client.status?.failed]).toEqual([[], 0, 0])
    await client.send(lunch, 'bad one')
    await client.send({ kind: 'direct', userIds: [noor.id] }, 'bad two')
    await client.send({ kind: 'topic', streamId: general, topic: 'Never Said' }, 'bad three')
    await server.clock.until('all are refused', () => client.status?.failed === 3)
    await server.clock.until('the marks are there', () => marks().length === 4)
    expect(marks().sort()).toEqual([
      `direct:${noor.id} 1`,
      `stream:${general} 2`,
      `topic:${general}:lunch 1`,
      `topic:${general}:never said 1`,
    ])
    expect(navigation.items().find((item) => item.key === `topic:${general}:never said`)).toMatchObject({
      topic: 'Never Said',
    })
    expect(navigation.meta().failed).toBe(3)
    state.refuses = false
    expect(await client.engine.call('outbox.retryAll', {})).toEqual({ ok: true, value: { count: 3 } })
    await server.clock.until('all went', () => list.items().length === 0 && navigation.meta().failed === 0)
    expect([marks(), client.status?.failed]).toEqual([[], 0])
  })

  it('is listed with its conversation, text, reason and number of followers', async () => {
    const { server, client, lunch, general } = await world()
    const { list } = await views(client)
    await client.send(lunch, `bad ${'x'.repeat(900)}`)
    for (let index = 0; index < 11; index += 1) await client.send(lunch, `good ${index}`)
    await server.clock.until('it is refused', () => list.items()[0]?.state === 'failed')
    await server.clock.until('the others wait', () => list.items().length === 12)
    const [first, second] = list.items()
    expect(first).toMatchObject({
      what: { code: 'MESSAGE' },
      narrow: { kind: 'topic', streamId: general, topic: 'lunch' },
      title: 'lunch',
      streamName: 'general',
      reason: { kind: 'failed', reason: textFailure('Unable to render message') },
      behind: 11,
      canRetry: true,
      canCancel: true,
      editing: 'composer',
    })
    expect(first?.text).toHaveLength(300)
    expect(second).toMatchObject({ text: 'good 0', behind: 0, reason: { kind: 'behind_failed' }, canRetry: false })
    expect(list.meta()).toEqual({ failed: 1, canRetry: 1, unknown: 0, total: 12 })
  })

  it('is appended to the existing draft for editing, and its followers are sent', async () => {
    const { server, client, lunch, noor } = await world()
    const { list } = await views(client)
    await client.send(lunch, 'bad')
    await client.send(lunch, 'good')
    await server.clock.until('it is refused', () => list.items()[0]?.state === 'failed')
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await client.engine.call('outbox.cancel', { localId: list.items()[0]?.localId ?? '' })
    expect(await client.engine.call('drafts.get', { narrow: lunch })).toMatchObject({
      value: { content: 'half a thought\n\nbad' },
    })
    await server.clock.until('the other went', () => list.items().length === 0)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['good'])
  })

  it('is discarded, and can be restored for a while, also by the next engine', async () => {
    const database = temporaryDatabase()
    const { server, client, start, lunch } = await world({ database })
    const { list } = await views(client)
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await client.send(lunch, 'bad')
    await server.clock.until('it is refused', () => list.items()[0]?.state === 'failed')
    const { localId } = list.items()[0]!
    const answer = await client.engine.call('outbox.discard', { localId })
    expect(answer).toMatchObject({ ok: true })
    expect(await client.engine.call('outbox.discard', { localId })).toMatchObject({
      ok: false,
      error: { code: 'NOT_IN_OUTBOX' },
    })
    expect(await client.engine.call('drafts.get', { narrow: lunch })).toMatchObject({
      value: { content: 'half a thought' },
    })
    client.engine.close()
    const next = start(2)
    const draftId = answer.ok ? (answer.value as { draftId: string }).draftId : ''
    expect(await next.engine.call('drafts.restore', { draftId })).toMatchObject({ ok: true })
    const drafts = await next.openView<{ item: { content: string } & OutboxItem; meta: OutboxMeta }>({ type: 'drafts' })
    expect(drafts.items().map((draft) => draft.content)).toContain('bad')
  })

  it('is listed in parts, however many messages there are', { timeout: 60_000 }, async () => {
    const { server, client, state, lunch } = await world()
    state.fault = () => ({ before: 'unreachable' })
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    for (let index = 0; index < 700; index += 1) await client.send(lunch, `message ${index}`)
    const { list } = await views(client)
    expect(list.items()).toHaveLength(300)
    expect(list.meta().total).toBe(700)
    await client.engine.call('views.more', { viewId: list.viewId, direction: 'newer' }, testWindow)
    await server.clock.until('there are more', () => list.items().length === 600)
    await client.engine.call('views.more', { viewId: list.viewId, direction: 'newer' }, testWindow)
    await server.clock.until('there are all', () => list.items().length === 700)
    expect(list.items().at(-1)?.text).toBe('message 699')
  })

  it('has its mark at the new name of a moved topic', async () => {
    const { server, client, lunch, noor, general } = await world()
    const { marks } = await views(client)
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await client.send(lunch, 'bad')
    await server.clock.until('it is refused', () => client.status?.failed === 1)
    const form = { topic: 'supper', propagate_mode: 'change_all', send_notification_to_new_thread: 'false' }
    await server.call(noor, 'PATCH', `/messages/${id}`, form)
    await server.clock.until('the mark follows', () => marks().includes(`topic:${general}:supper 1`))
    expect(marks()).toHaveLength(2)
  })
})
