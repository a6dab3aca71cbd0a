import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '../../../support/files.ts'
import { Service } from '../../../support/service.ts'
import type { Account } from '../../../support/test-server.ts'

type Seen = { id: number; type: string; op?: string; flag?: string; messages?: number[] } & Record<string, unknown>
type Flag = 'read' | 'starred' | 'collapsed'

/** Two people in a stream, eight messages of Ada's, and Ben's queue, in both dialects. */
async function setUp(dialect: 'svc' | 'zulip') {
  const service = await Service.start({ dialect }, temporaryDatabase())
  const [ada, ben] = [service.person('Ada'), service.person('Ben')] as const
  const stream = await service.stream('general', [ada, ben])
  const ids: number[] = []
  for (let index = 0; index < 8; index += 1) ids.push(await service.say(ada, stream, 'lunch', `text ${index}`))
  const state = await service.listen(ben)
  const queue = String(state.queue_id)
  const mark = (op: 'add' | 'remove', flag: Flag, ...indexes: number[]) =>
    service.ok(ben, 'POST', '/messages/flags', { messages: indexes.map((index) => ids[index]), op, flag })
  const ask = (last: number, form: Record<string, unknown> = {}, account: Account = ben) =>
    service.call(account, 'GET', '/events', { queue_id: queue, last_event_id: last, dont_block: true, ...form })
  const poll = async (last: number) => (await ask(last)).events as Seen[]
  /** Each flag event as `id op flag indexes`, others by their type. */
  const short = (events: readonly Seen[]) =>
    events.map(({ id, type, op, flag, messages }) =>
      type === 'update_message_flags'
        ? `${id} ${op} ${flag} ${(messages ?? []).map((one) => ids.indexOf(one)).join()}`
        : `${id} ${type}`,
    )
  return { service, ada, ben, stream, ids, queue, mark, ask, poll, short }
}

describe.each(['svc', 'zulip'] as const)('the event queue as upstream has it (%s)', (dialect) => {
  it('[Q2] [U6] [F12] holds all waiting additions of a flag as one event at the place of the last, ids twice, in their order', async () => {
    const { mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 1, 2)
    await mark('add', 'starred', 0)
    await mark('remove', 'read', 2)
    await mark('add', 'read', 3)
    await mark('remove', 'read', 1)
    await mark('add', 'read', 2, 4)
    // What is read now: 2, 3 and 4. The queue says of 1 that it was read last, though it was unread again afterwards.
    expect(short(await poll(-1))).toEqual([
      '1 add starred 0',
      '2 remove read 2',
      '4 remove read 1',
      '5 add read 1,2,3,2,4',
    ])
  })

  it('[U6] merges the removals of a star, too, and never marks as unread', async () => {
    const { mark, poll, short } = await setUp(dialect)
    for (const index of [0, 1, 2]) await mark('add', 'starred', index)
    for (const index of [0, 1]) await mark('add', 'read', index)
    for (const index of [0, 1]) await mark('remove', 'starred', index)
    for (const index of [0, 1]) await mark('remove', 'read', index)
    expect(short(await poll(-1))).toEqual([
      '2 add starred 0,1,2',
      '4 add read 0,1',
      '6 remove starred 0,1',
      '7 remove read 0',
      '8 remove read 1',
    ])
  })

  it('[U4] puts “everything is read” at its own place, and gives it no ids', async () => {
    const { service, ben, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await service.ok(ben, 'POST', '/mark_all_as_read')
    await mark('remove', 'read', 0, 5)
    await mark('add', 'read', 5)
    const events = await poll(-1)
    expect(events.map((event) => event.all)).toEqual([true, false, false])
    expect(short(events)).toEqual(['1 add read ', '2 remove read 0,5', '3 add read 0,5'])
  })

  it('[Q3] merges nothing into what was given out, though it was not acknowledged', async () => {
    const { mark, poll, short } = await setUp(dialect)
    await mark('add', 'starred', 0)
    expect(short(await poll(-1))).toEqual(['0 add starred 0'])
    await mark('add', 'starred', 1)
    await mark('add', 'starred', 2)
    expect(short(await poll(-1))).toEqual(['0 add starred 0', '2 add starred 1,2'])
    expect(short(await poll(0))).toEqual(['2 add starred 1,2'])
  })

  it('[Q5] refuses an acknowledgement of an id that stood for no event, beside those that were dropped', async () => {
    const { mark, poll, ask } = await setUp(dialect)
    await mark('add', 'starred', 0)
    await mark('add', 'starred', 1)
    await mark('remove', 'read', 0)
    const last = (await poll(-1)).at(-1)!.id
    expect(await ask(0)).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Event 0 was not in this queue' })
    expect(await ask(last + 1)).toMatchObject({ code: 'BAD_REQUEST', msg: `Event ${last + 1} was not in this queue` })
    // As upstream, what lies below went all the same.
    expect(await ask(-1)).toMatchObject({ code: 'BAD_REQUEST', msg: 'An event newer than -1 has already been pruned!' })
  })

  it('[Q1] tells events alone, without the name of the queue', async () => {
    const { ask } = await setUp(dialect)
    expect(await ask(-1)).toEqual({ status: 200, result: 'success', msg: '', events: [] })
  })

  it('[Q5] knows no queue of somebody else', async () => {
    const { ask, ada, queue } = await setUp(dialect)
    expect(await ask(-1, {}, ada)).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: queue })
  })

  it('[Q1] [Q10] holds what was merged after a restart, in its order, and one restart however many there were', async () => {
    const { service, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 1)
    // The first of the merged ones is older than what is acknowledged here: the event counts, at the place of its last.
    await service.restart({ dialect })
    await service.server.clock.advance(1000)
    await service.restart({ dialect })
    const generation = service.context.generation
    const [, , restart, ...more] = await poll(-1)
    expect(more).toEqual([])
    expect(restart).toMatchObject({ type: 'restart', server_generation: generation })
    expect(short((await poll(-1)).slice(0, 2))).toEqual(['1 remove read 0', '2 add read 0,1'])
    expect(short(await poll(1)).at(0)).toBe('2 add read 0,1')
  })

  it('[Q1] keeps what is merged when an acknowledgement ends between its first and its last part', async () => {
    const { service, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 1)
    await poll(-1)
    await poll(1)
    await service.restart({ dialect })
    expect(short(await poll(1)).at(0)).toBe('2 add read 0,1')
  })

  it('[M23] answers a waiting poll with the first event of a change, the rest comes with the next', async () => {
    const { service, ben, ada } = await setUp(dialect)
    const waiting = service.waitForEvents(ben)
    await service.server.clock.advance(10)
    await service.ok(ada, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'new' }], principals: [ben.id] })
    await service.server.clock.advance(10)
    const first = await waiting
    expect(first).toHaveLength(1)
    const rest = await service.events(ben)
    expect([...first, ...rest].map((event) => `${String(event.type)} ${String(event.op)}`).slice(0, 2)).toEqual([
      'stream create',
      'subscription add',
    ])
  })

  it('[Q4] ends the older of two polls, with nothing in it', async () => {
    const { service, ask, ada, stream } = await setUp(dialect)
    const older = ask(-1, { dont_block: false })
    await service.server.clock.advance(10)
    const newer = ask(-1, { dont_block: false })
    await service.server.clock.advance(10)
    expect((await older).events).toEqual([])
    await service.say(ada, stream, 'lunch', 'x')
    await service.server.clock.advance(10)
    expect((await newer).events).toMatchObject([{ type: 'message' }])
  })

  it('[Q8] [Q9] is kept by polls that wait, not by those that are answered at once', async () => {
    const { service, ask, ben, ada, stream } = await setUp(dialect)
    for (let minute = 0; minute < 9; minute += 1) {
      await service.server.clock.advance(60_000)
      expect(await ask(-1)).toMatchObject({ result: 'success' })
    }
    const waiting = ask(-1, { dont_block: false })
    await service.server.clock.advance(10)
    await service.say(ada, stream, 'lunch', 'x')
    await service.server.clock.advance(9 * 60_000)
    expect((await waiting).events).toHaveLength(1)
    expect(await ask(-1)).toMatchObject({ result: 'success' })
    await service.server.clock.advance(2 * 60_000)
    expect(await ask(-1)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    expect(service.context.events.queuesOf(ben.id)).toEqual([])
  })

  it('[Q8] lives as long as it was asked to, a week at most', async () => {
    const { service, ben } = await setUp(dialect)
    const hour = await service.listen(ben, { queue_lifespan_secs: 3600 })
    const ever = await service.listen(ben, { queue_lifespan_secs: 10_000_000 })
    const isThere = async ({ queue_id }: Record<string, unknown>) =>
      (await service.call(ben, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true })).status === 200
    await service.server.clock.advance(50 * 60_000)
    expect([await isThere(hour), await isThere(ever)]).toEqual([true, true])
    await service.server.clock.advance(20 * 60_000)
    expect([await isThere(hour), await isThere(ever)]).toEqual([false, true])
    await service.server.clock.sleep(8 * 86_400_000)
    expect(await isThere(ever)).toBe(false)
  })

  it('[Q6] [Q8] outlives a restart of the server, unless that forgets its queues', async () => {
    const { service, ask } = await setUp(dialect)
    await service.restart({ dialect })
    expect(await ask(-1)).toMatchObject({ events: [{ type: 'restart' }] })
    await service.restart({ dialect, forgetQueues: true })
    expect(await ask(-1)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})
