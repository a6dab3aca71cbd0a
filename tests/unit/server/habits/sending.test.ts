import { describe, expect, it } from 'vitest'
import { usualRateLimits } from '#server/base/options.ts'
import { dialects, habitWorld } from './habit-world.ts'

describe.each(dialects)('sending as upstream (%s)', (dialect) => {
  it("delivers the event before the answer, with the local id in the sender's own queue only [S3] [S4] [S7] [S9]", async () => {
    const { service, ben, hall, state } = await habitWorld(dialect)
    const form = { type: 'stream', to: hall, topic: 'lunch', content: 'mine' }
    const echo = { queue_id: state.queue_id, local_id: '17.01' }
    const first = Number((await service.ok(ben, 'POST', '/messages', { ...form, ...echo })).id)
    // The described structure lacks it, but the family's servers send it.
    const poll = { queue_id: String(state.queue_id), last_event_id: '-1', dont_block: 'true' }
    const answer = await service.server.call(ben, 'GET', '/events', poll)
    expect(answer.events).toMatchObject([{ id: 0, message: { id: first }, local_message_id: '17.01' }])
    const second = Number((await service.ok(ben, 'POST', '/messages', { ...form, ...echo, queue_id: 'gone' })).id)
    expect(second).toBeGreaterThan(first)
    const next = await service.server.call(ben, 'GET', '/events', { ...poll, last_event_id: '0' })
    const [event] = next.events as Record<string, unknown>[]
    expect(event).toMatchObject({ message: { id: second } })
    expect(event).not.toHaveProperty('local_message_id')
  })

  it('delivers no event for a message to a stream that its sender has not subscribed [S5]', async () => {
    const { service, olga, ada, ben, heard } = await habitWorld(dialect)
    const other = await service.stream('other', [olga, ada])
    await heard()
    await service.say(ben, other, 'lunch', 'from outside')
    expect(await heard()).toEqual([])
  })

  it('creates two messages from two equal requests [S6]', async () => {
    const { service, ben, hall, state } = await habitWorld(dialect)
    const form = { type: 'stream', to: hall, topic: 'lunch', content: ' \nmine  \n' }
    const again = { ...form, queue_id: state.queue_id, local_id: '1' }
    const ids = [await service.ok(ben, 'POST', '/messages', again), await service.ok(ben, 'POST', '/messages', again)]
    expect(ids[0]?.id).not.toBe(ids[1]?.id)
    expect(await service.found(ben, [['sender', ben.email]])).toHaveLength(2)
  })

  it('shares one limit between all clients of an account, and refuses with the time of the next attempt [S8]', async () => {
    const { service, ben, ada } = await habitWorld(dialect, { rateLimits: usualRateLimits })
    const call = () => service.call(ben, 'GET', '/users/me')
    let refused = await call()
    for (let request = 0; request < 300 && refused.status === 200; request += 1) refused = await call()
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    const seconds = Number(refused['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(await service.call(ada, 'GET', '/users/me')).toMatchObject({ status: 200 })
    await service.server.clock.advance(seconds * 1000 + 1)
    expect(await call()).toMatchObject({ status: 200 })
  })

  it('keeps the last of several edits, answers them without fields, and delivers the HTML by event [S10] [S11]', async () => {
    const { service, ben, hall, heard } = await habitWorld(dialect)
    const id = await service.say(ben, hall, 'lunch', 'one')
    await heard()
    expect(await service.ok(ben, 'PATCH', `/messages/${id}`, { content: '**two**' })).not.toHaveProperty('message')
    await service.ok(ben, 'PATCH', `/messages/${id}`, { content: '*three*' })
    expect((await heard()).map((event) => event.rendered_content)).toEqual([
      '<p><strong>two</strong></p>',
      '<p><em>three</em></p>',
    ])
  })

  it('creates two files from two uploads of a file, with events to their owner [S12]', async () => {
    const { service, ben, heard, types } = await habitWorld(dialect)
    const addresses = []
    for (let time = 0; time < 2; time += 1) {
      addresses.push((await service.upload(ben, '/user_uploads', 'notes.txt', Buffer.from('words'))).uri)
    }
    expect(addresses[0]).not.toBe(addresses[1])
    expect(types(await heard())).toEqual(['attachment add', 'attachment add'])
  })

  it("leaves an own message unread if the client's name is unknown, unless the request says otherwise [S13]", async () => {
    const { service, ben, hall, register } = await habitWorld(dialect)
    const form = { type: 'stream', to: hall, topic: 'lunch', content: 'mine' }
    const unsaid = Number((await service.ok(ben, 'POST', '/messages', form)).id)
    const said = Number((await service.ok(ben, 'POST', '/messages', { ...form, read_by_sender: true })).id)
    const { streams } = (await register()).unread_msgs as { streams: { unread_message_ids: number[] }[] }
    const unread = streams.flatMap((entry) => entry.unread_message_ids)
    expect([unread.includes(unsaid), unread.includes(said)]).toEqual([true, false])
  })
})
