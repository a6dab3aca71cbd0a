import { describe, expect, it } from 'vitest'
import { dialects, habitWorld } from './habit-world.ts'

describe.each(dialects)('the server as upstream, with messages (%s)', (dialect) => {
  it('answers with the present state while the queue still has earlier events [M1] [M2] [M4] [M7]', async () => {
    const { service, ada, ben, hall, heard, quiet } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'first')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'second' })
    await service.ok(ada, 'PATCH', `/messages/${id}`, { topic: 'dinner', ...quiet })
    const { message } = await service.ok(ben, 'GET', `/messages/${id}`)
    expect(message).toMatchObject({ subject: 'dinner', content: '<p>second</p>' })
    expect(await heard()).toMatchObject([
      { type: 'message', message: { subject: 'lunch', content: '<p>first</p>' } },
      { type: 'update_message', rendered_content: '<p>second</p>' },
      { type: 'update_message', subject: 'dinner' },
    ])
  })

  it('sends no events of unreceived messages in a stream to users outside of it [M2] [M3] [M14]', async () => {
    const { service, ada, ben, hall, heard } = await habitWorld(dialect)
    await service.ok(ben, 'DELETE', '/users/me/subscriptions', { subscriptions: ['hall'] })
    await heard()
    const id = await service.say(ada, hall, 'lunch', 'unheard')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'of' })
    await service.ok(ada, 'POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' })
    await service.ok(ada, 'DELETE', `/messages/${id}`)
    expect(await heard()).toEqual([])
  })

  it('answers a deleted anchor with its neighbours [M5] [M11] [M12]', async () => {
    const { service, olga, ada, ben, hall } = await habitWorld(dialect)
    const ids: number[] = []
    for (const text of ['one', 'two', 'three']) ids.push(await service.say(ada, hall, 'lunch', text))
    await service.ok(olga, 'DELETE', `/messages/${ids[1]!}`)
    const page = { anchor: ids[1], num_before: 1, num_after: 1, narrow: [{ operator: 'stream', operand: hall }] }
    const answer = await service.ok(ben, 'GET', '/messages', page)
    expect(answer).toMatchObject({ found_anchor: false, messages: [{ id: ids[0] }, { id: ids[2] }] })
  })

  it('opens a queue without events of earlier messages, edits and deletions [M8] [M9]', async () => {
    const { service, ada, hall, heard, register } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'before')
    service.context.events.removeAll()
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'meanwhile' })
    await service.say(ada, hall, 'lunch', 'meanwhile')
    await register()
    expect(await heard()).toEqual([])
  })

  it('sends deletions in one event, or one by one to clients without support for that [M12]', async () => {
    const { service, olga, ada, ben, hall, heard, register } = await habitWorld(dialect)
    const say = async () => [await service.say(ada, hall, 'gone', 'a'), await service.say(ada, hall, 'gone', 'b')]
    const remove = () => service.ok(olga, 'POST', `/streams/${hall}/delete_topic`, { topic_name: 'gone' })
    const ids = await say()
    await heard()
    await remove()
    const [event, ...more] = await heard()
    expect(more).toEqual([])
    expect(event).toMatchObject({ type: 'delete_message', message_type: 'stream', stream_id: hall, topic: 'gone' })
    expect((event?.message_ids as number[]).toSorted()).toEqual(ids)
    await register({ client_capabilities: { notification_settings_null: true } })
    const others = await say()
    await heard()
    await remove()
    const single = await heard()
    expect(single.map((one) => one.message_id).toSorted()).toEqual(others)
    expect(single.every((one) => !('message_ids' in one))).toBe(true)
    expect(await service.events(ben)).toEqual([])
  })

  it('sends no event of messages that move out of a stream that the user has not subscribed [M13] [M17]', async () => {
    const { service, olga, ada, ben, hall, heard, quiet } = await habitWorld(dialect)
    await service.ok(olga, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'board' }],
      invite_only: true,
      history_public_to_subscribers: false,
      principals: [olga.id, ada.id],
    })
    const board = Number((await service.ok(olga, 'GET', '/get_stream_id', { stream: 'board' })).stream_id)
    const id = await service.say(ada, board, 'plan', 'secret')
    await heard()
    await service.ok(olga, 'PATCH', `/messages/${id}`, { stream_id: hall, propagate_mode: 'change_all', ...quiet })
    expect(await heard()).toEqual([])
    expect((await service.ok(ben, 'GET', `/messages/${id}`)).message).toMatchObject({ stream_id: hall })
    // From then on it is an ordinary message of its new stream.
    await service.ok(olga, 'PATCH', `/messages/${id}`, { topic: 'open', ...quiet })
    expect(await heard()).toMatchObject([{ type: 'update_message', message_ids: [id], subject: 'open' }])
  })

  it('sends a deletion for a message that moves to a stream that the user may not read [M14]', async () => {
    const { service, olga, ada, hall, heard, quiet } = await habitWorld(dialect)
    await service.ok(olga, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'board' }], invite_only: true })
    const board = Number((await service.ok(olga, 'GET', '/get_stream_id', { stream: 'board' })).stream_id)
    const id = await service.say(ada, hall, 'plan', 'x')
    await heard()
    await service.ok(olga, 'PATCH', `/messages/${id}`, { stream_id: board, propagate_mode: 'change_all', ...quiet })
    expect(await heard()).toMatchObject([
      { type: 'delete_message', message_ids: [id], stream_id: hall, topic: 'plan', message_type: 'stream' },
    ])
  })

  it.each(['change_one', 'change_later', 'change_all'])(
    'sends a move with its mode (%s) and its old place, and leaves drafts unchanged [M15] [S14]',
    async (propagate_mode) => {
      const { service, olga, ada, ben, hall, heard, quiet } = await habitWorld(dialect)
      const draft = { type: 'stream', to: [hall], topic: 'lunch', content: 'not yet', timestamp: 1 }
      await service.ok(ben, 'POST', '/drafts', { drafts: [draft] })
      const ids: number[] = []
      for (const text of ['one', 'two', 'three']) ids.push(await service.say(ada, hall, 'lunch', text))
      await heard()
      await service.ok(olga, 'PATCH', `/messages/${ids[1]!}`, { topic: 'dinner', propagate_mode, ...quiet })
      const [event, ...more] = await heard()
      expect(more).toEqual([])
      expect(event).toMatchObject({ type: 'update_message', propagate_mode, orig_subject: 'lunch', stream_id: hall })
      expect(event).not.toHaveProperty('rendered_content')
      expect(event?.message_ids).toContain(ids[1])
      expect((await service.ok(ben, 'GET', '/drafts')).drafts).toMatchObject([{ topic: 'lunch' }])
    },
  )

  it("sends an edit with the user's flags, whether read or not, and without unchanged parts [M17] [M18] [U12]", async () => {
    const { service, ada, hall, heard } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'hello')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'hello @**Ben**' })
    const [, event] = await heard()
    expect(event).toMatchObject({ message_ids: [id], flags: ['mentioned'], rendering_only: false })
    for (const key of ['subject', 'orig_subject', 'topic_links', 'new_stream_id', 'propagate_mode'])
      expect(event).not.toHaveProperty(key)
  })

  it('sends a muted topic only as a policy, in both forms to clients that ask for both [M19] [O1]', async () => {
    const { service, ada, ben, hall, heard, types, register } = await habitWorld(dialect)
    await service.say(ada, hall, 'lunch', 'hello')
    await heard()
    const mute = (visibility_policy: number) =>
      service.ok(ben, 'POST', '/user_topics', { stream_id: hall, topic: 'LUNCH', visibility_policy })
    await mute(1)
    expect(types(await heard())).toEqual(['muted_topics', 'user_topic'])
    await register({ event_types: ['user_topic', 'muted_topics'] })
    await mute(0)
    expect(await heard()).toMatchObject([{ type: 'user_topic', topic_name: 'LUNCH', visibility_policy: 0 }])
  })

  it('refuses to add an existing reaction or to remove a missing one, with separate codes [M20]', async () => {
    const { service, ada, ben, hall } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'hello')
    const vote = (method: 'POST' | 'DELETE') =>
      service.call(ben, method, `/messages/${id}/reactions`, { emoji_name: 'octopus' })
    expect(await vote('DELETE')).toMatchObject({ status: 400, code: 'REACTION_DOES_NOT_EXIST' })
    await vote('POST')
    expect(await vote('POST')).toMatchObject({ status: 400, code: 'REACTION_ALREADY_EXISTS' })
  })

  it('sends matching messages to a queue with a narrow, also of unsubscribed streams [M21]', async () => {
    const { service, olga, ada, heard, register } = await habitWorld(dialect)
    const other = await service.stream('other', [olga, ada])
    await register({ narrow: [['stream', 'other']], event_types: ['message'] })
    await service.say(ada, other, 'x', 'here')
    expect(await heard()).toMatchObject([{ type: 'message', flags: [], message: { stream_id: other } }])
  })

  it('compares topics case-insensitively, and keeps the spelling of each message [M22]', async () => {
    const { service, ada, ben, hall, heard, register } = await habitWorld(dialect)
    await service.say(ada, hall, 'lunch', 'a')
    await service.say(ada, hall, 'LUNCH', 'b')
    expect((await heard()).map((event) => (event.message as { subject: string }).subject)).toEqual(['lunch', 'LUNCH'])
    expect((await service.ok(ben, 'GET', `/users/me/${hall}/topics`)).topics).toHaveLength(1)
    expect((await register()).unread_msgs).toMatchObject({ streams: [{ topic: 'lunch' }, { topic: 'LUNCH' }] })
  })
})
