import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service } from '#support/service.ts'
import { dialects, type Dialect } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(dialect: Dialect, featureLevel: FeatureLevel) {
  const service = await Service.start({ dialect, featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const mona = service.person('Mona', 'moderator')
  const ben = service.person('Ben')
  const gwen = service.person('Gwen', 'guest')
  const hall = await service.stream('hall', [olga, mona, ben, gwen])
  const yard = await service.stream('yard', [olga, mona, ben, gwen])
  const unnamed = (...members: { id: number }[]) => ({
    direct_members: members.map(({ id }) => id),
    direct_subgroups: [],
  })
  const organization = (settings: Record<string, unknown>) =>
    service.ok(
      olga,
      'PATCH',
      '/realm',
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { new: value }])),
    )
  const stream = (id: number, settings: Record<string, unknown>) =>
    service.ok(
      olga,
      'PATCH',
      `/streams/${id}`,
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { new: value }])),
    )
  return { service, olga, mona, ben, gwen, hall, yard, unnamed, organization, stream }
}

/** Ids of system groups. */
const role = { administrators: 2, moderators: 3, members: 5, everyone: 6, nobody: 8 }

describe.each(dialects)('group settings (%s)', (dialect) => {
  it('allow a group to delete any message, and others to delete their own (281, 291)', async () => {
    const { service, mona, ben, olga, hall, unnamed, organization } = await world(dialect, 300)
    const mine = await service.say(ben, hall, 'lunch', 'mine')
    const hers = await service.say(olga, hall, 'lunch', 'hers')
    const remove = async (who: typeof ben, id: number) => (await service.call(who, 'DELETE', `/messages/${id}`)).result
    await organization({ can_delete_own_message_group: role.moderators })
    expect(await remove(ben, mine)).toBe('error')
    expect(await remove(mona, hers)).toBe('error')
    await organization({ can_delete_any_message_group: unnamed(mona) })
    expect(await remove(mona, hers)).toBe('success')
    // With another group, administrators do not have the permission.
    expect(await remove(olga, mine)).toBe('error')
    await organization({ can_delete_own_message_group: unnamed(ben) })
    expect(await remove(ben, mine)).toBe('success')
  })

  it('allow more users to delete in a stream than in the organization (407)', async () => {
    const { service, gwen, ben, hall, yard, stream } = await world(dialect, 421)
    const ids = [await service.say(ben, hall, 'lunch', 'one'), await service.say(ben, yard, 'lunch', 'two')]
    const remove = async (id: number | undefined) =>
      (await service.call(gwen, 'DELETE', `/messages/${String(id)}`)).result
    expect(await remove(ids[0])).toBe('error')
    await stream(hall, { can_delete_any_message_group: role.everyone })
    expect(await remove(ids[0])).toBe('success')
    expect(await remove(ids[1])).toBe('error')
  })

  it('control moves within and out of a stream, and resolving topics (310, 316, 367, 396, 402)', async () => {
    const { service, ben, gwen, olga, hall, yard, organization, stream } = await world(dialect, 421)
    await organization({
      can_move_messages_between_topics_group: role.administrators,
      can_move_messages_between_channels_group: role.administrators,
      can_resolve_topics_group: role.members,
    })
    const id = await service.say(olga, hall, 'lunch', 'soup')
    const move = async (who: typeof ben, form: Record<string, unknown>) =>
      (await service.call(who, 'PATCH', `/messages/${id}`, { ...form, send_notification_to_new_thread: false })).result
    expect(await move(ben, { topic: 'supper' })).toBe('error')
    expect(await move(gwen, { topic: '✔ lunch' })).toBe('error')
    expect(await move(ben, { topic: '✔ lunch' })).toBe('success')
    await stream(hall, { can_move_messages_within_channel_group: role.everyone })
    expect(await move(gwen, { topic: 'supper' })).toBe('success')
    expect(await move(gwen, { stream_id: yard })).toBe('error')
    await stream(hall, { can_move_messages_out_of_channel_group: role.everyone })
    expect(await move(gwen, { stream_id: yard })).toBe('success')
  })

  it('control posting in a stream; the policy beside them is everyone if no system group is equal (333)', async () => {
    const { service, ben, mona, olga, gwen, hall, unnamed, stream } = await world(dialect, 371)
    const say = async (who: typeof ben) =>
      (await service.call(who, 'POST', '/messages', { type: 'stream', to: hall, topic: 'lunch', content: 'x' })).result
    await stream(hall, { can_send_message_group: unnamed(ben, mona) })
    expect([await say(ben), await say(mona), await say(olga), await say(gwen)]).toEqual([
      'success',
      'success',
      'error',
      'error',
    ])
    const state = await service.ok(gwen, 'GET', `/streams/${hall}`)
    expect(state.stream).toMatchObject({
      can_send_message_group: { direct_members: [mona.id, ben.id], direct_subgroups: [] },
      stream_post_policy: 1,
    })
    const refused = await service.call(ben, 'PATCH', `/streams/${hall}`, {
      can_send_message_group: { new: role.everyone },
    })
    expect(refused.result).toBe('error')
  })

  it('control who starts a direct conversation, and who must be in it (270)', async () => {
    const { service, ben, mona, gwen, olga, organization } = await world(dialect, 300)
    const tell = async (who: typeof ben, to: typeof ben) =>
      (await service.call(who, 'POST', '/messages', { type: 'direct', to: [to.id], content: 'x' })).result
    await organization({ direct_message_permission_group: role.moderators })
    expect(await tell(ben, gwen)).toBe('error')
    expect(await tell(ben, mona)).toBe('success')
    await organization({ direct_message_initiator_group: role.administrators })
    expect(await tell(ben, mona)).toBe('success')
    expect(await tell(gwen, mona)).toBe('error')
    expect(await tell(olga, gwen)).toBe('success')
    expect(await tell(gwen, olga)).toBe('success')
  })

  it('control whether a stream requires, allows or forbids topics (392, 441)', async () => {
    const { service, olga, ben, hall, yard } = await world(dialect, 500)
    const policy = (id: number, value: string) => service.ok(olga, 'PATCH', `/streams/${id}`, { topics_policy: value })
    const say = async (id: number, topic: string) =>
      (await service.call(ben, 'POST', '/messages', { type: 'channel', to: id, topic, content: 'x' })).result
    await policy(hall, 'disable_empty_topic')
    expect([await say(hall, ''), await say(hall, 'general chat'), await say(hall, 'lunch')]).toEqual([
      'error',
      'error',
      'success',
    ])
    await policy(yard, 'empty_topic_only')
    expect([await say(yard, ''), await say(yard, 'lunch')]).toEqual(['success', 'error'])
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { can_create_topic_group: { new: role.administrators } })
    expect([await say(hall, 'lunch'), await say(hall, 'supper')]).toEqual(['success', 'error'])
  })

  it('keep their groups from deactivation, and refuse deactivated groups (298)', async () => {
    const { service, olga, ben, hall, organization, stream } = await world(dialect, 421)
    await service.ok(olga, 'POST', '/user_groups/create', { name: 'cooks', description: '', members: [ben.id] })
    const groups = (await service.ok(olga, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const id = groups.find(({ name }) => name === 'cooks')?.id ?? 0
    await organization({ can_delete_any_message_group: id })
    await stream(hall, { can_send_message_group: { direct_members: [], direct_subgroups: [id] } })
    const end = () => service.call(olga, 'POST', `/user_groups/${id}/deactivate`)
    expect(await end()).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [
        { type: 'realm', settings: ['can_delete_any_message_group'] },
        { type: 'channel', channel_id: hall, settings: ['can_send_message_group'] },
      ],
    })
    await organization({ can_delete_any_message_group: role.administrators })
    await stream(hall, { can_send_message_group: role.everyone })
    expect((await service.call(ben, 'POST', `/user_groups/2/deactivate`)).result).toBe('error')
    expect((await end()).result).toBe('success')
    const set = await service.call(olga, 'PATCH', '/realm', { can_delete_any_message_group: { new: id } })
    expect(set.code).toBe('BAD_REQUEST')
  })

  it('change subgroups together with members, all of them or none (311)', async () => {
    const { service, olga, mona, ben } = await world(dialect, 371)
    const ids: number[] = []
    for (const name of ['inner', 'outer']) {
      const created = await service.ok(olga, 'POST', '/user_groups/create', {
        name,
        description: '',
        members: [ben.id],
      })
      ids.push(Number(created.group_id))
    }
    const [inner, outer] = ids
    const change = (who: typeof ben, form: Record<string, unknown>) =>
      service.call(who, 'POST', `/user_groups/${outer ?? 0}/members`, form)
    const now = async () => {
      const groups = (await service.ok(olga, 'GET', '/user_groups')).user_groups as {
        id: number
        members: number[]
        direct_subgroup_ids: number[]
      }[]
      const found = groups.find(({ id }) => id === outer)
      return [found?.members, found?.direct_subgroup_ids]
    }
    expect((await change(olga, { add: [mona.id], delete: [ben.id], add_subgroups: [inner] })).result).toBe('success')
    expect(await now()).toEqual([[mona.id], [inner]])
    expect((await change(ben, { delete_subgroups: [inner] })).result).toBe('error')
    expect((await change(olga, { add: [ben.id], add_subgroups: [inner] })).result).toBe('error')
    expect((await change(olga, { add: [mona.id], delete_subgroups: [inner] })).result).toBe('error')
    expect(await now()).toEqual([[mona.id], [inner]])
    expect((await change(olga, { delete_subgroups: [inner] })).result).toBe('success')
    expect(await now()).toEqual([[mona.id], []])
    expect((await change(olga, { add_subgroups: [] })).result).toBe('error')
  })

  it('make mentions of a deactivated group silent', async () => {
    const { service, olga, ben, hall } = await world(dialect, 300)
    await service.ok(olga, 'POST', '/user_groups/create', { name: 'cooks', description: '', members: [ben.id] })
    const groups = (await service.ok(olga, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const id = groups.find(({ name }) => name === 'cooks')?.id ?? 0
    const said = async (text: string) => {
      const message = await service.say(olga, hall, 'lunch', text)
      return (await service.ok(ben, 'GET', `/messages/${message}`)).message as { content: string; flags: string[] }
    }
    const before = await said('@*cooks* hello')
    expect(before.flags).toContain('mentioned')
    await service.ok(olga, 'POST', `/user_groups/${id}/deactivate`)
    const after = await said('@*cooks* hello')
    expect(after.flags).not.toContain('mentioned')
    expect(after.content).toContain(`<span class="user-group-mention silent" data-user-group-id="${id}">cooks</span>`)
    expect((await service.call(olga, 'DELETE', `/user_groups/${id}`)).status).toBe(405)
  })

  it.each([
    [300, 'UNAUTHORIZED_PRINCIPAL', 'UNAUTHORIZED_PRINCIPAL'],
    [371, 'BAD_REQUEST', 'BAD_REQUEST'],
  ] as const)('hide from members which streams exist, archived ones included (%i)', async (level, there, gone) => {
    const { service, olga, ben, hall, yard } = await world(dialect, level)
    await service.ok(olga, 'DELETE', `/streams/${yard}`)
    for (const [method, form] of [
      ['PATCH', { description: 'x' }],
      ['DELETE', {}],
    ] as const) {
      const refused = async (id: number) => service.call(ben, method, `/streams/${id}`, form)
      expect(await refused(hall)).toMatchObject({ code: there })
      for (const id of [yard, 4711]) expect(await refused(id)).toMatchObject({ code: gone })
      // An administrator of the organization has the permission, and learns that the stream does not exist.
      expect(await service.call(olga, method, '/streams/4711', form)).toMatchObject({ msg: 'Invalid channel ID' })
    }
    const words = level < 325 ? 'Must be an organization administrator' : 'You do not have permission'
    const { msg } = await service.call(ben, 'DELETE', `/streams/${hall}`)
    expect(String(msg)).toContain(words)
    expect(await service.call(ben, 'DELETE', '/streams/4711')).toMatchObject({
      msg: level < 325 ? msg : 'Invalid channel ID',
    })
  })

  it('refuse "everyone" where it is not allowed, unknown groups, and outdated old values (301 and later)', async () => {
    const { service, olga, ben } = await world(dialect, 421)
    const set = async (name: string, value: unknown, old?: unknown) =>
      (await service.call(olga, 'PATCH', '/realm', { [name]: { new: value, ...(old === undefined ? {} : { old }) } }))
        .code
    expect(await set('can_invite_users_group', role.everyone)).toBe('BAD_REQUEST')
    expect(await set('can_invite_users_group', 4711)).toBe('BAD_REQUEST')
    expect(await set('can_invite_users_group', { direct_members: [4711], direct_subgroups: [] })).toBe('BAD_REQUEST')
    expect(await set('can_invite_users_group', role.members, role.nobody)).toBe('EXPECTATION_MISMATCH')
    expect(await set('can_invite_users_group', role.administrators, role.members)).toBeUndefined()
    const refused = await service.call(ben, 'PATCH', '/realm', { can_invite_users_group: { new: role.members } })
    expect(refused.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })
})

describe.each(dialects)('the store of group settings (%s)', (dialect) => {
  it('keeps settings that no policy can express after a restart', async () => {
    const { service, ben, organization, unnamed } = await world(dialect, 421)
    await organization({ can_move_messages_between_topics_group: unnamed(ben) })
    await service.restart({ dialect, featureLevel: 421 })
    const state = await service.listen(ben)
    expect(state.realm_can_move_messages_between_topics_group).toEqual(unnamed(ben))
    expect('realm_edit_topic_policy' in state).toBe(false)
  })
})
