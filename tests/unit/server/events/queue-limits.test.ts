import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { sampled } from '#support/random.ts'
import { allCapabilities, Service } from '#support/service.ts'

const run = promisify(execFile)
const refused = { status: 400, code: 'BAD_REQUEST' }

async function world() {
  const service = await Service.start({}, temporaryDatabase())
  const guest = service.person('Gil', 'guest')
  const noor = service.person('Noor')
  const general = await service.stream('general', [noor, guest])
  return { service, guest, noor, general }
}

describe('event queues', () => {
  const [tooLarge, allowed] = [sampled(6, 27), sampled(80, 300)]

  it(`a guest who registers with 70 000 terms, ${tooLarge} times, and as much as is allowed, ${allowed} times, ends no server of 160 MiB`, async () => {
    const attack = join(import.meta.dirname, '../../../support/registration-attack.ts')
    const { stdout } = await run(
      process.execPath,
      ['--max-old-space-size=160', attack, String(tooLarge), String(allowed)],
      { timeout: 100_000 },
    )
    const { open, reopened, bytes, ...statuses } = JSON.parse(stdout) as Record<string, number>
    expect(statuses).toEqual({
      many: { 400: tooLarge },
      types: { 400: tooLarge },
      largest: { 200: allowed },
    })
    expect([open, reopened]).toEqual([limits.queuesOfUser.most, limits.queuesOfUser.most])
    expect(bytes).toBeLessThan(limits.queuesOfUser.most * (limits.queueOptions.most + 2000))
  })

  it('refuse a narrow and types that are too long together', async () => {
    const { service, guest } = await world()
    const narrow = Array.from({ length: 66 }, (_, index) => ['topic', String(index).padEnd(500, 'x')])
    expect(await service.call(guest, 'POST', '/register', { narrow })).toMatchObject(refused)
    const client_capabilities = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`can_${index}`, true] as const),
    )
    expect(
      await service.call(guest, 'POST', '/register', {
        client_capabilities: { notification_settings_null: true, ...client_capabilities },
      }),
    ).toMatchObject(refused)
  })

  it('end the queue of a user that was idle for the longest time, not one that is polled', async () => {
    const { service, guest } = await world()
    const first = await service.listen(guest)
    const polled = service.waitForEvents(guest)
    const second = await service.listen(guest)
    await service.server.clock.advance(1000)
    for (let count = 2; count < limits.queuesOfUser.most; count += 1) await service.listen(guest)
    const queues = () => service.context.events.queuesOf(guest.id)
    expect(queues()).toContain(second.queue_id)
    await service.listen(guest)
    expect(queues()).toHaveLength(limits.queuesOfUser.most)
    expect(queues()).toContain(first.queue_id)
    expect(queues()).not.toContain(second.queue_id)
    service.context.events.close()
    await polled
  })

  /** Publishes about this number of bytes to a user in large events. */
  function tellMuch({ context }: Service, userId: number, bytes: number): number {
    const text = 'x'.repeat(2 ** 20)
    const count = Math.ceil(bytes / text.length)
    for (let told = 0; told < count; told += 1) {
      context.write(() => {
        context.events.publish(userId, () => ({ type: 'message', number: told, text }))
      })
    }
    return count
  }

  it('end a queue with too many bytes, and its client registers again', async () => {
    const { service, guest } = await world()
    await service.listen(guest)
    tellMuch(service, guest.id, limits.queueBytes.most - 2 ** 20)
    expect(service.context.events.queuesOf(guest.id)).toHaveLength(1)
    tellMuch(service, guest.id, 2 ** 20)
    expect(service.context.events.queuesOf(guest.id)).toEqual([])
    await expect(service.events(guest)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
    expect(await service.listen(guest)).toMatchObject({ result: 'success' })
    await service.restart()
    expect(service.context.events.queuesOf(guest.id)).toHaveLength(1)
  })

  it('bound the bytes of events in an answer; the next poll gets the other events', async () => {
    const { service, guest } = await world()
    const { queue_id: queueId } = await service.listen(guest)
    const count = tellMuch(service, guest.id, 1.5 * limits.eventsAnswer.most)
    const poll = async (lastEventId: number) => {
      const asked = { queueId: String(queueId), userId: guest.id, lastEventId, dontBlock: true }
      const texts = await service.context.events.poll(asked, () => undefined)
      expect(texts.join().length).toBeLessThan(limits.eventsAnswer.most + 2 ** 21)
      return texts.map((text) => JSON.parse(text) as { id: number; number: number })
    }
    const first = await poll(-1)
    const rest = await poll(first.at(-1)!.id)
    expect([...first, ...rest].map((event) => event.number)).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(rest.length).toBeGreaterThan(0)
  })
})

describe('a typing event', () => {
  const listening = { client_capabilities: allCapabilities, event_types: ['typing'] }

  it('for a topic of 1.9 MB has a topic of sixty characters, and is never stored', async () => {
    const { service, guest, noor, general } = await world()
    await service.listen(guest, listening)
    const form = { type: 'stream', op: 'start', stream_id: general }
    await service.ok(noor, 'POST', '/typing', { ...form, topic: 'x'.repeat(1_900_000) })
    await service.ok(noor, 'POST', '/typing', { ...form, topic: ' 🙂'.repeat(61) })
    expect([...service.context.tables.queues.events()]).toEqual([])
    const topics = (await service.events(guest)).map(({ topic }) => [...String(topic)].length)
    expect(topics).toEqual([limits.topic.most, limits.topic.most])
  })

  it('for more users than a direct message may have is refused', async () => {
    const { service, noor, guest } = await world()
    const typing = (to: number[]) => service.call(noor, 'POST', '/typing', { type: 'direct', op: 'start', to })
    const many = Array.from({ length: limits.recipients.most + 1 }, () => guest.id)
    expect(await typing(many)).toMatchObject(refused)
    expect(await typing(Array.from({ length: 150_000 }, () => guest.id))).toMatchObject(refused)
    expect(await typing(many.slice(1))).toMatchObject({ status: 200 })
    expect(await service.call(noor, 'POST', '/messages', { type: 'direct', to: many, content: 'x' })).toMatchObject(
      refused,
    )
  })

  it('is gone after a restart, and the following events keep their order', async () => {
    const { service, guest, noor, general } = await world()
    await service.listen(guest, { event_types: ['typing', 'message'], client_capabilities: allCapabilities })
    const type = () =>
      service.ok(noor, 'POST', '/typing', { type: 'stream', op: 'start', stream_id: general, topic: 'x' })
    await type()
    await service.say(noor, general, 'x', 'one')
    await type()
    await service.restart()
    await type()
    await service.say(noor, general, 'x', 'two')
    const kinds = (await service.events(guest)).map(({ type: kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'restart')).toEqual(['message', 'typing', 'message'])
  })
})
