import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import { dialects, type Dialect } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(dialect: Dialect, featureLevel: FeatureLevel) {
  const service = await Service.start({ dialect, featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const mei = service.person('Mei')
  const gwen = service.person('Gwen', 'guest')
  return { service, olga, ben, mei, gwen }
}

describe.each(dialects)('calls of streams (%s)', (dialect) => {
  it('create a stream with its subscribers and settings (417)', async () => {
    const { service, olga, ben, mei, gwen } = await world(dialect, 421)
    const folder = await service.ok(olga, 'POST', '/channel_folders/create', { name: 'Kitchen', description: '' })
    const create = (who: typeof ben, form: Form) => service.call(who, 'POST', '/channels/create', form)
    await service.listen(ben)
    const { id } = await service.ok(olga, 'POST', '/channels/create', {
      name: ' soups ',
      description: 'All *soups*',
      subscribers: [ben.id, ben.id],
      invite_only: true,
      folder_id: folder.channel_folder_id,
      can_send_message_group: 2,
    })
    expect(await service.ok(ben, 'GET', `/streams/${String(id)}`)).toMatchObject({
      stream: {
        name: 'soups',
        invite_only: true,
        rendered_description: '<p>All <em>soups</em></p>',
        creator_id: olga.id,
        folder_id: folder.channel_folder_id,
        can_send_message_group: 2,
      },
    })
    expect((await service.ok(olga, 'GET', `/streams/${String(id)}/members`)).subscribers).toEqual([ben.id])
    const told = (await service.events(ben)).filter(({ type, op }) => type === 'subscription' && op === 'add')
    expect(told).toHaveLength(1)
    expect(await create(mei, { name: 'Soups', subscribers: [mei.id] })).toMatchObject({
      status: 409,
      code: 'CHANNEL_ALREADY_EXISTS',
      channel_name: 'Soups',
    })
    expect(await create(mei, { name: ' ', subscribers: [] })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await create(mei, { name: 'x', subscribers: [4711] })).toMatchObject({ result: 'error' })
    expect(await create(gwen, { name: 'x', subscribers: [] })).toMatchObject({ result: 'error' })
    expect(await create(mei, { name: 'x' })).toMatchObject({ result: 'error' })
    expect(service.context.tables.streams.byName('x')).toBeUndefined()
  })

  it('subscribe people in silence if the request says so (397)', async () => {
    const { service, ben, mei } = await world(dialect, 421)
    await service.stream('hall', [ben])
    await service.stream('yard', [ben])
    const subscribe = (name: string, more: Form) =>
      service.ok(ben, 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [mei.id],
        ...more,
      })
    expect(await subscribe('hall', { send_new_subscription_messages: false })).not.toHaveProperty(
      'new_subscription_messages_sent',
    )
    const notices = () => service.found(mei, [{ operator: 'is', operand: 'dm' }])
    expect(await notices()).toEqual([])
    expect(await subscribe('yard', {})).toMatchObject({ new_subscription_messages_sent: true })
    expect(await notices()).toHaveLength(1)
    expect((await service.listen(ben)).max_bulk_new_subscription_messages).toBe(100)
    const old = await world(dialect, 371)
    await old.service.stream('hall', [old.ben])
    const answer = await old.service.ok(old.ben, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'hall' }],
      principals: [old.mei.id],
      send_new_subscription_messages: false,
    })
    expect(answer.ignored_parameters_unsupported).toEqual(['send_new_subscription_messages'])
  })

  it('tell the streams of a user, as far as the reader may see them (440)', async () => {
    const { service, olga, ben, mei, gwen } = await world(dialect, 500)
    const hall = await service.stream('hall', [ben, mei])
    const attic = await service.stream('attic', [ben], { invite_only: true })
    const of = async (reader: typeof ben) =>
      (await service.ok(reader, 'GET', `/users/${ben.id}/channels`)).subscribed_channel_ids
    expect([await of(ben), await of(mei), await of(olga), await of(gwen)]).toEqual([
      [hall, attic],
      [hall],
      [hall, attic],
      [],
    ])
    expect(await service.call(ben, 'GET', '/users/4711/channels')).toMatchObject({ msg: 'No such user' })
  })
})
