import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'

/** Two people and a stream; Ben has a queue. */
async function world(database?: string) {
  const service = await Service.start({ knowsSendings: true }, database)
  const ada = service.person('Ada', 'owner')
  const ben = service.person('Ben')
  const hall = await service.stream('hall', [ada, ben])
  const { queue_id: queueId } = await service.listen(ben)
  const form = { type: 'stream', to: hall, topic: 'lunch', content: 'soup', queue_id: queueId, local_id: '17.01' }
  const send = (over: object = {}, account = ben) => service.call(account, 'POST', '/messages', { ...form, ...over })
  const texts = () => service.found(ada, [{ operator: 'stream', operand: hall }])
  return { service, ada, ben, hall, form, send, texts }
}

describe('a send request that is repeated with the same local id', () => {
  it('has one effect, and both answers name the same message', async () => {
    const { service, ben, form, send, texts } = await world()
    const first = await send()
    const second = await send()
    expect(second).toMatchObject({ status: 200, id: first.id })
    expect(second).toEqual(first)
    expect(await texts()).toEqual(['soup'])
    const poll = { queue_id: String(form.queue_id), last_event_id: '-1', dont_block: 'true' }
    const { events } = await service.server.call(ben, 'GET', '/events', poll)
    expect(events).toMatchObject([{ type: 'message', local_message_id: '17.01', message: { id: first.id } }])
    // A request with another local id is another message, even with the same content.
    const other = await send({ local_id: '17.02' })
    expect(other.id).not.toBe(first.id)
    expect(await texts()).toEqual(['soup', 'soup'])
  })

  it('has one effect if both come at the same time', async () => {
    const { send, texts } = await world()
    const answers = await Promise.all([send(), send(), send({ local_id: '17.02', content: 'bread' }), send()])
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(2)
    expect((await texts()).sort()).toEqual(['bread', 'soup'])
  })

  it('answers with the topic’s new policy again', async () => {
    const { service, ben, send } = await world()
    await service.ok(ben, 'PATCH', '/settings', { automatically_follow_topics_policy: 1 })
    const first = await send({ topic: 'fresh' })
    expect(first).toMatchObject({ automatic_new_visibility_policy: 3 })
    expect(await send({ topic: 'fresh' })).toEqual(first)
  })

  it('is tried again if the first one was refused', async () => {
    const { send, texts } = await world()
    expect(await send({ content: '   ' })).toMatchObject({ status: 400 })
    expect(await send()).toMatchObject({ status: 200 })
    expect(await texts()).toEqual(['soup'])
  })

  it('is another message if its content or destination differs', async () => {
    const { send, texts } = await world()
    const first = await send()
    const other = await send({ content: 'bread' })
    const elsewhere = await send({ content: 'bread', topic: 'supper' })
    expect(new Set([first.id, other.id, elsewhere.id]).size).toBe(3)
    expect(await texts()).toEqual(['soup', 'bread', 'bread'])
    // The last request with a local id is stored.
    expect(await send({ content: 'bread', topic: 'supper' })).toMatchObject({ id: elsewhere.id })
  })

  it('is another message if another user sends it, whoever owns the queue', async () => {
    const { ada, send, texts } = await world()
    const first = await send()
    const other = await send({}, ada)
    expect(other).toMatchObject({ status: 200 })
    expect(other.id).not.toBe(first.id)
    expect(await texts()).toEqual(['soup', 'soup'])
  })

  it('is recognized after the end of its queue, the deletion of its message, and the unsubscription of its sender', async () => {
    const { service, ada, ben, hall, form, send } = await world()
    const first = await send()
    await service.ok(ben, 'DELETE', '/events', { queue_id: form.queue_id })
    expect(await send()).toMatchObject({ id: first.id })
    await service.ok(ada, 'DELETE', `/messages/${String(first.id)}`)
    expect(await send()).toMatchObject({ id: first.id })
    await service.ok(ada, 'PATCH', `/streams/${hall}`, { is_private: true, history_public_to_subscribers: false })
    await service.ok(ben, 'DELETE', '/users/me/subscriptions', { subscriptions: ['hall'] })
    expect(await send({ local_id: '17.02' })).toMatchObject({ status: 400 })
    expect(await send()).toMatchObject({ status: 200, id: first.id })
    expect(await service.found(ada, [{ operator: 'stream', operand: hall }])).not.toContain('soup')
  })

  it('is recognized after a restart', async () => {
    const { service, send, texts } = await world(temporaryDatabase())
    const first = await send()
    await service.restart({ knowsSendings: true })
    expect(await send()).toMatchObject({ id: first.id })
    expect(await texts()).toEqual(['soup'])
  })

  it('is forgotten after a day, and beyond the number of requests of its user', async () => {
    const { sendingBounds } = await import('#server/store/messages/sendings.ts')
    const database = temporaryDatabase()
    const { service, send, texts } = await world(database)
    const first = await send()
    await service.server.clock.advance((sendingBounds.seconds + 10) * 1000)
    for (let index = 0; index < sendingBounds.pruneEvery; index += 1) await send({ local_id: `old ${index}` })
    expect((await send()).id).not.toBe(first.id)
    expect((await texts()).length).toBe(sendingBounds.pruneEvery + 2)
    service.context.sql(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO sending SELECT (SELECT id FROM user WHERE full_name = 'Ben'), 'q', 'many ' || i, i, '', NULL, ? FROM n`,
      [service.context.nowSeconds()],
    )
    for (let index = 0; index < sendingBounds.pruneEvery; index += 1) await send({ local_id: `new ${index}` })
    expect(service.server.count('sending', '1')).toBeLessThanOrEqual(sendingBounds.ofUser + sendingBounds.pruneEvery)
  })

  it('is sent and not stored if its local id is too long', async () => {
    const { send, texts } = await world()
    const localId = 'x'.repeat(10_000)
    await send({ local_id: localId })
    await send({ local_id: localId })
    expect(await texts()).toEqual(['soup', 'soup'])
  })

  it.each([{ queue_id: undefined }, { local_id: undefined }])('has no identity without %j', async (over) => {
    const { send, texts } = await world()
    await send(over)
    await send(over)
    expect(await texts()).toEqual(['soup', 'soup'])
  })

  it.each([
    ['svc', 'one message', 1],
    ['zulip', 'two messages', 2],
  ] as const)('in the dialect %s is %s', async (dialect, _what, count) => {
    // The default of the server.
    const service = await Service.start({ dialect, knowsSendings: undefined })
    const ada = service.person('Ada', 'owner')
    const hall = await service.stream('hall', [ada])
    const form = { type: 'stream', to: hall, topic: 'lunch', content: 'soup', queue_id: 'q', local_id: '1' }
    await service.ok(ada, 'POST', '/messages', form)
    await service.ok(ada, 'POST', '/messages', form)
    expect(await service.found(ada, [{ operator: 'stream', operand: hall }])).toHaveLength(count)
  })
})
