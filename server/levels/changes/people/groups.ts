import { z } from 'zod'
import { badRequest } from '#server/base/errors.ts'
import { mayActOnGroup } from '#server/people/groups.ts'
import { changeSubgroups, requireSubgroups } from '#server/people/subgroups.ts'
import { pathInteger, type PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import type { GroupRow } from '#server/store/people/groups.ts'
import type { Fields, LevelChange, Scene } from '../../change.ts'
import { groupPlace, isSameGroup, readGroup, settingOfGroup } from '../../group-settings.ts'
import { groupSettings } from '../../group-setting-table.ts'

/** User groups (newer-servers.md §5). */
export const groups: readonly LevelChange[] = [
  {
    level: 260,
    what: 'a setting of a group is changed from its old value to a new one',
    rewrite: { calls: { 'PATCH /user_groups/:user_group_id': changeSettings } },
  },
  ...groupSettings.map(({ level, name }): LevelChange => ({
    level,
    what: `${name} is a setting of a group`,
    rewrite: {
      forms: {
        group(group, scene) {
          const row = rowOf(scene, group)
          return row === undefined ? group : { ...group, [name]: settingOfGroup(scene.context, row, name) }
        },
      },
    },
  })),
  {
    level: 292,
    what: 'groups name their creator and their day',
    rewrite: {
      forms: {
        group(group, scene) {
          const row = rowOf(scene, group)
          return { ...group, creator_id: row?.creator_id ?? null, date_created: row?.date_created ?? null }
        },
      },
    },
  },
  {
    level: 300,
    what: 'people are told when they are added to a group or removed from it',
    // The family's list of changes does not state the level.
    rewrite: { habits: ['announces membership'] },
  },
  {
    level: 303,
    what: 'deactivated people belong to no group; a reactivated one is added again',
    rewrite: {
      forms: {
        group: (group, scene) =>
          Array.isArray(group.members)
            ? { ...group, members: (group.members as number[]).filter((id) => isActive(scene, id)) }
            : group,
      },
      habits: ['adds reactivated people to their groups'],
    },
  },
  {
    level: 311,
    what: 'a new group may have subgroups; subgroups are changed together with members',
    rewrite: {
      calls: {
        'POST /user_groups/create': createWithSubgroups,
        'POST /user_groups/:user_group_id/members': changeWithSubgroups,
      },
    },
  },
  {
    level: 317,
    what: 'the answer to a new group has its id',
    rewrite: {
      calls: {
        async 'POST /user_groups/create'(call, next, { context }) {
          const name = call.parameters.peek('name')?.trim() ?? ''
          const answer = await next()
          return { ...answer, group_id: context.tables.groups.byName(name)?.id }
        },
      },
    },
  },
]

/** Changes the group settings in a request; the endpoint changes the other fields. */
async function changeSettings(
  call: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  { context, level }: Scene,
): Promise<Fields> {
  const { parameters, user } = call
  const group = context.tables.groups.get(pathInteger(call, 'user_group_id'))
  const given = groupSettings.filter((one) => one.level <= level && parameters.peek(one.name) !== undefined)
  if (given.length === 0 || group === undefined || user === undefined) return next()
  if (group.is_system_group === 1 || !mayActOnGroup(context, user, group, 'manage')) {
    throw badRequest('Insufficient permission')
  }
  const wanted = given.flatMap((one) => {
    const current = settingOfGroup(context, group, one.name)
    const value = readGroup(context, one, parameters.take(one.name) ?? '', current)
    return isSameGroup(value, current) ? [] : [[one.name, value] as const]
  })
  const isMore = ['name', 'description', 'deactivated'].some((name) => parameters.peek(name) !== undefined)
  const answer = isMore ? await next() : {}
  context.write(() => {
    for (const [name, value] of wanted) {
      context.levelSettings?.set(groupPlace(group.id), name, value)
      context.events.publishToEverybody({
        type: 'user_group',
        op: 'update',
        group_id: group.id,
        data: { [name]: value },
      })
    }
  })
  return answer
}

/** `POST /user_groups/create` with `subgroups`, which are added after the group. */
async function createWithSubgroups(
  { parameters }: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  { context }: Scene,
): Promise<Fields> {
  const { groups: table } = context.tables
  const subgroups = parameters.optionalJson('subgroups', z.array(z.number().int()).max(1000)) ?? []
  for (const id of subgroups) if (table.get(id) === undefined) throw badRequest(`Invalid user group ID: ${id}`)
  const name = parameters.peek('name')?.trim() ?? ''
  const answer = await next()
  const group = table.byName(name)
  if (subgroups.length === 0 || group === undefined) return answer
  context.write(() => {
    const added = [...new Set(subgroups)].filter((id) => table.addSubgroup(group.id, id))
    context.events.publishToEverybody({
      type: 'user_group',
      op: 'add_subgroups',
      group_id: group.id,
      direct_subgroup_ids: added,
    })
  })
  return answer
}

/**
 * `POST /user_groups/{user_group_id}/members` with `add_subgroups` and `delete_subgroups`. All of the change is checked
 * before any of it is made.
 */
async function changeWithSubgroups(
  call: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  { context }: Scene,
): Promise<Fields> {
  const { parameters, user } = call
  const ids = z.array(z.number().int()).max(1000)
  const add = parameters.optionalJson('add_subgroups', ids) ?? []
  const remove = parameters.optionalJson('delete_subgroups', ids) ?? []
  const group = context.tables.groups.get(pathInteger(call, 'user_group_id'))
  if ((add.length === 0 && remove.length === 0) || group === undefined || user === undefined) return next()
  const acts = [
    ...(add.length > 0 ? (['add members'] as const) : []),
    ...(remove.length > 0 ? (['remove members'] as const) : []),
  ]
  if (group.is_system_group === 1 || !acts.every((act) => mayActOnGroup(context, user, group, act))) {
    throw badRequest('Insufficient permission')
  }
  requireSubgroups(context, group, { add, remove })
  const hasMembers = ['add', 'delete'].some((name) => !['', '[]'].includes(parameters.peek(name)?.trim() ?? ''))
  const answer = hasMembers ? await next() : {}
  context.write(() => {
    changeSubgroups(context, group, { add, remove })
  })
  return answer
}

function isActive({ context }: Scene, id: number): boolean {
  return context.tables.users.get(id)?.is_active === 1
}

function rowOf({ context }: Scene, group: Fields): GroupRow | undefined {
  return context.tables.groups.get(Number(group.id))
}
