import { afterEach, describe, expect, it } from 'vitest'
import type { TransportRequest } from '#engine/ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { failStatements, isWriting, mendDisk, restoreStatements, watchDisk } from '#support/failing-disk.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { Fault } from '#support/test-transport.ts'

afterEach(restoreStatements)

/** The point at which a commit fails: at its begin, in one of its statements, or at its end. */
const points = [
  ['locked at its beginning', (sql: string) => (/^BEGIN/.test(sql) ? 'SQLITE_BUSY' : null)],
  ['full in the middle', (sql: string) => (/^\s*(?:UPDATE|DELETE|INSERT)/.test(sql) ? 'SQLITE_FULL' : null)],
  ['full at its end', (sql: string) => (/^COMMIT/.test(sql) ? 'SQLITE_IOERR_WRITE' : null)],
] as const

const is = (method: string, path: RegExp) => (request: TransportRequest) =>
  request.method === method && path.test(request.path)
const isSend = is('POST', /\/messages$/)

/** A client whose disk fails after the first answered request that satisfies `isIt`, until `mendDisk`. */
async function world(
  isIt: (request: TransportRequest) => boolean,
  trouble: (sql: string) => string | null,
  fault?: Fault & { readonly refusal?: string },
) {
  watchDisk()
  const { server, people, start } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const database = temporaryDatabase()
  let hits = 0
  const begin = (engineEpoch: number) =>
    start({
      database,
      engineEpoch,
      faultFor: (request) => (isIt(request) && hits === 1 ? fault : undefined),
      garble: (request, response) =>
        isIt(request) && hits === 1 && fault?.refusal !== undefined
          ? { ...response, body: JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: fault.refusal }) }
          : response,
      through: async (request, ask) => {
        if (!isIt(request)) return ask()
        hits += 1
        try {
          return await ask()
        } finally {
          if (hits === 1) failStatements(database, trouble)
        }
      },
    })
  const client = begin(1)
  await client.online()
  const lunch = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  return { server, client, begin, database, lunch, hits: () => hits, ...people }
}

describe('an outcome that cannot be stored', () => {
  it.each(points)('is stored later, and the queue continues: %s', async (_where, trouble) => {
    const { server, client, lunch, noor, hits } = await world(isSend, trouble)
    const window = await client.openConversation(lunch)
    await client.send(lunch, 'first')
    await server.clock.until('it was answered', () => hits() === 1)
    await server.clock.advance(150_000)
    // While the disk fails, nothing is sent twice and nothing is dropped.
    expect(client.requests.filter(isSend)).toHaveLength(1)
    expect(client.logs.filter((line) => line.includes('cannot be written down yet'))).toHaveLength(1)
    mendDisk()
    await server.clock.until('it is confirmed', () => window.texts().join() === 'first', 300_000)
    await client.send(lunch, 'second')
    await server.clock.until('the next one went', () => window.texts().join() === 'first,second')
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['first', 'second'])
    expect(client.requests.filter(isSend)).toHaveLength(2)
  })

  it('that is unknown leads to a look-up when it can be stored', async () => {
    const { server, client, lunch, noor, hits } = await world(
      isSend,
      (sql) => (isWriting(sql) ? 'SQLITE_FULL' : null),
      {
        after: 'broken',
      },
    )
    const window = await client.openConversation(lunch)
    await client.send(lunch, 'first')
    await server.clock.until('it was tried', () => hits() === 1)
    await server.clock.advance(90_000)
    mendDisk()
    await server.clock.until('it is found', () => window.texts().join() === 'first', 300_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['first'])
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('that is a refusal appears with the server’s message when it can be stored', async () => {
    const { server, client, lunch, hits } = await world(isSend, (sql) => (isWriting(sql) ? 'SQLITE_FULL' : null), {
      status: 400,
      refusal: 'No balloons',
    })
    const window = await client.openConversation(lunch)
    await client.send(lunch, 'first')
    await server.clock.until('it was refused', () => hits() === 1)
    await server.clock.advance(90_000)
    expect(window.items()).toMatchObject([{ kind: 'pending', state: 'sending' }])
    mendDisk()
    await server.clock.until('it has failed', () => window.texts().join() === '[failed] first', 300_000)
    expect(window.items()).toMatchObject([
      { reason: { kind: 'failed', reason: { code: 'TEXT', values: { text: 'No balloons' } } } },
    ])
    expect(client.requests.filter(isSend)).toHaveLength(1)
  })

  it('is unknown to the next engine, which looks the message up', async () => {
    const { server, client, begin, lunch, noor, hits } = await world(isSend, (sql) =>
      isWriting(sql) ? 'SQLITE_FULL' : null,
    )
    await client.send(lunch, 'first')
    await server.clock.until('it was answered', () => hits() === 1)
    await server.clock.advance(20_000)
    client.engine.close()
    mendDisk()
    const next = begin(2)
    const window = await next.openConversation(lunch)
    expect(window.items()).toMatchObject([{ kind: 'pending', state: 'unknown' }])
    await server.clock.until('it is found', () => window.texts().join() === 'first')
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['first'])
    expect(next.requests.filter(isSend)).toEqual([])
  })

  it.each([
    ['of a star', is('POST', /\/messages\/flags$/), 'messages.star', { isStarred: true }],
    ['of an edit', is('PATCH', /\/messages\/\d+$/), 'messages.edit', { content: 'other words' }],
    ['of a deletion', is('DELETE', /\/messages\/\d+$/), 'messages.delete', {}],
  ] as const)('%s causes no second request', async (_what, isIt, name, input) => {
    const { server, client, lunch, iris, general, hits } = await world(isIt, (sql) =>
      isWriting(sql) ? 'SQLITE_FULL' : null,
    )
    const window = await client.openConversation(lunch)
    const messageId = await server.post(iris, { stream: general, topic: 'lunch' }, 'words')
    await server.clock.until('it is shown', () => window.texts().join() === 'words')
    expect(await client.engine.call(name, { messageId, ...input })).toMatchObject({ ok: true })
    await server.clock.until('it was answered', () => hits() === 1)
    await server.clock.advance(120_000)
    expect(hits()).toBe(1)
    mendDisk()
    const isDone = () => window.items().every((item) => item.kind === 'message' && item.change === null)
    await server.clock.until('it is done', () => client.status?.connection.state === 'online' && isDone(), 300_000)
    await server.clock.advance(30_000)
    expect(hits()).toBe(1)
    client.engine.close()
  })

  it('of the creation of a draft creates no second draft', async () => {
    const isIt = is('POST', /\/drafts$/)
    const { server, client, lunch, iris, hits } = await world(isIt, (sql) => (isWriting(sql) ? 'SQLITE_FULL' : null))
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd', topic: '', content: 'half a thought' })
    await server.clock.until('it was answered', () => hits() === 1)
    await server.clock.advance(120_000)
    mendDisk()
    await server.clock.until('it is online', () => client.status?.connection.state === 'online', 300_000)
    await server.clock.advance(120_000)
    expect(hits()).toBe(1)
    const answer = await server.call(iris, 'GET', '/drafts')
    expect(answer.drafts).toMatchObject([{ content: 'half a thought' }])
  })
})
