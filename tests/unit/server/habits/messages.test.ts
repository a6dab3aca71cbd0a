import { describe, expect, it } from 'vitest'
import { dialects, habitWorld } from './habit-world.ts'

describe.each(dialects)('messages and their events as upstream has them (%s)', (dialect) => {
  it('[M1] [M2] [M4] [M7] answers speak of the present, while the queue still tells of the past', async () => {
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

  it('[M2] [M3] [M14] whoever is outside a stream hears nothing of what was never received there', async () => {
    const { service, ada, ben, hall, heard } = await habitWorld(dialect)
    await service.ok(ben, 'DELETE', '/users/me/subscriptions', { subscriptions: ['hall'] })
    await heard()
    const id = await service.say(ada, hall, 'lunch', 'unheard')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'of' })
    await service.ok(ada, 'POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' })
    await service.ok(ada, 'DELETE', `/messages/${id}`)
    expect(await heard()).toEqual([])
  })

  it('[M5] [M11] [M12] an anchor that is gone still gives its neighbours', async () => {
    const { service, olga, ada, ben, hall } = await habitWorld(dialect)
    const ids: number[] = []
    for (const text of ['one', 'two', 'three']) ids.push(await service.say(ada, hall, 'lunch', text))
    await service.ok(olga, 'DELETE', `/messages/${ids[1]!}`)
    const page = { anchor: ids[1], num_before: 1, num_after: 1, narrow: [{ operator: 'stream', operand: hall }] }
    const answer = await service.ok(ben, 'GET', '/messages', page)
    expect(answer).toMatchObject({ found_anchor: false, messages: [{ id: ids[0] }, { id: ids[2] }] })
  })

  it('[M8] [M9] a new queue tells nothing of what came, changed and went before it', async () => {
    const { service, ada, hall, heard, register } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'before')
    service.context.events.removeAll()
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'meanwhile' })
    await service.say(ada, hall, 'lunch', 'meanwhile')
    await register()
    expect(await heard()).toEqual([])
  })

  it('[M12] deletions come together, or one by one to whoever does not take many', async () => {
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

  it('[M13] [M17] what comes out of a stream that one does not have comes with no event', async () => {
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
    // From then on it is an ordinary message there.
    await service.ok(olga, 'PATCH', `/messages/${id}`, { topic: 'open', ...quiet })
    expect(await heard()).toMatchObject([{ type: 'update_message', message_ids: [id], subject: 'open' }])
  })

  it('[M14] what goes where one may not read is told as deleted', async () => {
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
    '[M15] [S14] a move says how much went (%s), names the old place, and leaves drafts alone',
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

  it('[M17] [M18] [U12] an edit is told with the own flags, read or not, and without what did not change', async () => {
    const { service, ada, hall, heard } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'hello')
    await service.ok(ada, 'PATCH', `/messages/${id}`, { content: 'hello @**Ben**' })
    const [, event] = await heard()
    expect(event).toMatchObject({ message_ids: [id], flags: ['mentioned'], rendering_only: false })
    for (const key of ['subject', 'orig_subject', 'topic_links', 'new_stream_id', 'propagate_mode'])
      expect(event).not.toHaveProperty(key)
  })

  it('[M19] [O1] a muted topic is told by its policy alone, in both forms to whoever asks for both', async () => {
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

  it('[M20] a reaction that is there, or is not, is refused with a code of its own', async () => {
    const { service, ada, ben, hall } = await habitWorld(dialect)
    const id = await service.say(ada, hall, 'lunch', 'hello')
    const vote = (method: 'POST' | 'DELETE') =>
      service.call(ben, method, `/messages/${id}/reactions`, { emoji_name: 'octopus' })
    expect(await vote('DELETE')).toMatchObject({ status: 400, code: 'REACTION_DOES_NOT_EXIST' })
    await vote('POST')
    expect(await vote('POST')).toMatchObject({ status: 400, code: 'REACTION_ALREADY_EXISTS' })
  })

  it('[M21] a queue with a narrow gets what matches, from streams that its user does not have, too', async () => {
    const { service, olga, ada, heard, register } = await habitWorld(dialect)
    const other = await service.stream('other', [olga, ada])
    await register({ narrow: [['stream', 'other']], event_types: ['message'] })
    await service.say(ada, other, 'x', 'here')
    expect(await heard()).toMatchObject([{ type: 'message', flags: [], message: { stream_id: other } }])
  })

  it('[M22] topics differ by nothing but case, and keep the spelling of each message', async () => {
    const { service, ada, ben, hall, heard, register } = await habitWorld(dialect)
    await service.say(ada, hall, 'lunch', 'a')
    await service.say(ada, hall, 'LUNCH', 'b')
    expect((await heard()).map((event) => (event.message as { subject: string }).subject)).toEqual(['lunch', 'LUNCH'])
    expect((await service.ok(ben, 'GET', `/users/me/${hall}/topics`)).topics).toHaveLength(1)
    expect((await register()).unread_msgs).toMatchObject({ streams: [{ topic: 'lunch' }, { topic: 'LUNCH' }] })
  })
})
