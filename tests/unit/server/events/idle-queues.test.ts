import { describe, expect, it } from 'vitest'
import { unwrittenEvent, type ServerEvent } from '#server/events/event-log.ts'
import { EventQueue } from '#server/events/event-queue.ts'
import { idleQueuesToEnd } from '#server/events/idle-queues.ts'
import { limits } from '#server/base/limits.ts'
import { allowedLifetimeMs } from '#server/events/queue-options.ts'
import { Service } from '#support/service.ts'
import { temporaryDatabase } from '#support/files.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1000 * hour

let names = 0

function queue(given: { userId?: number; idleMs?: number; lifetimeMs?: number; size?: number; bytes?: number }) {
  names += 1
  const { userId = 1, idleMs = hour, lifetimeMs = 12 * hour, size = 1, bytes = 100 } = given
  return { name: names, userId, options: { lifetimeMs }, events: { size, bytes }, lastSeen: now - idleMs }
}

describe('queues without polls', () => {
  it('live for the requested time, at least ten minutes and at most a week', () => {
    expect(
      [0, -5, 1, 600, 3600, 43_200, 604_800, 604_801, 10 ** 15].map((asked) => allowedLifetimeMs(asked) / 1000),
    ).toEqual([600, 600, 600, 600, 3600, 43_200, 604_800, 604_800, 604_800])
    const queues = [queue({ idleMs: 12 * hour + 1 }), queue({ idleMs: 12 * hour }), queue({ lifetimeMs: 10 * minute })]
    expect(idleQueuesToEnd(queues, now)).toEqual([queues[2], queues[0]])
  })

  it('are limited to the ten that their user polled last, whatever other users have', () => {
    const many = Array.from({ length: 30 }, (_, index) => queue({ userId: 7, idleMs: hour + index }))
    const others = Array.from({ length: 20 }, (_, index) => queue({ userId: 100 + index, idleMs: 11 * hour }))
    expect(idleQueuesToEnd([...others, ...many], now)).toEqual(many.slice(limits.idleQueuesOfUser.most))
  })

  it('are limited in events and bytes, alone and together', () => {
    const long = queue({ size: limits.queueEvents.most + 1 })
    const wide = queue({ bytes: limits.queueBytes.most + 1 })
    expect(idleQueuesToEnd([queue({}), long, wide], now)).toEqual([long, wide])
    const full = Array.from({ length: 60 }, (_, index) =>
      queue({ userId: index, size: limits.queueEvents.most, idleMs: hour + index }),
    )
    const fitting = limits.idleEvents.most / limits.queueEvents.most
    expect(idleQueuesToEnd(full, now)).toEqual(full.slice(fitting))
    // A queue with a poll in the last ten minutes is never surplus.
    expect(idleQueuesToEnd([queue({ idleMs: 9 * minute, size: 10 ** 7, bytes: 10 ** 9 })], now)).toEqual([])
  })

  it('know the size of their events after merging, rollback and acknowledgement', () => {
    const events = new EventQueue(0, -1)
    const push = (event: ServerEvent) => {
      events.push(event, () => unwrittenEvent(event))
    }
    const star = (id: number) => ({ type: 'update_message_flags', op: 'add', flag: 'starred', messages: [id] })
    const length = (event: ServerEvent) => JSON.stringify(event).length
    push({ type: 'typing' })
    push(star(1))
    const mark = events.mark()
    push(star(2))
    push({ type: 'message', text: 'x'.repeat(500) })
    expect([events.size, events.bytes]).toEqual([
      3,
      [{ type: 'typing' }, star(1), star(2), { type: 'message', text: 'x'.repeat(500) }].reduce(
        (sum, event) => sum + length(event),
        0,
      ),
    ])
    events.takeBack(mark)
    expect([events.size, events.bytes]).toEqual([2, length({ type: 'typing' }) + length(star(1))])
    push(star(3))
    const [, last] = events.settle()
    const restored = new EventQueue(10, -1)
    restored.restore(events.settle())
    expect(restored.bytes).toBe(events.bytes)
    events.acknowledge(last!.id, () => undefined)
    expect([events.size, events.bytes]).toEqual([0, 0])
  })

  it('end if a guest opens many, and their clients can register again', async () => {
    const service = await Service.start({}, temporaryDatabase())
    const guest = service.person('Gil', 'guest')
    const states = []
    for (let index = 0; index < 30; index += 1) {
      states.push(await service.listen(guest, { queue_lifespan_secs: 604_800 }))
      await service.server.clock.advance(100)
    }
    expect(service.context.events.queuesOf(guest.id)).toHaveLength(30)
    await service.server.clock.advance(12 * minute)
    expect(service.context.events.queuesOf(guest.id)).toEqual(states.slice(20).map((state) => state.queue_id))
    await service.restart()
    expect(service.context.events.queuesOf(guest.id)).toHaveLength(10)
    expect(await service.listen(guest)).toMatchObject({ result: 'success' })
  })

  it('refuse thousands of terms or types', async () => {
    const service = await Service.start()
    const guest = service.person('Gil', 'guest')
    const refused = { status: 400, code: 'BAD_REQUEST' }
    const register = (form: Record<string, unknown>) => service.call(guest, 'POST', '/register', form)
    const term = ['topic', 'x'] as const
    expect(await register({ narrow: Array.from({ length: 101 }, () => term) })).toMatchObject(refused)
    expect(await register({ narrow: [['topic', 'x'.repeat(501)]] })).toMatchObject(refused)
    expect(await register({ event_types: Array.from({ length: 201 }, () => 'message') })).toMatchObject(refused)
    expect(await register({ event_types: ['m'.repeat(101)] })).toMatchObject(refused)
    expect(await register({ narrow: Array.from({ length: 100 }, () => term) })).toMatchObject({ status: 200 })
  })
})
