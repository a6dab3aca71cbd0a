import { describe, expect, it, vi } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { Service } from '#support/service.ts'

describe("the server's background work", () => {
  it('deletes expired messages in slices, between which requests are answered', async () => {
    const service = await Service.start()
    const olga = service.person('Olga', 'owner')
    const streams = [await service.stream('one', [olga]), await service.stream('two', [olga])]
    const count = 2.5 * limits.expiredAtOnce.most
    for (const stream of streams) {
      for (let sent = 0; sent < count; sent += 1) await service.say(olga, stream, `t${sent % 3}`, 'x')
      await service.ok(olga, 'PATCH', `/streams/${stream}`, { message_retention_days: 1 })
    }
    const left = () => streams.reduce((sum, id) => sum + service.context.tables.messages.idsOfStream(id).length, 0)
    const writes: number[] = []
    let last = left()
    const { write } = service.context
    service.context.write = (change) => {
      const result = write(change)
      const now = left()
      if (now !== last) writes.push(last - now)
      last = now
      return result
    }
    await service.server.clock.advance(30 * 3_600_000)
    expect(left()).toBe(0)
    expect(writes.length).toBeGreaterThanOrEqual(6)
    expect(Math.max(...writes)).toBeLessThanOrEqual(limits.expiredAtOnce.most)
  })

  it.each([
    ['fail', false],
    // The event about the failure cannot be built either.
    ['cannot even be marked as failed', true],
  ])('sends scheduled messages after messages that %s', async (_, isStuck) => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const service = await Service.start()
    const noor = service.person('Noor')
    const at = service.context.nowSeconds() + 60
    const schedule = async (content: string, later: number) => {
      await service.ok(noor, 'POST', '/scheduled_messages', {
        type: 'direct',
        to: [noor.id],
        content,
        scheduled_delivery_timestamp: at + later,
      })
    }
    // These are more than one round handles.
    for (let count = 0; count < 60; count += 1) await schedule(`broken ${count}`, 0)
    await schedule('later', 1)
    await schedule('much later', 300)
    if (isStuck) await service.listen(noor)
    service.context.sql(`UPDATE scheduled_message SET recipients = 'no list' WHERE content LIKE 'broken%'`, [])
    const sent = async () => (await service.found(noor, [['sender', String(noor.id)]])).slice(-3)
    await service.server.clock.advance(120_000)
    expect(await sent()).toEqual(['later'])
    await service.server.clock.advance(300_000)
    expect(await sent()).toEqual(['later', 'much later'])
    expect(told.mock.calls.length).toBeGreaterThanOrEqual(60)
    told.mockRestore()
  })
})
