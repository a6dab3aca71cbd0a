import { describe, expect, it } from 'vitest'
import type { GroupEntry, GroupItem, GroupMeta, GroupsMeta } from '#contract/people/groups.ts'
import type { GroupFilter } from '#shared/group-choices.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const levels = [237, 371, 500] as const satisfies readonly FeatureLevel[]

type Created = Parameters<Awaited<ReturnType<typeof setUp>>['create']>[0]

async function setUp(featureLevel: FeatureLevel, options: WorldOptions = {}) {
  let fault: FaultFor = () => undefined
  const here = await setupWorld({ settings: { featureLevel }, faultFor: (request) => fault(request), ...options })
  const { client, server, iris } = here
  const open = (filter: GroupFilter = 'all', text = '') =>
    client.openView<{ item: GroupItem; meta: GroupsMeta }>({ type: 'groups', filter, text })
  /** Awaits a call of the engine: the clock runs until it is answered. */
  const done = async <T>(call: Promise<T>): Promise<T> => {
    let answer: { readonly value: T } | undefined
    void call.then((value) => (answer = { value }))
    await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
    if (answer === undefined) throw new Error('no answer')
    await server.clock.advance(500)
    return answer.value
  }
  const held = async () => {
    const answer = await server.ok(iris, 'GET', '/user_groups')
    // shape of GET /user_groups
    return answer.user_groups as {
      id: number
      name: string
      description: string
      members: number[]
      direct_subgroup_ids: number[]
      can_mention_group: unknown
    }[]
  }
  const lists = { add: [], remove: [], addSubgroups: [], removeSubgroups: [] }
  return {
    ...here,
    open,
    done,
    held,
    breaks: (faults: FaultFor) => (fault = faults),
    atServer: async (name: string) => (await held()).find((group) => group.name === name),
    show: (groupId: number, text = '') =>
      client.openView<{ item: GroupEntry; meta: GroupMeta }>({ type: 'group', groupId, text }),
    create: (over: {
      name?: string
      description?: string
      userIds?: readonly number[]
      mentionedBy?: 'everyone' | 'moderators'
    }) =>
      done(
        client.engine.call('groups.create', {
          name: 'crew',
          description: '',
          userIds: [],
          mentionedBy: 'everyone',
          ...over,
        }),
      ),
    update: (groupId: number, change: { name?: string; description?: string; mentionedBy?: 'moderators' | 'nobody' }) =>
      done(client.engine.call('groups.update', { groupId, ...change })),
    change: (groupId: number, change: Partial<Record<keyof typeof lists, readonly number[]>>) =>
      done(client.engine.call('groups.changeMembers', { groupId, ...lists, ...change })),
    end: (groupId: number) => done(client.engine.call('groups.end', { groupId })),
  }
}

type World = Awaited<ReturnType<typeof setUp>>

async function created(world: World, over: Created = {}): Promise<number> {
  const result = await world.create(over)
  if (!result.ok) throw new Error(result.error.code)
  return result.value.groupId
}

const isCreating = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/user_groups/create')
const isChangingMembers = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/members')

describe.each(levels)('the groups of an organization at level %i', (level) => {
  it('are created, changed, filled and ended at the server, and every view follows', async () => {
    const world = await setUp(level)
    const { iris, noor, mei, open, create, update, change, end, show, atServer } = world
    const list = await open()
    const groupId = await created(world, { name: ' crew ', description: 'Decides', userIds: [iris.id, noor.id] })
    expect(list.items()[0]).toMatchObject({ groupId, name: 'crew', memberCount: 2, isMember: true, isSystem: false })
    expect(await atServer('crew')).toMatchObject({ description: 'Decides', members: [iris.id, noor.id] })
    const card = await show(groupId)
    expect(card.meta().group).toMatchObject({
      mentionedBy: { kind: 'role', role: 'everyone' },
      rights: { canEdit: true, canAdd: true, canRemove: true, canJoin: false, canLeave: true },
      hasSubgroupChanges: level >= 311,
    })
    if (level >= 292) expect(card.meta().group).toMatchObject({ creator: { id: iris.id, name: 'Iris' } })
    else expect(card.meta().group).toMatchObject({ creator: null, createdAt: null })

    expect(await create({ name: 'CREW' })).toMatchObject({
      error: { code: 'GROUP_NAME_TAKEN', values: { name: 'CREW', isDeactivated: false } },
    })
    expect(await update(groupId, { name: 'team', mentionedBy: 'moderators' })).toEqual({ ok: true, value: null })
    expect(card.meta().group).toMatchObject({ name: 'team', mentionedBy: { kind: 'role', role: 'moderators' } })
    expect(await atServer('team')).toMatchObject({ id: groupId, description: 'Decides', can_mention_group: 3 })
    expect(await change(groupId, { add: [mei.id], remove: [noor.id] })).toEqual({ ok: true, value: null })
    expect((await atServer('team'))?.members).toEqual([iris.id, mei.id])
    expect(card.items().map(({ key }) => key)).toEqual([`member:${iris.id}`, `member:${mei.id}`])

    expect(await end(groupId)).toEqual({ ok: true, value: null })
    expect(await atServer('team')).toBeUndefined()
    expect(list.items().find((item) => item.groupId === groupId)).toBeUndefined()
    expect(list.meta().hasDeactivated).toBe(level >= 294)
    expect((await open('deactivated')).items().map(({ name }) => name)).toEqual(level >= 294 ? ['team'] : [])
    expect(await end(groupId)).toEqual({ ok: true, value: null })
  })

  it('list system groups by role, and offer no change of them', async () => {
    const { open, show, change, update, end, noor, held } = await setUp(level)
    const list = await open()
    expect(list.items().map(({ role, isSystem, rights }) => [role, isSystem, Object.values(rights)])).toEqual(
      ['owners', 'administrators', 'moderators', 'full_members', 'members', 'everyone'].map((role) => [
        role,
        true,
        [false, false, false, false, false, null],
      ]),
    )
    const id = (await held()).find(({ name }) => name === 'role:moderators')?.id ?? 0
    expect((await show(id)).meta().group).toMatchObject({ role: 'moderators', isSystem: true, mentionedBy: null })
    const refused = (act: string) => ({ ok: false, error: { code: 'GROUP_REFUSED', values: { act } } })
    expect(await change(id, { add: [noor.id] })).toEqual(refused('members'))
    expect(await update(id, { name: 'x' })).toEqual(refused('change'))
    expect(await end(id)).toEqual(refused(level >= 294 ? 'deactivate' : 'delete'))
  })

  it('are changed as a whole or not at all, with the name of the person who prevents it', async () => {
    const world = await setUp(level)
    const { iris, noor, mei, change, atServer, server, client } = world
    const groupId = await created(world, { userIds: [iris.id, noor.id] })
    expect(await change(groupId, { add: [mei.id, noor.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_ALREADY_MEMBER', values: { name: 'Noor' } },
    })
    expect(await change(groupId, { remove: [noor.id, mei.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_NOT_MEMBER', values: { name: 'Mei' } },
    })
    // Another device is faster, and its event has not come yet.
    world.breaks(({ path }) => (path.endsWith('/events') ? { answerDelayMs: 5_000 } : undefined))
    await server.ok(iris, 'POST', `/user_groups/${groupId}/members`, { add: [mei.id] })
    expect(await change(groupId, { add: [mei.id], remove: [noor.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_ALREADY_MEMBER', values: { name: 'Mei' } },
    })
    expect((await atServer('crew'))?.members).toEqual([iris.id, noor.id, mei.id])
    expect(client.status?.connection.state).toBe('online')
  })

  it('report that they need the server, and look an unknown outcome up', async () => {
    const world = await setUp(level)
    const { iris, mei, create, change, atServer, breaks } = world
    const groupId = await created(world, { userIds: [iris.id] })
    breaks((request) => (isCreating(request) ? { before: 'unreachable' } : undefined))
    expect(await create({ name: 'other' })).toEqual({
      ok: false,
      error: { code: 'GROUP_OFFLINE', values: { act: 'create' } },
    })
    breaks((request) => (isCreating(request) ? { after: 'broken' } : undefined))
    expect(await create({ name: 'other' })).toMatchObject({ ok: true })
    expect(await atServer('other')).toBeDefined()
    breaks((request) => (isChangingMembers(request) ? { after: 'broken' } : undefined))
    expect(await change(groupId, { add: [mei.id] })).toEqual({ ok: true, value: null })
    breaks((request) => (isChangingMembers(request) ? { before: 'broken' } : undefined))
    expect(await change(groupId, { remove: [mei.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_OFFLINE', values: { act: 'members' } },
    })
    breaks(({ method, path }) =>
      isChangingMembers({ method, path }) || path.endsWith('/user_groups') ? { after: 'broken' } : undefined,
    )
    expect(await change(groupId, { remove: [mei.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_OUTCOME_UNKNOWN', values: { act: 'members' } },
    })
    breaks(() => undefined)
    await world.server.stop()
    await world.clock.until('it is offline', () => world.client.status?.connection.state === 'offline', 120_000)
    expect(await world.end(groupId)).toEqual({
      ok: false,
      error: { code: 'GROUP_OFFLINE', values: { act: level >= 294 ? 'deactivate' : 'delete' } },
    })
    // Everything that is known can be read.
    expect((await world.open()).items()[0]).toMatchObject({ name: 'crew' })
  })

  it('lose every right in the moment of a demotion, and gain it with a promotion', async () => {
    const { server, clock, iris, mei, open, show, create, held } = await setUp(level, {
      account: 'mei',
      before: async (server, { iris, noor, mei }) => {
        server.built.context.tables.users.change(mei.id, { role: 100 })
        await server.ok(iris, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [noor.id] })
      },
    })
    const groupId = (await held()).find(({ name }) => name === 'crew')?.id ?? 0
    const [list, card] = [await open(), await show(groupId)]
    expect(card.meta().group?.rights).toMatchObject({
      canEdit: true,
      canJoin: true,
      ending: level >= 294 ? 'deactivate' : 'delete',
    })
    const roleOf = async (role: number) => {
      await server.ok(iris, 'PATCH', `/users/${mei.id}`, { role })
      await clock.advance(2_000)
    }
    await roleOf(400)
    const none = { canEdit: false, canAdd: false, canRemove: false, canJoin: false, canLeave: false, ending: null }
    expect(card.meta().group?.rights).toEqual(none)
    expect(list.items()[0]?.rights).toEqual(none)
    await roleOf(600)
    expect(list.meta().creation.isAllowed).toBe(false)
    expect(await create({ name: 'mine' })).toEqual({
      ok: false,
      error: { code: 'GROUP_REFUSED', values: { act: 'create' } },
    })
    await roleOf(100)
    expect(card.meta().group?.rights).toMatchObject({ canEdit: true, canJoin: true })
  })

  it('accept hostile names and texts, or explain why they do not', async () => {
    const world = await setUp(level)
    const code = async (over: Created) => {
      const result = await world.create(over)
      return result.ok ? 'created' : [result.error.code, 'values' in result.error ? result.error.values : null]
    }
    expect(await code({ name: '  ' })).toEqual(['GROUP_NAME_MISSING', null])
    expect(await code({ name: 'a*b' })).toEqual(['GROUP_NAME_CHARACTER', { position: 2 }])
    expect(await code({ name: 'line\nbreak' })).toEqual(['GROUP_NAME_CHARACTER', { position: 5 }])
    expect(await code({ name: '@crew' })).toEqual(['GROUP_NAME_RESERVED', { beginning: '@' }])
    expect(await code({ name: 'Role:x' })).toEqual(['GROUP_NAME_RESERVED', { beginning: 'Role:' }])
    expect(await code({ name: 'x'.repeat(101) })).toEqual(['GROUP_NAME_TOO_LONG', { length: 101, most: 100 }])
    expect(await code({ description: 'x'.repeat(5_000) })).toEqual([
      'GROUP_DESCRIPTION_TOO_LONG',
      { length: 5_000, most: 1024 },
    ])
    expect(await code({ description: 'a\0' })).toEqual(['GROUP_DESCRIPTION_CHARACTER', null])
    for (const name of ['<img src=x onerror=alert(1)>', '\u202egnp.exe', 'e' + '\u0301'.repeat(99), 'javascript:x']) {
      expect(await code({ name, description: `[x](javascript:alert(1)) ${'y'.repeat(900)}` })).toBe('created')
    }
    const list = await world.open('all', 'javascript:x')
    expect(list.items().map(({ name }) => name)).toEqual(['javascript:x'])
    expect(list.items()[0]?.description.length).toBeLessThanOrEqual(clientLimits.groupLine.most + 1)
  })
})

describe('the rights in a group', () => {
  it('belong to its members and to moderators below level 299, as far as the policy allows', async () => {
    const world = await setUp(237, { account: 'noor' })
    const { server, clock, noor, mei, iris, change, show } = world
    const groupId = await created(world, { userIds: [noor.id, mei.id] })
    const card = await show(groupId)
    expect(card.meta().group).toMatchObject({ rights: { canEdit: true, canLeave: true }, leavesForGood: true })
    expect(await change(groupId, { remove: [noor.id] })).toEqual({ ok: true, value: null })
    expect(card.meta().group?.rights).toMatchObject({ canEdit: false, canJoin: false, ending: null })
    expect(await change(groupId, { add: [noor.id] })).toEqual({
      ok: false,
      error: { code: 'GROUP_REFUSED', values: { act: 'join' } },
    })
    await server.ok(iris, 'POST', `/user_groups/${groupId}/members`, { add: [noor.id] })
    await clock.advance(2_000)
    expect(card.meta().group?.rights.canEdit).toBe(true)
    server.built.context.write(() => {
      changeOrganizationSettings(server.built.context, { user_group_edit_policy: 4 })
    })
    await clock.advance(2_000)
    expect(card.meta().group?.rights.canEdit).toBe(false)
  })

  it('follow the settings of the group from level 299 on', async () => {
    const world = await setUp(371, { account: 'noor' })
    const { server, clock, iris, noor, mei, change, show } = world
    const settings = {
      can_manage_group: { direct_members: [iris.id], direct_subgroups: [] },
      can_add_members_group: { direct_members: [iris.id], direct_subgroups: [] },
      can_join_group: 5,
      can_leave_group: 5,
    }
    await server.ok(iris, 'POST', '/user_groups/create', { name: 'open', description: '', members: [], ...settings })
    await clock.advance(2_000)
    const groupId = (await world.atServer('open'))?.id ?? 0
    const card = await show(groupId)
    const rights = () => card.meta().group?.rights
    expect(rights()).toMatchObject({ canEdit: false, canAdd: false, canRemove: false, canJoin: true, canLeave: false })
    expect(await change(groupId, { add: [noor.id] })).toEqual({ ok: true, value: null })
    expect(rights()).toMatchObject({ canJoin: false, canLeave: true })
    expect(card.meta().group?.leavesForGood).toBe(false)
    expect(await change(groupId, { add: [mei.id] })).toMatchObject({ error: { code: 'GROUP_REFUSED' } })
    await server.ok(iris, 'PATCH', `/user_groups/${groupId}`, { can_add_members_group: { new: 5 } })
    await clock.advance(2_000)
    expect(rights()).toMatchObject({ canAdd: true, canEdit: false })
    expect(await change(groupId, { add: [mei.id], remove: [noor.id] })).toMatchObject({ ok: true })
    await server.ok(iris, 'PATCH', `/user_groups/${groupId}`, {
      can_manage_group: { new: { direct_members: [noor.id], direct_subgroups: [] } },
    })
    await clock.advance(2_000)
    expect(rights()).toMatchObject({ canEdit: true, canRemove: true, ending: 'deactivate' })
  })

  it('change with every event about a setting', async () => {
    const world = await setUp(500)
    const groupId = await created(world)
    expect((await world.show(groupId)).meta().group?.rights.canEdit).toBe(true)
    await world.server.ok(world.iris, 'PATCH', `/user_groups/${groupId}`, { can_join_group: { new: 5 } })
    await world.clock.advance(2_000)
    expect((await world.show(groupId)).meta().group?.rights.canJoin).toBe(true)
  })
})

describe('the subgroups of a group', () => {
  it.each([371, 500] as const)('are added and removed together with members (%i)', async (level) => {
    const world = await setUp(level)
    const { noor, mei, change, show, atServer } = world
    const inner = await created(world, { name: 'inner', userIds: [noor.id] })
    const outer = await created(world, { name: 'outer', userIds: [mei.id] })
    expect(await change(outer, { remove: [mei.id], addSubgroups: [inner] })).toEqual({ ok: true, value: null })
    expect(await atServer('outer')).toMatchObject({ members: [], direct_subgroup_ids: [inner] })
    const card = await show(outer)
    expect(card.items()).toMatchObject([
      { kind: 'subgroup', groupId: inner, name: 'inner', memberCount: 1 },
      { kind: 'member', person: { id: noor.id }, isDirect: false },
    ])
    expect((await show(outer, 'inn')).items().map(({ kind }) => kind)).toEqual(['subgroup'])
    expect(await change(outer, { addSubgroups: [inner] })).toEqual({
      ok: false,
      error: { code: 'GROUP_ALREADY_MEMBER', values: { name: 'inner' } },
    })
    expect((await show(inner)).meta().group?.uses).toMatchObject({ supergroups: ['outer'], isInOrganization: false })
    expect(await world.end(inner)).toEqual({
      ok: false,
      error: {
        code: 'GROUP_IN_USE',
        values: { supergroups: ['outer'], streams: [], groups: [], isInOrganization: false },
      },
    })
    expect(await change(outer, { add: [mei.id], removeSubgroups: [inner] })).toEqual({ ok: true, value: null })
    expect(await world.end(inner)).toEqual({ ok: true, value: null })
    expect(await world.create({ name: 'inner' })).toEqual({
      ok: false,
      error: { code: 'GROUP_NAME_TAKEN', values: { name: 'inner', isDeactivated: true } },
    })
  })

  it('are shown and not offered for change below level 311', async () => {
    const world = await setUp(237)
    const { server, iris, change, show, clock } = world
    const inner = await created(world, { name: 'inner' })
    const outer = await created(world, { name: 'outer' })
    await server.ok(iris, 'POST', `/user_groups/${outer}/subgroups`, { add: [inner] })
    await clock.advance(2_000)
    const card = await show(outer)
    expect(card.items()).toMatchObject([{ kind: 'subgroup', groupId: inner }])
    expect(card.meta().group?.hasSubgroupChanges).toBe(false)
    expect(await change(outer, { removeSubgroups: [inner] })).toMatchObject({ error: { code: 'GROUP_REFUSED' } })
  })
})

describe('large lists of groups', () => {
  it('grow in steps, are searched by name before description, and are filtered by membership', async () => {
    const world = await setUp(237, {
      before: (server, { iris }) => {
        const { context } = server.built
        context.write(() => {
          for (let index = 0; index < 150; index += 1) {
            const id = context.tables.groups.add({ name: `many ${index}`, description: 'of many', canMention: 6 })
            if (index === 7) context.tables.groups.addMember(id, iris.id)
          }
          context.tables.groups.add({ name: 'zebra', description: '', canMention: 6 })
          context.tables.groups.add({ name: 'apples', description: 'Not a zebra', canMention: 6 })
        })
      },
    })
    const all = await world.open()
    expect(all.meta()).toMatchObject({ found: 158, hasMore: true })
    expect(all.items()).toHaveLength(clientLimits.listStep.most)
    await world.client.engine.call('views.more', { viewId: all.viewId, direction: 'older' }, testWindow)
    await world.clock.until('more are listed', () => all.items().length === 2 * clientLimits.listStep.most)
    expect((await world.open('all', 'ZEBRA')).items().map(({ name }) => name)).toEqual(['zebra', 'apples'])
    expect((await world.open('joined', 'many')).items().map(({ name }) => name)).toEqual(['many 7'])
  })

  it('show the first members of a group of 20,000', async () => {
    const count = 20_000
    const world = await setUp(237, {
      before: (server) => {
        const { context } = server.built
        context.write(() => {
          const id = context.tables.groups.add({ name: 'crowd', description: '', canMention: 6 })
          for (let index = 0; index < count; index += 1) {
            const user = {
              deliveryEmail: `p${index}@crowd.example`,
              fullName: `Person ${index}`,
              role: 400,
              apiKey: `key ${index}`,
              dateJoined: 1,
            }
            context.tables.groups.addMember(id, context.tables.users.add(user, 'test.example'))
          }
        })
      },
    })
    const groupId = (await world.open('all', 'crowd')).items()[0]?.groupId ?? 0
    const card = await world.show(groupId, 'person')
    expect(card.items()).toHaveLength(clientLimits.groupMembers.most)
    expect(card.meta()).toMatchObject({ found: count, group: { memberCount: count, others: null } })
  })
})
