import { describe, expect, it } from 'vitest'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'

/** A client that has caught up and fetches only the requests of its windows. */
async function setUp(
  before: (server: TestServer, people: ReturnType<TestServer['seed']>) => Promise<unknown>,
  faultFor: FaultFor = () => undefined,
) {
  const { server, client, people } = await setupWorld({
    before,
    faultFor: (request) => (request.priority === 'background' ? { before: 'unreachable' } : faultFor(request)),
  })
  await server.clock.advance(5_000)
  return { server, client, ...people }
}

describe('a fetched page', () => {
  it('proves nothing beyond its end, so the messages after a page around an old message are fetched [M6]', async () => {
    const { server, client, general } = await setUp(async (target, { iris, noor, general }) => {
      const place = { stream: general, topic: 'log' }
      await target.post(noor, place, 'm0')
      target.fill(place, { from: noor, to: iris, count: 500 })
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 100)
    await server.clock.advance(10_000)
    for (let step = 0; step < 30 && window.meta().newer !== 'none'; step += 1) await window.more('newer')
    const shown = window.texts()
    expect([shown[0], shown.at(-1)]).toEqual(['m39', 'm500'])
    expect(shown).toEqual(Array.from({ length: 462 }, (_, index) => `m${index + 39}`))
  })

  it('covers its anchor even without a message there, so nothing is requested twice [M11]', async () => {
    const { server, client, general } = await setUp(async (target, { iris, noor, general, design }) => {
      const place = { stream: general, topic: 'log' }
      await target.post(noor, place, 'm0')
      target.fill(place, { from: noor, to: iris, count: 199 })
      for (let index = 0; index < 3; index += 1)
        await target.post(noor, { stream: design, topic: 'plans' }, 'in between')
      await target.post(noor, place, 'm200')
    })
    const asked = () =>
      client.requests.filter(({ path, priority }) => path.endsWith('/messages') && priority === 'foreground')
    const before = asked().length
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 100)
    await server.clock.advance(10_000)
    expect(window.texts().slice(-2)).toEqual(['m199', 'm200'])
    const questions = asked()
      .slice(before)
      .map(({ form }) => JSON.stringify(form))
    expect(questions).toHaveLength(3)
    expect(new Set(questions).size).toBe(questions.length)
  })

  it('does not mark as read the messages that a later registration lists as unread [U2]', async () => {
    let delay: number | undefined
    const { server, client, iris, general } = await setUp(
      (target, { noor, general }) => target.post(noor, { stream: general, topic: 'log' }, 'm0'),
      ({ path }) => (path.endsWith('/messages') && delay !== undefined ? { answerDelayMs: delay } : undefined),
    )
    const flag = (op: string) => server.call(iris, 'POST', '/messages/flags', { messages: '[1]', op, flag: 'read' })
    await flag('add')
    await server.clock.advance(1_000)
    expect(client.status).toMatchObject({ unread: 0 })
    delay = 20_000
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 'newest')
    await server.clock.advance(1_000)
    delay = undefined
    server.built.context.events.removeAll()
    await flag('remove')
    await server.clock.until('it is listed', () => client.status?.unread === 1)
    await server.clock.advance(60_000)
    expect(window.texts()).toEqual(['m0'])
    expect(client.status).toMatchObject({ unread: 1 })
  })

  it('is complete even if the look-up of a message that it lacks has no readable answer [M9]', async () => {
    const { server, client, noor, general } = await setUp(
      (target, { noor, general }) => target.post(noor, { stream: general, topic: 'log' }, 'm0'),
      ({ path }) => (path.endsWith('/messages/2') ? { status: 404 } : undefined),
    )
    await server.post(noor, { stream: general, topic: 'log' }, 'm1')
    await server.clock.advance(1_000)
    server.built.context.events.removeAll()
    await server.call(noor, 'DELETE', '/messages/2')
    await server.post(noor, { stream: general, topic: 'log' }, 'm2')
    await server.clock.advance(60_000)
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'log' }, 'newest')
    await server.clock.advance(60_000)
    await window.more('older')
    await server.clock.advance(60_000)
    expect(window.texts()).toEqual(['m0', 'm2'])
  })
})
