import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'

const isSend = (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path.endsWith('/messages')

/** A client with faults of its send requests and polls, and its database. */
async function setUp() {
  const { server, people } = await setupWorld({ engine: 'none' })
  const database = temporaryDatabase()
  const trouble: { send?: Fault; events?: Fault; refused?: string } = {}
  let engineEpoch = 0
  const start = () =>
    new TestClient(server, people.iris, {
      database,
      engineEpoch: (engineEpoch += 1),
      faultFor: (request) => {
        if (request.path.endsWith('/events')) return trouble.events
        if (!isSend(request)) return undefined
        return request.form.content === trouble.refused ? { status: 400 } : trouble.send
      },
      garble: (_, response) =>
        response.status === 400 && response.body.startsWith('<html>')
          ? { ...response, body: '{"result":"error","code":"BAD_REQUEST","msg":"Not like this."}' }
          : response,
    }).start()
  const client = start()
  await client.online()
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  const window = await client.openConversation(lunch)
  const sent = () => server.contents(people.noor, [['topic', 'lunch']])
  const waiting = () => {
    const reader = new Database(database, { readonly: true })
    const { n } = reader.prepare<[], { n: number }>('SELECT count(*) AS n FROM outbox').get() ?? { n: 0 }
    reader.close()
    return n
  }
  return { server, client, start, database, trouble, lunch, window, sent, waiting, ...people }
}

describe('a sent message', () => {
  it('is on disk when the call is answered, in one transaction with its emptied draft [S1]', async () => {
    const { server, client, database, trouble, lunch, waiting } = await setUp()
    trouble.send = { before: 'unreachable' }
    const type = (draftId: string, content: string) =>
      client.engine.call('drafts.set', { narrow: lunch, draftId, topic: '', content })
    const draft = () => client.engine.call('drafts.get', { narrow: lunch })
    await type('d1', 'first')
    await client.send(lunch, 'first', 'one', 'd1')
    expect(waiting()).toBe(1)
    expect(await draft()).toMatchObject({ value: { content: '' } })
    const writer = new Database(database)
    writer.exec("CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no room'); END")
    await type('d2', 'second')
    await expect(client.send(lunch, 'second', 'two', 'd2')).rejects.toThrow()
    expect(await draft()).toMatchObject({ value: { content: 'second' } })
    writer.exec('DROP TRIGGER full')
    writer.close()
    await server.clock.advance(100)
    expect(waiting()).toBe(1)
  })

  it('is confirmed by the id of its answer if the queue ends before its event [S3]', async () => {
    const { server, client, trouble, lunch, window, sent } = await setUp()
    trouble.events = { answerDelayMs: 4_000 }
    client.engine.signal('resume')
    await server.clock.advance(4_500)
    await client.send(lunch, 'taken')
    await server.clock.until('it is taken', () => client.requests.some(isSend))
    await server.clock.advance(500)
    expect(window.texts()).toEqual(['[sending] taken'])
    server.built.context.events.removeAll()
    trouble.events = undefined
    client.engine.signal('resume')
    await server.clock.until('it is confirmed', () => window.texts().join() === 'taken')
    expect(await sent()).toEqual(['taken'])
  })

  it('is confirmed by its event before the answer, without a duplicate [S4]', async () => {
    const { server, client, trouble, lunch, window } = await setUp()
    trouble.send = { answerDelayMs: 8_000, after: 'broken' }
    await client.send(lunch, 'hello')
    await server.clock.until('its event is here', () => window.texts().includes('hello'))
    await server.clock.advance(500)
    expect(window.texts()).toEqual(['hello'])
    await server.clock.advance(30_000)
    expect(window.texts()).toEqual(['hello'])
  })

  it('is looked up twice before it is sent again [S6]', async () => {
    const { server, client, trouble, lunch, window, sent } = await setUp()
    trouble.send = { before: 'broken' }
    await client.send(lunch, 'lost')
    await server.clock.until('its outcome is unknown', () => window.texts().join() === '[unknown] lost')
    trouble.send = undefined
    await server.clock.until('it has arrived', () => window.texts().join() === 'lost')
    const own = client.requests.filter(
      ({ path, form }) => path.endsWith('/messages') && form.apply_markdown === 'false',
    )
    expect(own).toHaveLength(2)
    expect(await sent()).toEqual(['lost'])
  })

  it('is not mistaken for an earlier equal text of another device [S6]', async () => {
    const { server, client, trouble, lunch, window, sent, iris, general } = await setUp()
    await server.post(iris, { stream: general, topic: 'lunch' }, 'ok')
    await server.clock.until('it is here', () => window.texts().join() === 'ok')
    trouble.send = { before: 'broken' }
    await client.send(lunch, 'ok')
    await server.clock.until('its outcome is unknown', () => window.texts().join() === 'ok,[unknown] ok')
    trouble.send = undefined
    await server.clock.until('it has arrived', () => window.texts().join() === 'ok,ok')
    expect(await sent()).toEqual(['ok', 'ok'])
  })

  it('is looked up if the engine ended during its request [S6]', async () => {
    const { server, client, start, trouble, lunch, sent, waiting } = await setUp()
    trouble.send = { answerDelayMs: 8_000 }
    // No event reports it either.
    trouble.events = { answerDelayMs: 60_000 }
    client.engine.signal('resume')
    await server.clock.advance(1_000)
    await client.send(lunch, 'on its way')
    await server.clock.until('it leaves', () => client.requests.some(isSend))
    await server.clock.advance(0)
    client.engine.close()
    expect(await sent()).toEqual(['on its way'])
    expect(waiting()).toBe(1)
    server.built.context.events.removeAll()
    trouble.send = undefined
    trouble.events = undefined
    const next = start()
    await next.online()
    const window = await next.openConversation(lunch)
    await server.clock.advance(60_000)
    expect(window.texts()).toEqual(['on its way'])
    expect(await sent()).toEqual(['on its way'])
  })

  it('waits behind a refused one, and moves with it when their topic moves [S8] [S14]', async () => {
    const { server, client, trouble, lunch, window, sent, noor, general } = await setUp()
    const first = await server.post(noor, { stream: general, topic: 'lunch' }, 'the topic')
    trouble.refused = 'bad'
    const bad = await client.send(lunch, 'bad')
    await client.send(lunch, 'behind it')
    await server.clock.advance(20_000)
    expect(window.texts()).toEqual(['the topic', '[failed] bad', '[queued] behind it'])
    expect(await sent()).toEqual(['the topic'])
    await server.call(noor, 'PATCH', `/messages/${first}`, {
      topic: 'dinner',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })
    await server.clock.until('the view follows', () => window.meta().title === 'dinner')
    expect(window.texts().slice(-2)).toEqual(['[failed] bad', '[queued] behind it'])
    trouble.refused = undefined
    await client.engine.call('outbox.retry', { localId: bad })
    await server.clock.until('both are there', () => window.texts().slice(-2).join() === 'bad,behind it')
    expect(await sent()).toEqual([])
  })
})
