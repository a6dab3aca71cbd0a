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

describe.each(dialects)('the server as upstream, with unread messages (%s)', (dialect) => {
  const set = async (dialectOf = dialect) => {
    const world = await habitWorld(dialectOf)
    const { service, ben, register } = world
    const unread = async () => (await register()).unread_msgs as Unread
    const mark = (op: 'add' | 'remove', flag: string, ...messages: number[]) =>
      service.ok(ben, 'POST', '/messages/flags', { messages, op, flag })
    return { ...world, unread, mark }
  }

  it('lists unread ids by conversation, muted ones included, and counts those of unmuted conversations [U1] [U2] [U10]', async () => {
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

  it('lists the newest of more than fifty thousand, and states that older ones are missing [U3]', async () => {
    const { service, ada, ben, hall, unread } = await set()
    await service.say(ada, hall, 'lunch', 'a')
    service.server.fill({ stream: hall, topic: 'lunch' }, { from: ada, to: ben, count: 50_000 })
    const { streams, old_unreads_missing } = await unread()
    const listed = streams.flatMap((entry) => entry.unread_message_ids)
    expect(listed).toHaveLength(50_000)
    expect(listed).not.toContain(1)
    expect(old_unreads_missing).toBe(true)
  })

  it('marks messages of an archived stream as read, and refuses to mark them as unread [U5] [U11]', async () => {
    const { service, ada, ben, hall, mark, unread } = await set()
    const id = await service.say(ada, hall, 'lunch', 'hello @**Ben**')
    expect((await unread()).count).toBe(1)
    await service.ok(service.person('Root', 'owner'), 'DELETE', `/streams/${hall}`)
    await mark('remove', 'read', id)
    expect(await unread()).toMatchObject({ count: 0, mentions: [], streams: [] })
    const { message } = await service.ok(ben, 'GET', `/messages/${id}`)
    expect((message as { flags: string[] }).flags).toContain('read')
  })

  it('sends the conversations of messages that become unread, for messages of subscribed streams only [U5] [U11]', async () => {
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

  it('answers repeated marks alike, with an event about the requested ids at most [U7] [Q2]', async () => {
    const { service, ada, hall, heard, mark } = await set()
    const id = await service.say(ada, hall, 'lunch', 'a')
    await heard()
    const told = (events: readonly Event[]) => new Set(events.flatMap((event) => event.messages as number[]))
    expect(await mark('add', 'read', id)).toMatchObject({ messages: [id] })
    expect(told(await heard())).toEqual(new Set([id]))
    expect(await mark('add', 'read', id)).toMatchObject({ messages: [id] })
    expect([...told(await heard())].every((one) => one === id)).toBe(true)
  })

  it('marks a narrow as read in steps, each with its progress and whether it was the last [U9]', async () => {
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

  it('marks messages as read when the user leaves their stream, and keeps them read when the user returns [U11]', async () => {
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

  it('flags a wildcard mention in a muted topic without listing it, and lists a direct mention [U12]', async () => {
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
