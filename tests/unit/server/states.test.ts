import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

/** Service API, States and transitions: each row is a test. */
async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [olga, noor, mei])
  return { service, olga, noor, mei, general }
}

const bad = { code: 'BAD_REQUEST' }
const tenMinutes = 600_000

describe('the state', () => {
  it('of a topic is muted with visibility policy 1, even without messages', async () => {
    const { service, noor, general } = await world()
    await service.ok(noor, 'POST', '/user_topics', { stream_id: general, topic: 'empty', visibility_policy: 1 })
    expect((await service.listen(noor)).user_topics).toMatchObject([{ topic_name: 'empty', visibility_policy: 1 }])
  })

  it('of a topic is unmuted with visibility policy 0; policy 2 in an unmuted stream hides no messages either', async () => {
    const { service, noor, mei, general } = await world()
    await service.say(mei, general, 'x', 'hello')
    for (const [visibility_policy, seen] of [
      [1, []],
      [2, ['hello']],
      [0, ['hello']],
    ] as const) {
      await service.ok(noor, 'POST', '/user_topics', { stream_id: general, topic: 'X', visibility_policy })
      expect(await service.found(noor, [['in', 'home']])).toEqual(seen)
    }
    expect((await service.listen(noor)).user_topics).toEqual([])
  })

  it('of a topic is muted by the deprecated add, also repeatedly', async () => {
    const { service, noor, general } = await world()
    for (let time = 0; time < 2; time += 1) {
      await service.ok(noor, 'PATCH', '/users/me/subscriptions/muted_topics', {
        stream_id: general,
        topic: 'x',
        op: 'add',
      })
    }
    expect((await service.listen(noor, { fetch_event_types: ['muted_topics'] })).muted_topics).toMatchObject([
      ['general', 'x', expect.any(Number)],
    ])
  })

  it('of a topic is unmuted by the deprecated remove, also repeatedly', async () => {
    const { service, noor } = await world()
    const form = { stream: 'general', topic: 'x' }
    await service.ok(noor, 'PATCH', '/users/me/subscriptions/muted_topics', { ...form, op: 'add' })
    for (let time = 0; time < 2; time += 1) {
      await service.ok(noor, 'PATCH', '/users/me/subscriptions/muted_topics', { ...form, op: 'remove' })
    }
    expect((await service.listen(noor)).user_topics).toEqual([])
  })

  it('of a muted user ends by unmuting; users who are unmuted or unknown give BAD_REQUEST', async () => {
    const { service, noor, mei, olga } = await world()
    await service.ok(noor, 'POST', `/users/me/muted_users/${mei.id}`)
    await service.ok(noor, 'DELETE', `/users/me/muted_users/${mei.id}`)
    expect((await service.listen(noor)).muted_users).toEqual([])
    expect(await service.call(noor, 'DELETE', `/users/me/muted_users/${olga.id}`)).toMatchObject(bad)
    expect(await service.call(noor, 'DELETE', '/users/me/muted_users/999')).toMatchObject(bad)
  })

  it('of a subscription begins by subscribing, which creates a missing stream', async () => {
    const { service, noor } = await world()
    const answer = await service.ok(noor, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'fresh', description: 'new *here*' }],
    })
    expect(answer).toMatchObject({ subscribed: { [noor.email]: ['fresh'] }, already_subscribed: {} })
    expect((await service.listen(noor)).subscriptions).toMatchObject([
      { name: 'fresh', description: 'new *here*', rendered_description: '<p>new <em>here</em></p>' },
      { name: 'general' },
    ])
  })

  it('of a subscription is unchanged by subscribing again, which keeps the description of an existing stream', async () => {
    const { service, noor } = await world()
    const answer = await service.ok(noor, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'GENERAL', description: 'other' }],
      invite_only: true,
    })
    expect(answer).toMatchObject({
      subscribed: {},
      already_subscribed: { [noor.email]: ['general'] },
    })
    expect((await service.listen(noor)).subscriptions).toMatchObject([{ description: '', invite_only: false }])
  })

  it('of a reaction is existing after it was added; a second one gives REACTION_ALREADY_EXISTS', async () => {
    const { service, noor, general } = await world()
    const id = await service.say(noor, general, 'x', 'y')
    await service.ok(noor, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    expect(await service.call(noor, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })).toMatchObject({
      code: 'REACTION_ALREADY_EXISTS',
      status: 400,
    })
    expect(await service.ok(noor, 'GET', `/messages/${id}`)).toMatchObject({
      message: { reactions: [{ emoji_code: '1f389' }] },
    })
  })

  it('of a draft changes by edits and ends by deletion, with events to other clients', async () => {
    const { service, noor } = await world()
    const draft = { type: '', to: [], topic: '', content: 'first' }
    const { ids } = await service.ok(noor, 'POST', '/drafts', { drafts: [draft] })
    const [id] = ids as number[]
    await service.listen(noor)
    await service.ok(noor, 'PATCH', `/drafts/${id}`, { draft: { ...draft, content: 'second' } })
    expect(await service.ok(noor, 'GET', '/drafts')).toMatchObject({ count: 1, drafts: [{ id, content: 'second' }] })
    await service.ok(noor, 'DELETE', `/drafts/${id}`)
    expect(await service.ok(noor, 'GET', '/drafts')).toMatchObject({ count: 0 })
    expect(await service.events(noor)).toMatchObject([
      { type: 'drafts', op: 'update', draft: { id, content: 'second' } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ])
  })

  it('of a default stream ends when an administrator removes it', async () => {
    const { service, olga, noor, general } = await world()
    await service.ok(olga, 'POST', '/default_streams', { stream_id: general })
    expect((await service.listen(noor)).realm_default_streams).toMatchObject([{ stream_id: general }])
    await service.ok(olga, 'DELETE', '/default_streams', { stream_id: general })
    expect(await service.events(noor)).toMatchObject([{ type: 'default_streams', default_streams: [] }])
    expect((await service.listen(noor)).realm_default_streams).toEqual([])
  })

  it('of a user group changes with its members, and ends by deletion', async () => {
    const { service, olga, noor, mei } = await world()
    await service.ok(olga, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [noor.id] })
    const crew = (await service.listen(olga)).realm_user_groups as { id: number; name: string }[]
    const { id } = crew.find((group) => group.name === 'crew')!
    await service.ok(olga, 'POST', `/user_groups/${id}/members`, { add: [mei.id], delete: [noor.id] })
    expect(await service.ok(olga, 'GET', `/user_groups/${id}/members`)).toMatchObject({ members: [mei.id] })
    await service.ok(olga, 'DELETE', `/user_groups/${id}`)
    expect(await service.call(olga, 'GET', `/user_groups/${id}/members`)).toMatchObject(bad)
  })

  it('of an event queue ends after ten minutes without a poll, not after nine', async () => {
    const { service, noor, mei } = await world()
    await service.listen(noor)
    await service.server.clock.advance(tenMinutes - 60_000)
    expect(await service.events(noor)).toEqual([])
    await service.server.clock.advance(tenMinutes + 120_000)
    await expect(service.events(noor)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
    await service.listen(mei, { queue_lifespan_secs: 3600 })
    await service.server.clock.advance(3 * tenMinutes)
    expect(await service.events(mei)).toEqual([])
  })
})

describe('a scheduled message', () => {
  it('is sent once at its time, also after a restart', async () => {
    const { service, noor, mei, general } = await world()
    const at = service.context.nowSeconds() + 3600
    const form = { type: 'stream', to: general, topic: 'plan', content: 'later', scheduled_delivery_timestamp: at }
    await service.ok(noor, 'POST', '/scheduled_messages', form)
    await service.ok(noor, 'POST', '/scheduled_messages', { ...form, type: 'direct', to: [mei.id] })
    await service.listen(noor)
    await service.server.clock.advance(3_500_000)
    expect(await service.found(mei, [['stream', 'general']])).toEqual([])
    await service.restart()
    await service.server.clock.advance(200_000)
    expect(await service.found(mei, [])).toEqual(['later', 'later'])
    await service.server.clock.advance(3_600_000)
    expect(await service.found(mei, [])).toEqual(['later', 'later'])
    expect(await service.ok(noor, 'GET', '/scheduled_messages')).toMatchObject({ scheduled_messages: [] })
  })

  it('fails if the sender may no longer post, is kept, and can get another time', async () => {
    const { service, olga, noor, mei, general } = await world()
    const at = service.context.nowSeconds() + 600
    const form = { type: 'stream', to: general, topic: 'plan', content: 'later', scheduled_delivery_timestamp: at }
    const { scheduled_message_id: id } = await service.ok(noor, 'POST', '/scheduled_messages', form)
    await service.ok(olga, 'PATCH', `/streams/${general}`, { stream_post_policy: 2 })
    await service.listen(noor)
    await service.server.clock.advance(601_000)
    expect(await service.found(mei, [['topic', 'plan']])).toEqual([])
    expect(await service.events(noor)).toMatchObject([
      { type: 'scheduled_messages', op: 'update', scheduled_message: { scheduled_message_id: id, failed: true } },
      { type: 'message', message: { type: 'private', content: expect.stringContaining('Not authorized') as string } },
    ])
    expect(await service.call(noor, 'PATCH', `/scheduled_messages/${String(id)}`, { content: 'again' })).toMatchObject(
      bad,
    )
    await service.ok(olga, 'PATCH', `/streams/${general}`, { stream_post_policy: 1 })
    await service.ok(noor, 'PATCH', `/scheduled_messages/${String(id)}`, {
      content: 'again',
      scheduled_delivery_timestamp: service.context.nowSeconds() + 600,
    })
    await service.server.clock.advance(601_000)
    expect(await service.found(mei, [['topic', 'plan']])).toEqual(['again'])
  })

  it('can get another destination and time, but no past time', async () => {
    const { service, noor, mei, general } = await world()
    const at = service.context.nowSeconds() + 3600
    const form = { type: 'direct', to: [mei.id], content: 'later', scheduled_delivery_timestamp: at }
    const { scheduled_message_id: id } = await service.ok(noor, 'POST', '/scheduled_messages', form)
    const change = (wish: Record<string, unknown>) =>
      service.call(noor, 'PATCH', `/scheduled_messages/${String(id)}`, wish)
    expect(await change({ type: 'stream' })).toMatchObject(bad)
    expect(await change({ type: 'stream', to: general })).toMatchObject(bad)
    expect(await change({})).toMatchObject(bad)
    expect(await change({ scheduled_delivery_timestamp: 5 })).toMatchObject(bad)
    expect(await change({ type: 'stream', to: general, topic: 'x' })).toMatchObject({ result: 'success' })
    expect(await change({ topic: 'y' })).toMatchObject({ result: 'success' })
    expect(await service.ok(noor, 'GET', '/scheduled_messages')).toMatchObject({
      scheduled_messages: [{ type: 'stream', to: general, topic: 'y', failed: false }],
    })
  })
})
