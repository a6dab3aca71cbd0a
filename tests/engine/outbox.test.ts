import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault, FaultFor } from '#support/test-transport.ts'

async function world(options: ConstructorParameters<typeof TestClient>[2] = {}) {
  const { server, client, people } = await setupWorld(options)
  const window = await client.openConversation({ kind: 'topic', streamId: people.general, topic: 'lunch' })
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  return { server, client, window, lunch, ...people }
}

const isSend = (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path.endsWith('/messages')

/** Makes send requests fail with the given faults in order. */
function failing(faults: Fault[]): FaultFor {
  return (request) => (isSend(request) ? faults.shift() : undefined)
}

describe('sending', () => {
  it('a message is in the outbox before its request leaves, and is below all server messages [S1] [S2] [S9]', async () => {
    const { server, client, window, lunch, noor, general } = await world({
      faultFor: (request) => (isSend(request) ? { delayMs: 5_000 } : undefined),
    })
    await client.send(lunch, 'mine')
    expect(client.requests.filter(isSend).length).toBeLessThanOrEqual(1)
    await server.clock.until('it is pending', () => window.texts().join() === '[sending] mine')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'theirs')
    await server.clock.until('theirs is before', () => window.texts().join() === 'theirs,[sending] mine')
    await server.clock.until('it is confirmed', () => window.texts().join() === 'theirs,mine')
  })

  it('the event confirms a message despite a lost answer, and nothing is sent again (§6.8 case 4) [S3] [S4]', async () => {
    const { server, client, window, lunch, noor } = await world({ faultFor: failing([{ after: 'broken' }]) })
    await client.send(lunch, 'hello')
    await server.clock.until('it is confirmed', () => window.texts().join() === 'hello')
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['hello'])
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('a message at the server cannot be taken back, even before its event [S2]', async () => {
    let areEventsSlow = false
    const { server, client, window, lunch } = await world({
      faultFor: ({ path }) => (areEventsSlow && path.endsWith('/events') ? { answerDelayMs: 3_000 } : undefined),
    })
    areEventsSlow = true
    client.engine.signal('resume')
    await server.clock.advance(4_000)
    const localId = await client.send(lunch, 'taken')
    await server.clock.until('it leaves', () => client.requests.some(isSend))
    await server.clock.advance(500)
    expect(window.texts()).toEqual(['[sending] taken'])
    expect(await client.engine.call('outbox.cancel', { localId })).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_LEAVING' },
    })
    await server.clock.until('it is there once', () => window.texts().join() === 'taken')
    expect(window.meta().draft.content).toBe('')
  })

  it('a message into an unsubscribed stream is fetched, since it has no event (§6.8 case 4) [S5]', async () => {
    const { server, client, extra, iris } = await world()
    const window = await client.openConversation({ kind: 'topic', streamId: extra, topic: 'far' })
    await client.send({ kind: 'topic', streamId: extra, topic: 'far' }, 'from outside')
    await server.clock.until('it is confirmed', () => window.texts().join() === 'from outside')
    await server.clock.advance(30_000)
    expect(await server.contents(iris, [['stream', extra]])).toEqual(['from outside'])
  })

  it('an answer with another message than the requested one is ignored, and the request is retried [S5]', async () => {
    let lies = 20
    const { server, client, iris, noor, general, extra } = await world({
      garble: (request, response) => {
        if (!/\/messages\/\d+$/.test(request.path) || (lies -= 1) < 0) return response
        const body = JSON.parse(response.body) as { message: object } // shape of GET /messages/{id}
        return { ...response, body: JSON.stringify({ ...body, message: { ...body.message, id: other } }) }
      },
    })
    const other = await server.post(noor, { stream: general, topic: 'elsewhere' }, 'not this one')
    const window = await client.openConversation({ kind: 'topic', streamId: extra, topic: 'far' })
    await client.send({ kind: 'topic', streamId: extra, topic: 'far' }, 'from outside')
    await server.clock.until('it is requested', () => lies < 20)
    await server.clock.advance(10_000)
    // Some wrong answers are left, since the retries pause.
    expect(lies).toBe(14)
    expect(window.texts()).toEqual(['[sending] from outside'])
    lies = 0
    await server.clock.until('it is confirmed', () => window.texts().join() === 'from outside')
    expect(await server.contents(iris, [['stream', extra]])).toEqual(['from outside'])
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('an arrived message of unknown outcome is found and not sent again [S6]', async () => {
    const database = temporaryDatabase()
    const { server, client, lunch, iris, noor } = await world({ database, faultFor: failing([{ after: 'broken' }]) })
    await client.send(lunch, 'did it arrive?')
    await server.clock.advance(0)
    client.engine.close()
    server.built.context.events.removeAll()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    const window = await again.openConversation(lunch)
    await server.clock.until('it is known', () => window.texts().join() === 'did it arrive?')
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['did it arrive?'])
  })

  it('a lost message of unknown outcome is sent again after the look-ups [S6]', async () => {
    const { server, client, window, lunch, noor } = await world({ faultFor: failing([{ before: 'broken' }]) })
    await client.send(lunch, 'lost on the way')
    await server.clock.until('its outcome is unknown', () => window.texts().join() === '[unknown] lost on the way')
    await server.clock.advance(9_000)
    expect(client.requests.filter(isSend)).toHaveLength(1)
    await server.clock.until('it arrives', () => window.texts().join() === 'lost on the way')
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['lost on the way'])
  })

  it('equal texts are matched by their count [S6]', async () => {
    const { server, client, window, lunch, noor } = await world({
      faultFor: failing([{ after: 'broken' }, { before: 'broken' }, { after: 'broken' }]),
    })
    for (let index = 0; index < 3; index += 1) await client.send(lunch, 'ok')
    server.built.context.events.removeAll()
    await server.clock.until('all are there', () => window.texts().join() === 'ok,ok,ok', 300_000)
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['ok', 'ok', 'ok'])
  })

  it('a message is not mistaken for another one that moved into its conversation [S6]', async () => {
    const { server, client, lunch, iris, noor, design, general } = await world({
      // The first message never arrives; the second arrives without an event.
      faultFor: failing([
        { before: 'broken', delayMs: 100 },
        { after: 'broken', delayMs: 50 },
      ]),
    })
    await client.send({ kind: 'topic', streamId: design, topic: 'lunch' }, 'ok')
    await client.send(lunch, 'ok')
    server.built.context.events.removeAll()
    await server.clock.advance(1_000)
    const query = { anchor: 'newest', num_before: '1', num_after: '0', narrow: '[]' }
    const [arrived] = (await server.call(noor, 'GET', '/messages', query)).messages as { id: number }[] // shape of GET /messages
    await server.call(iris, 'PATCH', `/messages/${arrived?.id}`, {
      stream_id: String(design),
      topic: 'lunch',
      send_notification_to_new_thread: 'false',
    })
    await server.clock.advance(120_000)
    expect(await server.contents(noor, [['stream', design]])).toEqual(['ok', 'ok'])
    expect(await server.contents(noor, [['stream', general]])).toEqual([])
  })

  it('a message into an unsubscribed stream is found in the conversation that it moved to [S6]', async () => {
    const { server, client, iris, noor, design, extra } = await world({ faultFor: failing([{ after: 'broken' }]) })
    await client.send({ kind: 'topic', streamId: extra, topic: 'far' }, 'from outside')
    await server.clock.advance(1_000)
    const narrow = JSON.stringify([{ operator: 'stream', operand: extra }])
    const query = { anchor: 'newest', num_before: '1', num_after: '0', narrow }
    const [arrived] = (await server.call(noor, 'GET', '/messages', query)).messages as { id: number }[] // shape of GET /messages
    await server.call(iris, 'PATCH', `/messages/${arrived?.id}`, { stream_id: String(design), topic: 'near' })
    await server.clock.advance(120_000)
    expect(await server.contents(noor, [['stream', extra]])).toEqual([])
    expect(await server.contents(noor, [['stream', design]])).toContain('from outside')
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('a repeated call, also after a restart, sends one message [S7]', async () => {
    const database = temporaryDatabase()
    const { server, client, window, lunch, iris, noor } = await world({ database })
    const localId = await client.send(lunch, 'once')
    await client.send(lunch, 'once', localId)
    await server.clock.until('it is confirmed', () => window.texts().join() === 'once')
    await client.send(lunch, 'once', localId)
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    await again.send(lunch, 'once', localId)
    await server.clock.advance(30_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['once'])
  })

  it('a conversation is sent in order, and does not block another [S8]', async () => {
    const { server, client, lunch, noor, general, design } = await world({
      faultFor: (request) => (isSend(request) && request.form.to === String(general) ? { delayMs: 4_000 } : undefined),
    })
    for (const text of ['1', '2', '3']) await client.send(lunch, text)
    await client.send({ kind: 'topic', streamId: design, topic: 'x' }, 'elsewhere')
    await server.clock.advance(1_000)
    expect(await server.contents(noor, [['stream', design]])).toEqual(['elsewhere'])
    expect(await server.contents(noor, [['stream', general]])).toEqual([])
    await server.clock.advance(30_000)
    expect(await server.contents(noor, [['stream', general]])).toEqual(['1', '2', '3'])
  })

  it('a pending message appears as plain text, never as markup [S10]', async () => {
    const { server, client, window, lunch } = await world({
      faultFor: (request) => (isSend(request) ? { delayMs: 5_000 } : undefined),
    })
    await client.send(lunch, '<b>**bold**</b>')
    await server.clock.until('it is pending', () => window.items().length === 1)
    expect(window.items()[0]).toMatchObject({ kind: 'pending', text: '<b>**bold**</b>' })
  })

  it('an own message is never unread [S13]', async () => {
    const { server, client, window, lunch, iris } = await world()
    await client.send(lunch, 'mine')
    await server.clock.until('it is confirmed', () => window.texts().join() === 'mine')
    expect(client.status?.unread).toBe(0)
    // A server before level 236 behaves differently.
    await server.clock.advance(2_000)
    expect(client.status?.unread).toBe(0)
    expect(await server.contents(iris, [['is', 'unread']])).toEqual([])
  })

  it('a refused message keeps its reason, and blocks no other conversation', async () => {
    const { server, client, window, lunch, noor, mei, general } = await world()
    server.deactivate(mei.id)
    await client.send({ kind: 'direct', userIds: [mei.id] }, 'hello?')
    const direct = await client.openConversation({ kind: 'direct', userIds: [mei.id] })
    await server.clock.until('it is refused', () => direct.texts().join() === '[failed] hello?')
    expect(direct.items()[0]).toMatchObject({
      reason: {
        kind: 'failed',
        reason: { code: 'TEXT', values: { text: expect.stringContaining('no longer using') as unknown } },
      },
    })
    await client.send(lunch, 'goes on')
    await server.clock.until('the other went', () => window.texts().join() === 'goes on')
    const localId = (direct.items()[0] as { localId: string }).localId
    expect(await client.engine.call('outbox.cancel', { localId })).toEqual({
      ok: true,
      value: { topic: '', content: 'hello?' },
    })
    expect(await client.engine.call('drafts.get', { narrow: { kind: 'direct', userIds: [mei.id] } })).toMatchObject({
      value: { content: 'hello?' },
    })
    expect(await server.contents(noor, [['stream', general]])).toEqual(['goes on'])
    expect(client.requests.filter(isSend)).toHaveLength(2)
  })

  it('sending empties the draft in the same transaction, and an overlong text stays in the draft', async () => {
    const { client, lunch } = await world()
    await client.engine.call('drafts.set', {
      narrow: lunch,
      draftId: 'd1',
      topic: '',
      content: 'x'.repeat(10_001),
    })
    expect(
      await client.engine.call('messages.send', {
        localId: crypto.randomUUID(),
        destination: lunch,
        content: 'x'.repeat(10_001),
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'MESSAGE_TOO_LONG' },
    })
    expect(await client.engine.call('drafts.get', { narrow: lunch })).toMatchObject({
      value: { content: 'x'.repeat(10_001) },
    })
    await client.send(lunch, 'short', crypto.randomUUID(), 'd1')
    expect(await client.engine.call('drafts.get', { narrow: lunch })).toMatchObject({
      value: { draftId: null, topic: '', content: '' },
    })
  })
})
