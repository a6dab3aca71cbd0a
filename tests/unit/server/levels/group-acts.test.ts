import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'
import { dialects, objects, type Dialect, type Json } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

const role = { administrators: 2, moderators: 3, members: 5, everyone: 6, nobody: 8 }
const only = (...people: readonly Account[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] })

async function world(dialect: Dialect, featureLevel: FeatureLevel, settings: Form = {}) {
  const service = await Service.start({ dialect, featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const mei = service.person('Mei')
  const gwen = service.person('Gwen', 'guest')
  const create = async (name: string, more: Form = {}) => {
    const form = { name, description: '', members: [ben.id], ...more }
    return Number((await service.ok(olga, 'POST', '/user_groups/create', form)).group_id)
  }
  const id = await create('cooks', settings)
  const members = async (who: Account, form: Form) =>
    (await service.call(who, 'POST', `/user_groups/${id}/members`, form)).result
  const set = (who: Account, form: Form) => service.call(who, 'PATCH', `/user_groups/${id}`, form)
  const group = async (): Promise<Json> =>
    objects((await service.ok(olga, 'GET', '/user_groups')).user_groups).find((one) => one.id === id) ?? {}
  return { service, olga, ben, mei, gwen, id, create, members, set, group }
}

describe.each(dialects)('the settings of a group (%s)', (dialect) => {
  it('are taken when it is created, and sent in its event and in registrations', async () => {
    const { service, olga, ben, mei, create } = await world(dialect, 371)
    await service.listen(ben)
    const settings = {
      can_mention_group: role.moderators,
      can_manage_group: { direct_members: [mei.id], direct_subgroups: [role.moderators] },
      can_join_group: role.members,
      can_add_members_group: only(mei),
      can_leave_group: role.nobody,
      can_remove_members_group: role.administrators,
    }
    const id = await create('bakers', settings)
    const added = (await service.events(ben)).find(({ type, op }) => type === 'user_group' && op === 'add')
    expect(added?.group).toMatchObject({ id, ...settings })
    const { realm_user_groups: groups } = await service.listen(olga)
    expect(objects(groups).find((one) => one.id === id)).toMatchObject(settings)
    await service.restart({ dialect, featureLevel: 371 })
    const later = objects((await service.ok(ben, 'GET', '/user_groups')).user_groups)
    expect(later.find((one) => one.id === id)).toMatchObject(settings)
  })

  it('are changed from an old value to a new one, each with its event', async () => {
    const { service, olga, ben, mei, id, set, group } = await world(dialect, 371)
    await service.listen(ben)
    const change = { can_join_group: { new: only(mei), old: role.nobody }, can_leave_group: { new: role.members } }
    expect(await set(olga, change)).toMatchObject({ result: 'success' })
    const told = (await service.events(ben)).filter(({ type }) => type === 'user_group')
    expect(told).toMatchObject([
      { op: 'update', group_id: id, data: { can_join_group: only(mei) } },
      { op: 'update', group_id: id, data: { can_leave_group: role.members } },
    ])
    expect(await set(olga, { can_join_group: { new: role.members, old: role.nobody } })).toMatchObject({
      code: 'EXPECTATION_MISMATCH',
    })
    expect(await set(olga, { can_join_group: { new: role.everyone } })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await set(olga, { can_join_group: { new: 4711 } })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await set(olga, { can_join_group: 5 })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await set(ben, { can_join_group: { new: role.members } })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await group()).toMatchObject({ can_join_group: only(mei), can_leave_group: role.members })
  })

  it('decide who joins, leaves, and adds and removes others', async () => {
    const { olga, ben, mei, gwen, members, set } = await world(dialect, 371)
    const to = async (name: string, value: unknown) => {
      expect(await set(olga, { [name]: { new: value } })).toMatchObject({ result: 'success' })
    }
    expect(await members(mei, { add: [mei.id] })).toBe('error')
    await to('can_join_group', role.members)
    expect(await members(mei, { add: [gwen.id] })).toBe('error')
    expect(await members(mei, { add: [mei.id] })).toBe('success')
    expect(await members(mei, { delete: [ben.id] })).toBe('error')
    await to('can_leave_group', role.nobody)
    expect(await members(mei, { delete: [mei.id] })).toBe('error')
    await to('can_remove_members_group', only(mei))
    expect(await members(mei, { delete: [ben.id] })).toBe('success')
    expect(await members(mei, { add: [ben.id] })).toBe('error')
    await to('can_add_members_group', only(mei))
    expect(await members(mei, { add: [ben.id] })).toBe('success')
    expect(await set(mei, { name: 'chefs' })).toMatchObject({ result: 'error' })
    await to('can_manage_group', only(mei))
    expect(await set(mei, { name: 'chefs' })).toMatchObject({ result: 'success' })
  })

  it('decide who adds and removes subgroups (311)', async () => {
    const { olga, mei, create, members, set, group } = await world(dialect, 371)
    const inner = await create('inner')
    await set(olga, { can_add_members_group: { new: only(mei) } })
    expect(await members(mei, { add_subgroups: [inner] })).toBe('success')
    expect(await members(mei, { delete_subgroups: [inner] })).toBe('error')
    await set(olga, { can_remove_members_group: { new: only(mei) } })
    expect(await members(mei, { delete_subgroups: [inner] })).toBe('success')
    expect(await group()).toMatchObject({ direct_subgroup_ids: [] })
  })

  it('stand beside subgroups of a new group, whose id is in the answer (311, 317)', async () => {
    const { create, service, olga, id } = await world(dialect, 371)
    const outer = await create('outer', { subgroups: [id], can_join_group: role.members })
    const groups = objects((await service.ok(olga, 'GET', '/user_groups')).user_groups)
    expect(groups.find((one) => one.id === outer)).toMatchObject({
      name: 'outer',
      direct_subgroup_ids: [id],
      can_join_group: role.members,
    })
    const form = { name: 'x', description: '', members: [], subgroups: [4711] }
    expect(await service.call(olga, 'POST', '/user_groups/create', form)).toMatchObject({ code: 'BAD_REQUEST' })
  })
})
