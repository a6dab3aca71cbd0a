import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

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

describe.each(['svc', 'zulip'] as const)('an event queue as upstream (%s)', (dialect) => {
  it('holds all pending additions of a flag as one event at the position of the last, repeated ids included, in their order [Q2] [U6]', async () => {
    const { mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 1, 2)
    await mark('add', 'starred', 0)
    await mark('remove', 'read', 2)
    await mark('add', 'read', 3)
    await mark('remove', 'read', 1)
    await mark('add', 'read', 2, 4)
    // Messages 2, 3 and 4 are read now. By the events, 1 was read last, though it was marked as unread afterwards.
    expect(short(await poll(-1))).toEqual([
      '1 add starred 0',
      '2 remove read 2',
      '4 remove read 1',
      '5 add read 1,2,3,2,4',
    ])
  })

  it('merges the removals of a star, and never merges marks as unread [U6]', async () => {
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

  it('has “everything is read” at its own position and without ids [U4]', async () => {
    const { service, ben, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await service.ok(ben, 'POST', '/mark_all_as_read')
    await mark('remove', 'read', 0, 5)
    await mark('add', 'read', 5)
    const events = await poll(-1)
    expect(events.map((event) => event.all)).toEqual([true, false, false])
    expect(short(events)).toEqual(['1 add read ', '2 remove read 0,5', '3 add read 0,5'])
  })

  it('does not merge events into delivered ones, even if these are not acknowledged [Q3]', async () => {
    const { mark, poll, short } = await setUp(dialect)
    await mark('add', 'starred', 0)
    expect(short(await poll(-1))).toEqual(['0 add starred 0'])
    await mark('add', 'starred', 1)
    await mark('add', 'starred', 2)
    expect(short(await poll(-1))).toEqual(['0 add starred 0', '2 add starred 1,2'])
    expect(short(await poll(0))).toEqual(['2 add starred 1,2'])
  })

  it('refuses to acknowledge an id that was no event, or an event that it has dropped [Q5]', async () => {
    const { mark, poll, ask } = await setUp(dialect)
    await mark('add', 'starred', 0)
    await mark('add', 'starred', 1)
    await mark('remove', 'read', 0)
    const last = (await poll(-1)).at(-1)!.id
    expect(await ask(0)).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Event 0 was not in this queue' })
    expect(await ask(last + 1)).toMatchObject({ code: 'BAD_REQUEST', msg: `Event ${last + 1} was not in this queue` })
    // As upstream, the events before it are dropped all the same.
    expect(await ask(-1)).toMatchObject({ code: 'BAD_REQUEST', msg: 'An event newer than -1 has already been pruned!' })
  })

  it('answers with events only, without its name [Q1]', async () => {
    const { ask } = await setUp(dialect)
    expect(await ask(-1)).toEqual({ status: 200, result: 'success', msg: '', events: [] })
  })

  it('is unknown to other users [Q5]', async () => {
    const { ask, ada, queue } = await setUp(dialect)
    expect(await ask(-1, {}, ada)).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: queue })
  })

  it('holds merged events after a restart, in their order, and one restart event for any number of restarts [Q1] [Q10]', async () => {
    const { service, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 1)
    // The first merged event is older than the acknowledged id, so the event counts by its last position.
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

  it('keeps a merged event if an acknowledgement ends between its first and its last part [Q1]', async () => {
    const { service, mark, poll, short } = await setUp(dialect)
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 1)
    await poll(-1)
    await poll(1)
    await service.restart({ dialect })
    expect(short(await poll(1)).at(0)).toBe('2 add read 0,1')
  })

  it('answers a waiting poll with the first event of a change, and the next poll with the others [M23]', async () => {
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

  it('ends the older of two polls with an empty answer [Q4]', async () => {
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

  it('is extended by waiting polls, not by polls that are answered at once [Q8] [Q9]', async () => {
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

  it('lives for the requested time, at most a week [Q8]', async () => {
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

  it('survives a restart of the server, unless the server forgets its queues [Q6] [Q8]', async () => {
    const { service, ask } = await setUp(dialect)
    await service.restart({ dialect })
    expect(await ask(-1)).toMatchObject({ events: [{ type: 'restart' }] })
    await service.restart({ dialect, forgetQueues: true })
    expect(await ask(-1)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})
