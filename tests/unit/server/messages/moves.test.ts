import { describe, expect, it } from 'vitest'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import type { OrganizationSettings } from '#server/context/organization-settings.ts'
import { Service } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const hall = await service.stream('hall', [olga, noor, mei])
  const say = (topic: string, text: string) => service.say(noor, hall, topic, text)
  const ids = [await say('old', 'one'), await say('OLD', 'two'), await say('old', 'three')]
  const quiet = { send_notification_to_new_thread: false }
  const decide = (change: Partial<OrganizationSettings>) => {
    service.context.write(() => {
      changeOrganizationSettings(service.context, change)
    })
  }
  const topics = async () =>
    ((await service.ok(mei, 'GET', `/users/me/${hall}/topics`)).topics as { name: string }[]).map((topic) => topic.name)
  return { service, olga, noor, mei, hall, ids, quiet, decide, topics }
}

const bad = { status: 400, code: 'BAD_REQUEST' }

describe('a move of messages', () => {
  it.each([
    ['change_one', ['three', 'one'], [1]],
    ['change_later', ['one'], [1, 2]],
    ['change_all', [], [0, 1, 2]],
  ] as const)(
    'in the mode %s moves the right messages, with events to all readers',
    async (propagate_mode, kept, moved) => {
      const { service, noor, mei, ids, quiet } = await world()
      await service.listen(mei)
      await service.ok(noor, 'PATCH', `/messages/${ids[1]!}`, { topic: 'new', propagate_mode, ...quiet })
      expect((await service.found(mei, [['topic', 'old']])).sort()).toEqual([...kept].sort())
      expect(await service.events(mei)).toMatchObject([
        {
          type: 'update_message',
          message_ids: moved.map((index) => ids[index]),
          orig_subject: 'OLD',
          subject: 'new',
          propagate_mode,
          rendering_only: false,
        },
      ])
    },
  )

  it('keeps every place in the history', async () => {
    const { service, noor, ids, quiet } = await world()
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, { topic: 'new', content: 'uno', ...quiet })
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, { topic: 'newer', ...quiet })
    expect((await service.ok(noor, 'GET', `/messages/${ids[0]!}/history`)).message_history).toMatchObject([
      { topic: 'old', content: 'one' },
      { topic: 'new', content: 'uno', prev_topic: 'old', prev_content: 'one' },
      { topic: 'newer', content: 'uno', prev_topic: 'new' },
    ])
    expect(await service.ok(noor, 'GET', `/messages/${ids[0]!}`)).toMatchObject({
      message: {
        edit_history: [
          { topic: 'newer', prev_topic: 'new' },
          { prev_content: 'one', prev_topic: 'old' },
        ],
      },
    })
  })

  it('posts notices in the old and the new topic on request', async () => {
    const { service, noor, ids } = await world()
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, {
      topic: 'new',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    })
    expect(await service.found(noor, [['topic', 'new']])).toContain(
      `This topic was moved here from #**hall>old** by @_**Noor|${noor.id}**.`,
    )
    expect(await service.found(noor, [['topic', 'old']])).toEqual([
      `This topic was moved to #**hall>new** by @_**Noor|${noor.id}**.`,
    ])
  })

  it('marks a topic as resolved, and as unresolved again', async () => {
    const { service, noor, ids, topics } = await world()
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, { topic: '✔ old', propagate_mode: 'change_all' })
    expect(await topics()).toEqual(['✔ old'])
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, { topic: 'old', propagate_mode: 'change_all' })
    expect((await service.found(noor, [['topic', 'old']])).slice(3)).toEqual([
      `@_**Noor|${noor.id}** has marked this topic as resolved.`,
      `@_**Noor|${noor.id}** has marked this topic as unresolved.`,
    ])
  })

  it('moves the policies of the topic along', async () => {
    const { service, noor, mei, hall, ids, quiet } = await world()
    const wish = (topic: string, visibility_policy: number) =>
      service.ok(mei, 'POST', '/user_topics', { stream_id: hall, topic, visibility_policy })
    await wish('old', 3)
    await service.say(noor, hall, 'there', 'already')
    await wish('there', 1)
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, { topic: 'there', propagate_mode: 'change_all', ...quiet })
    expect((await service.listen(mei)).user_topics).toMatchObject([{ topic_name: 'there', visibility_policy: 3 }])
  })

  it('into a private stream removes messages from users who cannot read it, and gives them to its readers', async () => {
    const { service, olga, noor, mei, ids, quiet } = await world()
    const tim = service.person('Tim')
    const attic = await service.stream('attic', [noor, olga, tim], { invite_only: true })
    for (const person of [mei, tim]) await service.listen(person)
    await service.ok(noor, 'PATCH', `/messages/${ids[0]!}`, {
      stream_id: attic,
      propagate_mode: 'change_all',
      ...quiet,
    })
    expect(await service.events(mei)).toMatchObject([
      { type: 'delete_message', message_ids: ids, message_type: 'stream' },
    ])
    expect(await service.found(mei, [])).toEqual([])
    expect(await service.found(tim, [['stream', 'attic']])).toEqual(['one', 'two', 'three'])
    expect(await service.ok(noor, 'GET', `/messages/${ids[0]!}`)).toMatchObject({
      message: { stream_id: attic, subject: 'old' },
    })
    expect((await service.ok(noor, 'GET', '/streams', {})).streams).toMatchObject([
      { first_message_id: ids[0] },
      { first_message_id: null },
    ])
  })

  it('is refused without permission, and after the time limit', async () => {
    const { service, olga, noor, mei, hall, ids, decide } = await world()
    const move = (form: object) => service.call(mei, 'PATCH', `/messages/${ids[2]!}`, { ...form })
    expect(await move({ topic: ' ' })).toMatchObject({ ...bad, msg: "Topic can't be empty!" })
    expect(await move({ topic: 'old' })).toMatchObject({ ...bad, msg: 'Nothing to change' })
    expect(await move({})).toMatchObject(bad)
    expect(await move({ content: 'x', propagate_mode: 'change_all' })).toMatchObject(bad)
    expect(await move({ topic: 'x', propagate_mode: 'most' })).toMatchObject(bad)
    expect(await move({ stream_id: 999 })).toMatchObject(bad)
    expect(await move({ content: 'x', stream_id: hall })).toMatchObject(bad)
    decide({ edit_topic_policy: 2 })
    expect(await move({ topic: 'x' })).toMatchObject(bad)
    decide({ edit_topic_policy: 5, move_messages_within_stream_limit_seconds: 3600 })
    await service.server.clock.advance(3_000_000)
    const late = await service.say(noor, hall, 'old', 'four')
    await service.server.clock.advance(1_000_000)
    expect(await move({ topic: 'x' })).toMatchObject(bad)
    const all = { topic: 'x', propagate_mode: 'change_all' }
    expect(await service.call(mei, 'PATCH', `/messages/${late}`, all)).toMatchObject({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: late,
      total_messages_in_topic: 4,
      total_messages_allowed_to_move: 1,
    })
    expect(await service.call(olga, 'PATCH', `/messages/${late}`, all)).toMatchObject({ result: 'success' })
    const direct = await service.tell(mei, [noor], 'x')
    expect(await service.call(mei, 'PATCH', `/messages/${direct}`, { topic: 'x' })).toMatchObject(bad)
  })
})

describe('a change of a message', () => {
  it('is refused to others, after the time limit, and if the organization forbids edits', async () => {
    const { service, noor, mei, ids, decide } = await world()
    const edit = (who: typeof noor) => service.call(who, 'PATCH', `/messages/${ids[0]!}`, { content: 'new' })
    expect(await edit(mei)).toMatchObject(bad)
    decide({ message_content_edit_limit_seconds: 60 })
    await service.server.clock.advance(70_000)
    expect(await edit(noor)).toMatchObject({ result: 'success' })
    await service.server.clock.advance(30_000)
    expect(await edit(noor)).toMatchObject({ msg: 'The time limit for editing this message has passed' })
    decide({ message_content_edit_limit_seconds: null, allow_message_editing: false })
    expect(await edit(noor)).toMatchObject({ msg: 'Your organization has turned off message editing' })
    decide({ allow_edit_history: false })
    expect(await service.call(noor, 'GET', `/messages/${ids[0]!}/history`)).toMatchObject(bad)
    const { message } = await service.ok(noor, 'GET', `/messages/${ids[0]!}`)
    expect(message).not.toHaveProperty('edit_history')
  })

  it('may be its deletion, by its author within the time limit and by administrators at any time', async () => {
    const { service, olga, noor, mei, ids, decide } = await world()
    const remove = (who: typeof noor, index: number) => service.call(who, 'DELETE', `/messages/${ids[index]!}`)
    expect(await remove(mei, 0)).toMatchObject(bad)
    decide({ message_content_delete_limit_seconds: 60 })
    await service.server.clock.advance(61_000)
    expect(await remove(noor, 0)).toMatchObject({ msg: 'The time limit for deleting this message has passed' })
    decide({ message_content_delete_limit_seconds: null, delete_own_message_policy: 2 })
    expect(await remove(noor, 0)).toMatchObject(bad)
    expect(await remove(olga, 0)).toMatchObject({ result: 'success' })
    decide({ delete_own_message_policy: 5 })
    expect(await remove(noor, 1)).toMatchObject({ result: 'success' })
  })

  it('may be the deletion of its topic for all users, in one event for clients that support it', async () => {
    const { service, olga, mei, hall, ids, topics } = await world()
    await service.listen(mei)
    await service.listen(olga, { client_capabilities: { notification_settings_null: true } })
    await service.ok(olga, 'POST', `/streams/${hall}/delete_topic`, { topic_name: 'Old' })
    expect(await topics()).toEqual([])
    expect(await service.events(mei)).toMatchObject([{ type: 'delete_message', message_ids: ids }])
    expect(await service.events(olga)).toMatchObject(ids.map((message_id) => ({ type: 'delete_message', message_id })))
  })

  it('may be its deletion after the retention of its stream', async () => {
    const { service, olga, noor, hall } = await world()
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { message_retention_days: 2 })
    await service.server.clock.sleep(3 * 86_400_000)
    const fresh = await service.say(noor, hall, 'x', 'fresh')
    await service.server.clock.advance(2 * 3_600_000)
    expect(await service.found(noor, [])).toEqual(['fresh'])
    expect((await service.ok(noor, 'GET', `/streams/${hall}`)).stream).toMatchObject({ first_message_id: fresh })
  })

  it('leaves its author and users who hide receipts out of the read receipts', async () => {
    const { service, olga, noor, mei, ids, decide } = await world()
    for (const person of [olga, mei]) await service.ok(person, 'POST', '/mark_all_as_read')
    const readers = async () => (await service.ok(noor, 'GET', `/messages/${ids[0]!}/read_receipts`)).user_ids
    expect(await readers()).toEqual([olga.id, mei.id])
    await service.ok(mei, 'PATCH', '/settings', { send_read_receipts: false })
    expect(await readers()).toEqual([olga.id])
    await service.ok(noor, 'POST', `/users/me/muted_users/${olga.id}`)
    expect(await readers()).toEqual([])
    decide({ enable_read_receipts: false })
    expect(await service.call(noor, 'GET', `/messages/${ids[0]!}/read_receipts`)).toMatchObject(bad)
  })
})
