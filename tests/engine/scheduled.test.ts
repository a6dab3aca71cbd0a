import { describe, expect, it } from 'vitest'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import type { ScheduledItem, ScheduledMeta } from '#contract/scheduled.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'

const hour = 3_600_000

async function setUp(options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, general } = people
  const start = (engineEpoch = 1) => new TestClient(server, iris, { ...options, engineEpoch }).start()
  const client = start()
  await client.online()
  const list = await client.openView<{ item: ScheduledItem; meta: ScheduledMeta }>({ type: 'scheduled' })
  const inHours = (hours: number) => Math.floor((server.clock.now() + hours * hour) / 1000)
  let count = 0
  const schedule = (content: string, deliverAt: number) =>
    client.engine.call('messages.schedule', {
      localId: `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
      destination: { kind: 'topic', streamId: general, topic: 'later' },
      content,
      deliverAt,
    })
  const atServer = async () =>
    ((await server.call(iris, 'GET', '/scheduled_messages')).scheduled_messages as { content: string }[]).map(
      (message) => message.content,
    )
  const sent = () =>
    server.contents(iris, [
      ['stream', general],
      ['topic', 'later'],
    ])
  return { server, client, start, list, inHours, schedule, atServer, sent, ...people }
}

describe('a scheduling call that is repeated after a lost answer', () => {
  it('schedules one message, also when its time has come meanwhile', async () => {
    const { server, client, inHours, atServer, sent, general } = await setUp()
    await client.engine.call('drafts.set', {
      narrow: { kind: 'topic', streamId: general, topic: 'later' },
      draftId: 'd1',
      topic: '',
      content: 'once',
    })
    const again = { deliverAt: inHours(1), localId: crypto.randomUUID(), content: 'once', draftId: 'd1' }
    const destination = { kind: 'topic', streamId: general, topic: 'later' } as const
    const call = () => client.engine.call('messages.schedule', { ...again, destination })
    expect(await call()).toMatchObject({ ok: true })
    expect(await call()).toMatchObject({ ok: true })
    await server.clock.advance(60_000)
    expect(await atServer()).toEqual(['once'])
    await server.clock.advance(2 * hour)
    expect(await call()).toMatchObject({ ok: true })
    await server.clock.advance(60_000)
    expect(await sent()).toEqual(['once'])
  })

  it('schedules again a message that was taken back before it was sent', async () => {
    const { server, client, inHours, atServer, general } = await setUp({
      faultFor: ({ path }) => (path.endsWith('/scheduled_messages') ? { before: 'unreachable' } : undefined),
    })
    const localId = crypto.randomUUID()
    const destination = { kind: 'topic', streamId: general, topic: 'later' } as const
    const call = () =>
      client.engine.call('messages.schedule', { localId, destination, content: 'after all', deliverAt: inHours(1) })
    await call()
    await server.clock.advance(1_000)
    expect(await client.engine.call('outbox.cancel', { localId })).toMatchObject({ ok: true })
    expect(await client.engine.call('outbox.retry', { localId })).toMatchObject({ ok: false })
    await call()
    expect(await client.engine.call('outbox.cancel', { localId })).toMatchObject({ ok: true })
    expect(await atServer()).toEqual([])
  })

  it('puts the text of a deleted message into the draft once', async () => {
    const { server, client, list, inHours, schedule, atServer } = await setUp()
    await schedule('not now', inHours(1))
    await server.clock.until('it is at the server', () => list.items()[0]?.state === 'waiting')
    const scheduledId = list.items()[0]?.scheduledId ?? 0
    const call = () => client.engine.call('scheduled.delete', { scheduledId, keepDraft: true })
    expect(await call()).toEqual({ ok: true, value: { topic: 'later', content: 'not now' } })
    expect(await call()).toEqual({ ok: true, value: { topic: 'later', content: 'not now' } })
    await server.clock.advance(60_000)
    expect(await atServer()).toEqual([])
  })
})

describe('scheduled messages', () => {
  it('are listed at once, stored by the server, and sent at their time', async () => {
    const { server, list, inHours, schedule, atServer, sent } = await setUp()
    expect(await schedule('tomorrow', inHours(24))).toMatchObject({ ok: true })
    await schedule('soon', inHours(1))
    await server.clock.until(
      'both are at the server',
      () => list.items().filter((item) => item.state === 'waiting').length === 2,
    )
    expect(list.items().map((item) => item.content)).toEqual(['soon', 'tomorrow'])
    expect(await atServer()).toEqual(['soon', 'tomorrow'])
    await server.clock.advance(hour + 120_000)
    await server.clock.until('one was sent', () => list.items().length === 1)
    expect(await sent()).toEqual(['soon'])
  })

  it('survive a restart before they leave, and are scheduled once with any answer [S1] [S6]', async () => {
    const database = temporaryDatabase()
    let fault: ReturnType<FaultFor>
    const { server, client, start, inHours, schedule, atServer } = await setUp({
      database,
      faultFor: (request) =>
        request.path.endsWith('/scheduled_messages') && request.method === 'POST' ? fault : undefined,
    })
    fault = { after: 'broken' }
    await schedule('once', inHours(5))
    await schedule('once', inHours(5))
    await server.clock.until('the server has one', () =>
      client.requests.some((request) => request.path.endsWith('scheduled_messages')),
    )
    await server.clock.advance(500)
    client.engine.close()
    fault = undefined
    const next = start(2)
    await next.online()
    const list = await next.openView<{ item: ScheduledItem; meta: ScheduledMeta }>({ type: 'scheduled' })
    await server.clock.until(
      'both are there',
      () => list.items().filter((item) => item.state === 'waiting').length === 2,
    )
    expect(await atServer()).toEqual(['once', 'once'])
  })

  it('accept another text and time, also offline, and become a draft when deleted', async () => {
    let isDown = false
    const { server, client, list, inHours, schedule, atServer, general } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await schedule('first words', inHours(3))
    await server.clock.until('it is there', () => list.items()[0]?.state === 'waiting')
    const scheduledId = list.items()[0]?.scheduledId ?? 0
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('scheduled.edit', { scheduledId, content: 'better words' })
    await client.engine.call('scheduled.edit', { scheduledId, deliverAt: inHours(6) })
    await server.clock.until('it shows', () => list.items()[0]?.content === 'better words')
    expect(list.items()[0]).toMatchObject({ state: 'saving', deliverAt: inHours(6) })
    isDown = false
    client.engine.signal('resume')
    await server.clock.until('it is saved', () => list.items()[0]?.state === 'waiting')
    expect(await atServer()).toEqual(['better words'])
    const deleted = await client.engine.call('scheduled.delete', { scheduledId, keepDraft: true })
    expect(deleted).toMatchObject({ ok: true, value: { content: 'better words' } })
    await server.clock.until('it is gone', () => list.items().length === 0)
    await server.clock.advance(3_000)
    expect(await atServer()).toEqual([])
    const narrow = { kind: 'topic', streamId: general, topic: 'later' } as const
    expect(await client.engine.call('drafts.get', { narrow })).toMatchObject({ value: { content: 'better words' } })
  })

  it('leave the list on a removal, whether they were sent or deleted elsewhere [O7]', async () => {
    const { server, list, inHours, schedule, iris } = await setUp()
    await schedule('gone elsewhere', inHours(3))
    await server.clock.until('it is there', () => list.items()[0]?.state === 'waiting')
    await server.call(iris, 'DELETE', `/scheduled_messages/${list.items()[0]?.scheduledId ?? 0}`)
    await server.clock.until('it is off the list', () => list.items().length === 0)
  })

  it('are sent early on demand, once, with any answer', async () => {
    let fault: ReturnType<FaultFor>
    const { server, client, list, inHours, schedule, atServer, sent } = await setUp({
      faultFor: ({ path, method }) => (path.includes('/scheduled_messages/') && method === 'PATCH' ? fault : undefined),
    })
    await schedule('right away', inHours(30))
    await server.clock.until('it is there', () => list.items()[0]?.state === 'waiting')
    const scheduledId = list.items()[0]?.scheduledId ?? 0
    fault = { before: 'unreachable' }
    expect(await client.engine.call('scheduled.edit', { scheduledId, deliverAt: 'now' })).toMatchObject({ ok: true })
    await server.clock.advance(hour / 6)
    expect(list.items()[0]).toMatchObject({ state: 'saving', content: 'right away' })
    expect(await sent()).toEqual([])
    fault = { after: 'broken' }
    client.engine.signal('resume')
    await server.clock.until('it was sent', () => list.items().length === 0)
    fault = undefined
    await server.clock.advance(120_000)
    expect(await sent()).toEqual(['right away'])
    expect(await atServer()).toEqual([])
    // A repeated request that no longer finds the message is no failure.
    const unsent = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    expect(unsent.items()).toEqual([])
  })

  it('accept another text and time before the server has them', async () => {
    let isDown = false
    const { server, client, list, inHours, schedule, atServer } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await schedule('first words', inHours(3))
    await server.clock.until('it is listed', () => list.items()[0]?.state === 'saving')
    const localId = list.items()[0]?.localId ?? ''
    const change = { localId, content: 'better words', deliverAt: inHours(6) }
    expect(await client.engine.call('scheduled.editUnsent', { ...change, deliverAt: inHours(-1) })).toMatchObject({
      error: { code: 'TIME_PASSED' },
    })
    expect(await client.engine.call('scheduled.editUnsent', { ...change, content: ' ' })).toMatchObject({
      error: { code: 'EMPTY_MESSAGE' },
    })
    await server.clock.advance(1_000)
    expect(await client.engine.call('scheduled.editUnsent', change)).toMatchObject({ ok: true })
    await server.clock.until('it shows', () => list.items()[0]?.content === 'better words')
    expect(list.items()[0]).toMatchObject({ state: 'saving', deliverAt: change.deliverAt })
    isDown = false
    client.engine.signal('resume')
    await server.clock.until('the server has it', () => list.items()[0]?.state === 'waiting')
    expect(await atServer()).toEqual(['better words'])
    expect(await client.engine.call('scheduled.editUnsent', change)).toMatchObject({ error: { code: 'NOT_IN_OUTBOX' } })
  })

  it('with a past time are refused with their text, and fail if the time passes offline', async () => {
    let isDown = false
    const { server, client, list, inHours, schedule } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    expect(await schedule('too late', inHours(-1))).toMatchObject({ ok: false, error: { code: 'TIME_PASSED' } })
    isDown = true
    client.engine.signal('resume')
    await schedule('overtaken', inHours(1))
    await server.clock.advance(2 * hour)
    isDown = false
    client.engine.signal('resume')
    await server.clock.until('it has failed', () => list.items()[0]?.state === 'failed')
    expect(list.items()[0]?.content).toBe('overtaken')
    const cancelled = await client.engine.call('outbox.cancel', { localId: list.items()[0]?.localId ?? '' })
    expect(cancelled).toMatchObject({ ok: true, value: { content: 'overtaken', topic: 'later' } })
  })
})
