import { describe, expect, it } from 'vitest'
import { dialects, habitWorld, type Event } from './habit-world.ts'

interface Unread {
  readonly count: number
  readonly mentions: readonly number[]
  readonly old_unreads_missing: boolean
  readonly streams: readonly {
    readonly stream_id: number
    readonly topic: string
    readonly unread_message_ids: number[]
  }[]
}

describe.each(dialects)('what is unread as upstream has it (%s)', (dialect) => {
  const set = async (dialectOf = dialect) => {
    const world = await habitWorld(dialectOf)
    const { service, ben, register } = world
    const unread = async () => (await register()).unread_msgs as Unread
    const mark = (op: 'add' | 'remove', flag: string, ...messages: number[]) =>
      service.ok(ben, 'POST', '/messages/flags', { messages, op, flag })
    return { ...world, unread, mark }
  }

  it('[U1] [U2] [U10] a registration lists ids by place, muted ones too, and counts what is not muted', async () => {
    const { service, ada, ben, hall, unread } = await set()
    const ids = [await service.say(ada, hall, 'lunch', 'a'), await service.say(ada, hall, 'loud', 'b')]
    await service.ok(ben, 'POST', '/user_topics', { stream_id: hall, topic: 'loud', visibility_policy: 1 })
    expect(await unread()).toMatchObject({
      count: 1,
      old_unreads_missing: false,
      streams: [
        { stream_id: hall, topic: 'lunch', unread_message_ids: [ids[0]] },
        { stream_id: hall, topic: 'loud', unread_message_ids: [ids[1]] },
      ],
    })
  })

  it('[U3] of more than fifty thousand the newest are listed, and that others are missing', async () => {
    const { service, ada, ben, hall, unread } = await set()
    await service.say(ada, hall, 'lunch', 'a')
    service.server.fill({ stream: hall, topic: 'lunch' }, { from: ada, to: ben, count: 50_000 })
    const { streams, old_unreads_missing } = await unread()
    const listed = streams.flatMap((entry) => entry.unread_message_ids)
    expect(listed).toHaveLength(50_000)
    expect(listed).not.toContain(1)
    expect(old_unreads_missing).toBe(true)
  })

  it('[U5] [U11] what stands in an archived stream is read, and cannot be unread again', async () => {
    const { service, ada, ben, hall, mark, unread } = await set()
    const id = await service.say(ada, hall, 'lunch', 'hello @**Ben**')
    expect((await unread()).count).toBe(1)
    await service.ok(service.person('Root', 'owner'), 'DELETE', `/streams/${hall}`)
    await mark('remove', 'read', id)
    expect(await unread()).toMatchObject({ count: 0, mentions: [], streams: [] })
    const { message } = await service.ok(ben, 'GET', `/messages/${id}`)
    expect((message as { flags: string[] }).flags).toContain('read')
  })

  it('[U5] [U11] what is unread again says where it stands, and only where it is one’s own', async () => {
    const { service, ada, ben, hall, heard, mark, olga } = await set()
    const id = await service.say(ada, hall, 'lunch', 'hello @**Ben**')
    const direct = await service.tell(ada, [ben], 'just us')
    const foreign = await service.stream('foreign', [olga, ada])
    const outside = await service.say(ada, foreign, 'x', 'y')
    await mark('add', 'read', id, direct)
    await heard()
    await mark('remove', 'read', id, direct, outside)
    const [event, ...more] = await heard()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      messages: [id, direct],
      message_details: {
        [id]: { type: 'stream', stream_id: hall, topic: 'lunch', mentioned: true },
        [direct]: { type: 'private', user_ids: [ada.id] },
      },
    })
    expect(Object.keys(event?.message_details as object)).toHaveLength(2)
    await mark('add', 'read', id)
    expect((await heard())[0]).not.toHaveProperty('message_details')
  })

  it('[U7] [Q2] marking twice is answered alike, and told at most as what it asked for', async () => {
    const { service, ada, hall, heard, mark } = await set()
    const id = await service.say(ada, hall, 'lunch', 'a')
    await heard()
    const told = (events: readonly Event[]) => new Set(events.flatMap((event) => event.messages as number[]))
    expect(await mark('add', 'read', id)).toMatchObject({ messages: [id] })
    expect(told(await heard())).toEqual(new Set([id]))
    expect(await mark('add', 'read', id)).toMatchObject({ messages: [id] })
    expect([...told(await heard())].every((one) => one === id)).toBe(true)
  })

  it('[U9] a narrow is read in steps: each says how far it went, and whether that was the end', async () => {
    const { service, ada, ben, hall } = await set()
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1) ids.push(await service.say(ada, hall, 'lunch', `${index}`))
    const step = (anchor: unknown) =>
      service.ok(ben, 'POST', '/messages/flags/narrow', {
        narrow: [
          { operator: 'stream', operand: hall },
          { operator: 'is', operand: 'unread' },
        ],
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: 3,
        op: 'add',
        flag: 'read',
      })
    expect(await step('oldest')).toMatchObject({ updated_count: 3, last_processed_id: ids[2], found_newest: false })
    expect(await step(ids[2])).toMatchObject({ updated_count: 2, last_processed_id: ids[4], found_newest: true })
    expect(await step(ids[4])).toMatchObject({ processed_count: 0, last_processed_id: null, found_newest: true })
  })

  it('[U11] leaving a stream reads what is unread there, and coming back brings none of it', async () => {
    const { service, ada, ben, hall, heard, unread } = await set()
    const id = await service.say(ada, hall, 'lunch', 'a')
    await heard()
    await service.ok(ben, 'DELETE', '/users/me/subscriptions', { subscriptions: ['hall'] })
    const events = await heard()
    expect(events[0]).toMatchObject({ type: 'subscription', op: 'remove' })
    expect(events.at(-1)).toMatchObject({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [id] })
    await service.ok(ben, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'hall' }] })
    expect((await unread()).streams).toEqual([])
  })

  it('[U12] a wildcard in a muted topic is flagged and not listed, a direct mention is', async () => {
    const { service, ada, ben, hall, heard, unread } = await set()
    await service.ok(ben, 'POST', '/user_topics', { stream_id: hall, topic: 'loud', visibility_policy: 1 })
    await heard()
    await service.say(ada, hall, 'loud', '@**all** look')
    const direct = await service.say(ada, hall, 'loud', '@**Ben** look')
    const flags = (await heard()).flatMap((event) => (event.type === 'message' ? [event.flags] : []))
    expect(flags).toHaveLength(2)
    expect(flags.every((own) => JSON.stringify(own).includes('mentioned'))).toBe(true)
    expect((await unread()).mentions).toEqual([direct])
  })
})
