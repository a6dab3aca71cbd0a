import { describe, expect, it } from 'vitest'
import { dialects, habitWorld } from './habit-world.ts'

describe.each(dialects)('everything else as upstream has it (%s)', (dialect) => {
  it('[O1] [O2] lists are told whole, a status by what changed of it', async () => {
    const { service, ada, ben, heard } = await habitWorld(dialect)
    await service.ok(ben, 'POST', '/users/me/alert_words', { alert_words: ['a'] })
    await service.ok(ben, 'POST', '/users/me/alert_words', { alert_words: ['b'] })
    const events = await heard()
    expect((events.at(-1)?.alert_words as string[]).toSorted()).toEqual(['a', 'b'])
    await service.ok(ada, 'POST', '/users/me/status', { status_text: 'away', emoji_name: 'octopus' })
    await service.ok(ada, 'POST', '/users/me/status', { status_text: '' })
    const [, cleared] = await heard()
    expect(cleared).toMatchObject({ type: 'user_status', user_id: ada.id, status_text: '' })
    expect(cleared).not.toHaveProperty('emoji_name')
  })

  it('[O3] a renamed stream is told by its id, under its old name', async () => {
    const { service, olga, hall, heard } = await habitWorld(dialect)
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { new_name: 'lobby' })
    const [event] = await heard()
    expect(event).toMatchObject({
      type: 'stream',
      op: 'update',
      property: 'name',
      stream_id: hall,
      name: 'hall',
      value: 'lobby',
    })
  })

  it('[O4] a new role or policy tells itself, and nothing of what one may do now', async () => {
    const { service, olga, ben, heard, decide } = await habitWorld(dialect)
    await service.ok(olga, 'PATCH', `/users/${ben.id}`, { role: 200 })
    const events = await heard()
    expect(events[0]).toMatchObject({ type: 'realm_user', op: 'update', person: { user_id: ben.id, role: 200 } })
    decide({ create_public_stream_policy: 2 })
    expect(JSON.stringify([...events, ...(await heard())])).not.toContain('"can_create')
  })

  it('[O5] [O8] presence is told of those who come alone, with the server’s time, and never that they left', async () => {
    const { service, ada, heard } = await habitWorld(dialect)
    const here = (status: string) =>
      service.ok(ada, 'POST', '/users/me/presence', { status, new_user_input: true, ping_only: true })
    await here('active')
    const now = service.server.clock.now() / 1000
    const [event, ...more] = await heard()
    expect(more).toEqual([])
    expect(event).toMatchObject({ type: 'presence', user_id: ada.id, server_timestamp: now })
    await here('active')
    await here('idle')
    await service.server.clock.advance(300_000)
    expect((await heard()).filter((one) => one.type === 'presence')).toEqual([])
  })

  it('[O5] who types is told when it begins, and a stop never comes by itself', async () => {
    const { service, ada, ben, hall, heard, register } = await habitWorld(dialect)
    const type = (form: Record<string, unknown>) => service.ok(ada, 'POST', '/typing', { op: 'start', ...form })
    await type({ type: 'direct', to: [ben.id] })
    await type({ type: 'stream', stream_id: hall, topic: 'lunch' })
    expect((await heard()).map((event) => event.message_type)).toEqual(['direct', 'stream'])
    await service.server.clock.advance(120_000)
    expect(await heard()).toEqual([])
    await register({ client_capabilities: { notification_settings_null: true } })
    await type({ type: 'stream', stream_id: hall, topic: 'lunch' })
    expect(await heard()).toEqual([])
  })

  it('[O6] a draft comes back to the client that changed it, and one that is gone is 404', async () => {
    const { service, ben, heard, types } = await habitWorld(dialect)
    const draft = { type: '', to: [], topic: '', content: 'words', timestamp: 1_700_000_000 }
    const { ids } = await service.ok(ben, 'POST', '/drafts', { drafts: [draft] })
    const [id = 0] = ids as number[]
    await service.ok(ben, 'PATCH', `/drafts/${id}`, { draft: { ...draft, content: 'others' } })
    await service.ok(ben, 'DELETE', `/drafts/${id}`)
    expect(types(await heard())).toEqual(['drafts add', 'drafts update', 'drafts remove'])
    expect(await service.call(ben, 'DELETE', `/drafts/${id}`)).toMatchObject({ status: 404, code: 'BAD_REQUEST' })
    expect(await service.call(ben, 'PATCH', `/drafts/${id}`, { draft })).toMatchObject({ status: 404 })
  })

  it('[O7] a scheduled message goes with one word, whether it was sent or deleted', async () => {
    const { service, ben, hall, heard, types } = await habitWorld(dialect)
    const schedule = async () => {
      const at = Math.floor(service.server.clock.now() / 1000) + 600
      const form = { type: 'stream', to: hall, topic: 'lunch', content: 'later', scheduled_delivery_timestamp: at }
      return Number((await service.ok(ben, 'POST', '/scheduled_messages', form)).scheduled_message_id)
    }
    const deleted = await schedule()
    await service.ok(ben, 'DELETE', `/scheduled_messages/${deleted}`)
    const sent = await schedule()
    await heard()
    await service.server.clock.advance(601_000)
    const events = await heard()
    expect(types(events).toSorted()).toEqual(['message', 'scheduled_messages remove'])
    const gone = events.find((event) => event.type === 'scheduled_messages')
    expect(Object.keys(gone ?? {}).toSorted()).toEqual(['id', 'op', 'scheduled_message_id', 'type'])
    expect(gone?.scheduled_message_id).toBe(sent)
  })

  it('[O2] settings are told in the old forms, too, to whoever does not take the new one', async () => {
    const { service, ben, heard, types, register } = await habitWorld(dialect)
    const change = (value: boolean) => service.ok(ben, 'PATCH', '/settings', { twenty_four_hour_time: value })
    await change(true)
    expect(types(await heard())).toEqual(['user_settings update'])
    await register({ client_capabilities: { notification_settings_null: true } })
    await change(false)
    expect(types(await heard())).toEqual(['user_settings update', 'update_display_settings'])
  })

  it('[Q10] [Q11] a restart is told with its generation, and a queue that was given back is gone', async () => {
    const { service, ben, heard, state } = await habitWorld(dialect)
    await service.server.clock.advance(5_000)
    await service.restart({ dialect })
    const [restart] = await heard()
    const name = dialect === 'svc' ? 'svc_feature_level' : 'zulip_feature_level'
    expect(restart).toMatchObject({ type: 'restart', server_generation: service.context.generation, [name]: 237 })
    await service.ok(ben, 'DELETE', '/events', { queue_id: state.queue_id })
    expect(await service.call(ben, 'DELETE', '/events', { queue_id: state.queue_id })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })
})
