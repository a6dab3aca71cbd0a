import { describe, expect, it } from 'vitest'
import { dialects, habitWorld } from './habit-world.ts'

describe.each(dialects)('the server as upstream, with other state (%s)', (dialect) => {
  it('sends whole lists, and the changed parts of a status [O1] [O2]', async () => {
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

  it('sends a renamed stream with its id and its old name [O3]', async () => {
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

  it('sends a new role or policy without the resulting permissions [O4]', async () => {
    const { service, olga, ben, heard, decide } = await habitWorld(dialect)
    await service.ok(olga, 'PATCH', `/users/${ben.id}`, { role: 200 })
    const events = await heard()
    expect(events[0]).toMatchObject({ type: 'realm_user', op: 'update', person: { user_id: ben.id, role: 200 } })
    decide({ create_public_stream_policy: 2 })
    expect(JSON.stringify([...events, ...(await heard())])).not.toContain('"can_create')
  })

  it('sends the presence of arriving users only, with the server’s time [O5] [O8]', async () => {
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

  it('sends the start of typing, and no stop without a request of the client [O5]', async () => {
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

  it('sends a draft also to the client that changed it, and answers 404 for a deleted one [O6]', async () => {
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

  it('removes a scheduled message by the same event, whether it was sent or deleted [O7]', async () => {
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

  it('sends settings also in the old forms to clients without the new one [O2]', async () => {
    const { service, ben, heard, types, register } = await habitWorld(dialect)
    const change = (value: boolean) => service.ok(ben, 'PATCH', '/settings', { twenty_four_hour_time: value })
    await change(true)
    expect(types(await heard())).toEqual(['user_settings update'])
    await register({ client_capabilities: { notification_settings_null: true } })
    await change(false)
    expect(types(await heard())).toEqual(['user_settings update', 'update_display_settings'])
  })

  it('keeps the time zone of a profile when another setting changes', async () => {
    const { service, ben, register } = await habitWorld(dialect)
    // The organization was created with it.
    service.context.tables.users.change(ben.id, { timezone: 'Europe/Oslo' })
    await service.ok(ben, 'PATCH', '/settings', { twenty_four_hour_time: true })
    const users = (await service.ok(ben, 'GET', '/users')).members as { user_id: number; timezone: string }[]
    expect(users.find(({ user_id }) => user_id === ben.id)?.timezone).toBe('Europe/Oslo')
    const { user_settings } = await register({
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    })
    expect(user_settings).toMatchObject({ timezone: 'Europe/Oslo', twenty_four_hour_time: true })
  })

  it('sends a restart with its generation, and removes a deleted queue [Q10] [Q11]', async () => {
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
