import { z } from 'zod'
import type { ServerContext } from '../../context/context.ts'
import { limits, requireShort, requireLength } from '../../base/limits.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import {
  directMembers,
  directSubgroups,
  groupObject,
  groupObjects,
  isMemberOf,
  mayActOnGroup,
  mayCreateGroup,
  membersOf,
  withSubgroups,
} from '../../people/groups.ts'
import { changeSubgroups, requireSubgroups } from '../../people/subgroups.ts'
import { announceMembership } from '../../messages/sending/notification-bot.ts'
import type { GroupAct } from '../../context/level-rules.ts'
import { isGuest } from '../../people/permissions.ts'
import { settingGroup } from '../../streams/stream-settings.ts'
import { systemGroups, type GroupRow } from '../../store/people/groups.ts'
import type { UserRow } from '../../store/people/users.ts'

const idList = z.array(z.number().int()).max(20_000)

/** User groups, their members and subgroups (Service API, Create a user group; wire-protocol.md §2.8). */
export function userGroupRoutes(api: Endpoints, context: ServerContext): void {
  const { groups, users } = context.tables

  function tell(event: Record<string, unknown>): void {
    for (const user of users.all()) context.events.publish(user.id, () => ({ type: 'user_group', ...event }))
  }

  function requireReader(user: UserRow): void {
    if (isGuest(user)) throw badRequest('Not allowed for guest users')
  }

  function requireRight(user: UserRow, group: GroupRow, act: GroupAct): void {
    if (!mayActOnGroup(context, user, group, act)) throw badRequest('Insufficient permission')
  }

  function existing(call: AuthenticatedCall): GroupRow {
    const group = groups.get(pathInteger(call, 'user_group_id'))
    if (group === undefined) throw badRequest('Invalid user group')
    return group
  }

  /** A group that is not a system group. @throws ServiceError `BAD_REQUEST` */
  function editable(call: AuthenticatedCall): GroupRow {
    const group = ofPeople(call)
    requireRight(call.user, group, 'manage')
    return group
  }

  function ofPeople(call: AuthenticatedCall): GroupRow {
    if (isGuest(call.user)) throw badRequest('Insufficient permission')
    const group = existing(call)
    if (group.is_system_group === 1) throw badRequest('Insufficient permission')
    return group
  }

  function readName(text: string, except: number | undefined): string {
    const name = text.trim()
    if (name === '') throw badRequest("User group name can't be empty!")
    requireShort(limits.groupName, name)
    if (/^(?:@|role:|user:|stream:|channel:)/i.test(name))
      throw badRequest(`User group name cannot start with '${name.split(':')[0] ?? '@'}'.`)
    if (/[*\p{Cc}\p{Cs}]/u.test(name)) throw badRequest('Invalid character in user group name!')
    const taken = groups.byName(name)
    if (taken !== undefined && taken.id !== except) throw badRequest(`User group '${name}' already exists.`)
    return name
  }

  /** The ids to add and to remove. @throws ServiceError `BAD_REQUEST` if both lists are empty */
  function readLists({ parameters }: AuthenticatedCall): { add: readonly number[]; remove: readonly number[] } {
    const add = parameters.optionalJson('add', idList) ?? []
    const remove = parameters.optionalJson('delete', idList) ?? []
    if (add.length === 0 && remove.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
    return { add, remove }
  }

  function requireMembers(ids: readonly number[]): void {
    for (const id of ids) {
      const user = users.get(id)
      if (user === undefined || user.is_system === 1) throw badRequest(`Invalid user ID: ${id}`)
      if (user.is_active === 0) throw badRequest(`Invalid user ID: ${id}`)
    }
  }

  /** Checks the permission to change members; users who may not change others may still join or leave. */
  function requireMemberRights(
    user: UserRow,
    group: GroupRow,
    { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): void {
    const isOwn = (ids: readonly number[]) => ids.every((id) => id === user.id)
    if (add.length > 0) requireRight(user, group, isOwn(add) ? 'join' : 'add members')
    if (remove.length > 0) requireRight(user, group, isOwn(remove) ? 'leave' : 'remove members')
  }

  api.authenticated('GET', '/user_groups', ({ user }) => {
    requireReader(user)
    return { user_groups: groupObjects(context) }
  })

  api.authenticated('POST', '/user_groups/create', ({ parameters, user }) => {
    if (!mayCreateGroup(context, user)) throw badRequest('Insufficient permission')
    const store = context.layer?.settingsOfNewGroup(parameters)
    const given = parameters.text('name')
    const description = requireLength('Description', parameters.text('description'), limits.groupDescription)
    const members = [...new Set(parameters.json('members', idList))]
    const mention =
      parameters.optionalInteger('can_mention_group') ??
      parameters.optionalInteger('can_mention_group_id') ??
      systemGroups.everyone
    context.write(() => {
      requireMembers(members)
      const canMention = settingGroup(context, 'can_mention_group', mention, { onlySystem: false })
      const name = readName(given, undefined)
      const id = groups.add({
        name,
        description,
        canMention,
        creatorId: user.id,
        dateCreated: context.nowSeconds(),
      })
      store?.(id)
      for (const member of members) groups.addMember(id, member)
      const group = groups.get(id)
      if (group !== undefined) tell({ op: 'add', group: groupObject(context, group) })
    })
    return {}
  })

  api.authenticated('PATCH', '/user_groups/:user_group_id', (call) => {
    const { parameters } = call
    const name = parameters.optionalText('name')
    const description = parameters.optionalText('description')
    const mention =
      parameters.optionalInteger('can_mention_group') ?? parameters.optionalInteger('can_mention_group_id')
    if (name === undefined && description === undefined && mention === undefined)
      throw badRequest('No new data supplied')
    context.write(() => {
      const group = editable(call)
      const data = {
        ...(name === undefined ? {} : { name: readName(name, group.id) }),
        ...(description === undefined
          ? {}
          : { description: requireLength('Description', description, limits.groupDescription) }),
        ...(mention === undefined
          ? {}
          : { can_mention_group: settingGroup(context, 'can_mention_group', mention, { onlySystem: false }) }),
      }
      groups.change({ ...group, ...data })
      for (const [property, value] of Object.entries(data)) {
        tell({ op: 'update', group_id: group.id, data: { [property]: value } })
      }
    })
    return {}
  })

  api.authenticated('DELETE', '/user_groups/:user_group_id', (call) => {
    context.write(() => {
      const group = editable(call)
      for (const parent of groups.supergroups(group.id)) {
        groups.removeSubgroup(parent, group.id)
        tell({ op: 'remove_subgroups', group_id: parent, direct_subgroup_ids: [group.id] })
      }
      for (const other of groups.all()) {
        if (other.can_mention_group !== group.id || other.id === group.id) continue
        groups.change({ ...other, can_mention_group: systemGroups.nobody })
        tell({ op: 'update', group_id: other.id, data: { can_mention_group: systemGroups.nobody } })
      }
      groups.remove(group.id)
      tell({ op: 'remove', group_id: group.id })
    })
    return {}
  })

  api.authenticated('POST', '/user_groups/:user_group_id/members', (call) => {
    const { add, remove } = readLists(call)
    context.write(() => {
      const group = ofPeople(call)
      requireMemberRights(call.user, group, { add, remove })
      requireMembers(add)
      const members = new Set(groups.members(group.id))
      for (const id of add) if (members.has(id)) throw badRequest(`User ${id} is already a member of this group`)
      for (const id of remove) if (!members.has(id)) throw badRequest(`There is no member '${id}' in this user group`)
      const added = [...new Set(add)].filter((id) => groups.addMember(group.id, id))
      if (added.length > 0) tell({ op: 'add_members', group_id: group.id, user_ids: added })
      const removed = [...new Set(remove)].filter((id) => groups.removeMember(group.id, id))
      if (removed.length > 0) tell({ op: 'remove_members', group_id: group.id, user_ids: removed })
      announceMembership(context, call.user, group, { added, removed })
    })
    return {}
  })

  api.authenticated('GET', '/user_groups/:user_group_id/members', (call) => {
    requireReader(call.user)
    const group = existing(call)
    const isDirect = call.parameters.boolean('direct_member_only', false)
    const members = isDirect ? directMembers(context, group) : [...membersOf(context, group.id)]
    return { members: members.sort((a, b) => a - b) }
  })

  api.authenticated('GET', '/user_groups/:user_group_id/members/:user_id', (call) => {
    requireReader(call.user)
    const group = existing(call)
    const person = users.get(pathInteger(call, 'user_id'))
    if (person === undefined) throw badRequest('No such user')
    const isDirect = call.parameters.boolean('direct_member_only', false)
    return {
      is_user_group_member: isDirect
        ? directMembers(context, group).includes(person.id)
        : isMemberOf(context, person, group.id),
    }
  })

  api.authenticated('POST', '/user_groups/:user_group_id/subgroups', (call) => {
    const { add, remove } = readLists(call)
    context.write(() => {
      const group = editable(call)
      requireSubgroups(context, group, { add, remove })
      changeSubgroups(context, group, { add, remove })
    })
    return {}
  })

  api.authenticated('GET', '/user_groups/:user_group_id/subgroups', (call) => {
    requireReader(call.user)
    const group = existing(call)
    const isDirect = call.parameters.boolean('direct_subgroup_only', false)
    const subgroups = isDirect
      ? directSubgroups(context, group.id)
      : [...withSubgroups(context, group.id)].filter((id) => id !== group.id)
    return { subgroups: subgroups.sort((a, b) => a - b) }
  })
}
