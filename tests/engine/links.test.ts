import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { FaultFor } from '#support/test-transport.ts'

/** A client with history, and a server whose messages can be moved without events. */
async function world(faultFor: FaultFor = () => undefined) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { noor, general } = people
  const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
  const database = temporaryDatabase()
  const client = start({ database, faultFor })
  await client.online()
  await server.clock.advance(60_000)
  const resolve = async (link: { narrow?: Narrow | null; messageId?: number | null }, waitMs = 500) => {
    const resolved = client.engine.call('links.resolve', {
      narrow: link.narrow ?? null,
      messageId: link.messageId ?? null,
    })
    await server.clock.advance(waitMs)
    return resolved
  }
  const asked = (message: number) =>
    client.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/messages/${message}`)).length
  const lunch: Narrow = { kind: 'topic', streamId: general, topic: 'lunch' }
  return { server, client, id, resolve, asked, lunch, ...people }
}

describe('links into the organization', () => {
  it('resolve to the current conversation of their message, from the cache if it is fresh', async () => {
    const { server, id, resolve, asked, lunch, noor, general } = await world()
    expect(await resolve({ narrow: lunch, messageId: id })).toEqual({
      ok: true,
      value: { narrow: lunch, messageState: 'found' },
    })
    await server.call(noor, 'PATCH', `/messages/${id}`, { topic: 'supper' })
    await server.clock.advance(2000)
    expect(await resolve({ narrow: lunch, messageId: id })).toEqual({
      ok: true,
      value: { narrow: { ...lunch, topic: 'supper' }, messageState: 'found' },
    })
    expect(await resolve({ messageId: id })).toMatchObject({
      value: { narrow: { streamId: general, topic: 'supper' } },
    })
    expect(asked(id)).toBe(0)
  })

  it('ask the server for an uncached message, and report a missing one', async () => {
    const { server, resolve, asked, lunch, noor, extra } = await world()
    // The client gets no event, since it is not subscribed to that stream.
    const id = await server.post(noor, { stream: extra, topic: 'elsewhere' }, 'unheard')
    expect(await resolve({ narrow: lunch, messageId: id })).toEqual({
      ok: true,
      value: { narrow: { kind: 'topic', streamId: extra, topic: 'elsewhere' }, messageState: 'found' },
    })
    expect(asked(id)).toBe(1)
    const gone = 987_654_321_012_345
    expect(await resolve({ narrow: lunch, messageId: gone })).toEqual({
      ok: true,
      value: { narrow: lunch, messageState: 'gone' },
    })
    expect(await resolve({ messageId: gone })).toMatchObject({ ok: false, error: { code: 'LINK_MESSAGE_GONE' } })
  })

  it('resolve to the best known conversation if the server is unreachable, within a time limit', async () => {
    let isSlow = false
    const { server, id, resolve, lunch } = await world(({ path }) =>
      isSlow && path.includes('/messages/') ? { answerDelayMs: 120_000 } : undefined,
    )
    isSlow = true
    expect(await resolve({ narrow: lunch, messageId: id + 1000 }, 5000)).toEqual({
      ok: true,
      value: { narrow: lunch, messageState: 'unknown' },
    })
    isSlow = false
    await server.stop()
    await server.clock.advance(120_000)
    expect(await resolve({ narrow: { ...lunch, topic: 'old name' }, messageId: id })).toEqual({
      ok: true,
      value: { narrow: lunch, messageState: 'found' },
    })
    expect(await resolve({ narrow: lunch, messageId: id + 1000 })).toEqual({
      ok: true,
      value: { narrow: lunch, messageState: 'unknown' },
    })
    expect(await resolve({ messageId: id + 1000 })).toMatchObject({ ok: false, error: { code: 'LINK_OFFLINE' } })
  })

  it('to messages without a topic lead to the name that an older server gives those', async () => {
    const { resolve, lunch } = await world()
    expect(await resolve({ narrow: { ...lunch, topic: '' } })).toMatchObject({
      ok: true,
      value: { narrow: { ...lunch, topic: '(no topic)' } },
    })
  })

  it('without a message resolve to their narrow without the user, or report what does not exist', async () => {
    const { resolve, iris, noor, mei, general } = await world()
    expect(await resolve({ narrow: { kind: 'stream', streamId: general } })).toEqual({
      ok: true,
      value: { narrow: { kind: 'stream', streamId: general }, messageState: 'none' },
    })
    expect(await resolve({ narrow: { kind: 'direct', userIds: [mei.id, iris.id, noor.id, mei.id] } })).toEqual({
      ok: true,
      value: { narrow: { kind: 'direct', userIds: [noor.id, mei.id] }, messageState: 'none' },
    })
    expect(await resolve({ narrow: { kind: 'stream', streamId: 999_999 } })).toMatchObject({
      ok: false,
      error: { code: 'LINK_NO_STREAM' },
    })
    expect(await resolve({ narrow: { kind: 'direct', userIds: [999_999] } })).toMatchObject({
      ok: false,
      error: { code: 'LINK_NO_PERSON' },
    })
  })
})
