import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

async function setUp() {
  const database = temporaryDatabase()
  const service = await Service.start({}, database)
  const [ada, ben, cy] = [service.person('Ada'), service.person('Ben'), service.person('Cy')] as const
  const stream = await service.stream('general', [ada, ben, cy])
  const rows = () => {
    const reader = new Database(database, { readonly: true })
    const { count } = reader.prepare<[], { count: number }>('SELECT count(*) AS count FROM event').get()!
    reader.close()
    return count
  }
  return { database, service, ada, ben, cy, stream, rows }
}

/** The organization after a power failure. */
async function afterPowerFailure(database: string): Promise<Service> {
  const copy = temporaryDatabase()
  copyFileSync(database, copy)
  copyFileSync(`${database}-wal`, `${copy}-wal`)
  const service = new Service(copy)
  await service.server.start()
  return service
}

function poll(service: Service, account: Account, queueId: unknown, last: number) {
  return service.ok(account, 'GET', '/events', { queue_id: queueId, last_event_id: last, dont_block: true })
}

type Seen = { id: number; type: string; message?: { content: string }; messages?: number[] }[]

describe('event queues on disk', () => {
  it('hold a message to a large stream in one row for each variant, until its last reader has acknowledged it', async () => {
    const { service, ada, ben, cy, stream, rows } = await setUp()
    for (const account of [ada, ben, cy]) await service.listen(account, { event_types: ['message'] })
    const before = rows()
    await service.say(ada, stream, 'lunch', 'noodles?')
    // The message is read for the sender and unread for the others.
    expect(rows() - before).toBe(2)
    for (const account of [ada, ben, cy]) expect(await service.events(account)).toHaveLength(1)
    // The next poll acknowledges the events.
    for (const account of [ada, ben]) await service.events(account)
    await service.server.clock.advance(61_000)
    expect(rows() - before).toBe(1)
    await service.events(cy)
    await service.server.clock.advance(61_000)
    expect(rows() - before).toBe(0)
  })

  it('lose no event in a power failure, and may repeat events that were acknowledged since the last clean-up', async () => {
    const { database, service, ada, ben, stream } = await setUp()
    const { queue_id } = await service.listen(ben, { event_types: ['message'] })
    await service.say(ada, stream, 'lunch', 'one')
    const first = (await poll(service, ben, queue_id, -1)).events as Seen
    await poll(service, ben, queue_id, first[0]!.id)
    await service.say(ada, stream, 'lunch', 'two')
    const again = await afterPowerFailure(database)
    const seen = (await poll(again, ben, queue_id, first[0]!.id)).events as Seen
    expect(seen.map((event) => event.message?.content)).toEqual(['<p>two</p>'])
    await again.say(ada, stream, 'lunch', 'three')
    const next = (await poll(again, ben, queue_id, seen.at(-1)!.id)).events as Seen
    expect(next.map((event) => event.message?.content)).toEqual(['<p>three</p>'])
    // No id is used for two events.
    expect(next[0]!.id).toBeGreaterThan(seen[0]!.id)
  })

  it('keep merged flag events merged after a restart and a power failure', async () => {
    const { database, service, ada, ben, stream } = await setUp()
    const ids = [await service.say(ada, stream, 'lunch', 'one'), await service.say(ada, stream, 'lunch', 'two')]
    const { queue_id } = await service.listen(ben, { event_types: ['update_message_flags'] })
    for (const id of ids)
      await service.ok(ben, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const again = await afterPowerFailure(database)
    await service.restart()
    for (const server of [service, again]) {
      const seen = (await poll(server, ben, queue_id, -1)).events as Seen
      expect(seen.filter((event) => event.type !== 'restart').map((event) => event.messages)).toEqual([ids])
    }
  })

  it('are unchanged after a rollback, ended queues included', async () => {
    const { service, ada, ben, stream, rows } = await setUp()
    const id = await service.say(ada, stream, 'lunch', 'one')
    const { queue_id } = await service.listen(ben, { event_types: ['update_message_flags', 'message'] })
    await service.ok(ben, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const before = rows()
    const { context } = service
    expect(() =>
      context.write(() => {
        const star = { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [99], all: false }
        context.events.publish(ben.id, () => star)
        context.events.publish(ben.id, () => ({ ...star, messages: [100] }))
        context.events.publish(ben.id, () => ({ type: 'message' }))
        context.events.removeOf(ben.id)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(rows()).toBe(before)
    const seen = (await poll(service, ben, queue_id, -1)).events as Seen
    expect(seen.map((event) => [event.id, event.type, event.messages])).toEqual([[0, 'update_message_flags', [id]]])
    await service.say(ada, stream, 'lunch', 'two')
    expect((await poll(service, ben, queue_id, 0)).events).toMatchObject([
      { id: 1, message: { content: '<p>two</p>' } },
    ])
  })

  it('are removed from disk with their events ten minutes after the last poll', async () => {
    const { service, ada, ben, stream, rows } = await setUp()
    const before = rows()
    const { queue_id } = await service.listen(ben)
    await service.say(ada, stream, 'lunch', 'one')
    expect(rows()).toBeGreaterThan(before)
    await service.server.clock.advance(12 * 60_000)
    expect(rows()).toBe(before)
    expect(await service.call(ben, 'GET', '/events', { queue_id, last_event_id: -1 })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })
})
