import type { ServerContext } from '../context/context.ts'
import type { GroupAct } from '../context/level-rules.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { isFullMember, isModerator, policyAllows, roles } from './permissions.ts'
import { systemGroups, type GroupRow } from '../store/people/groups.ts'
import type { UserRow } from '../store/people/users.ts'

/** The direct subgroup of each system group; its members belong to it as well (wire-protocol.md §2.8). */
const systemSubgroup: Readonly<Record<number, number>> = {
  [systemGroups.administrators]: systemGroups.owners,
  [systemGroups.moderators]: systemGroups.administrators,
  [systemGroups.fullMembers]: systemGroups.moderators,
  [systemGroups.members]: systemGroups.fullMembers,
  [systemGroups.everyone]: systemGroups.members,
  [systemGroups.internet]: systemGroups.everyone,
}

/** The system groups of which a user is a direct member: that of the role, and possibly that of full members. */
export interface SystemMembership {
  readonly role: number
  readonly isFull: boolean
}

export function systemMembership(context: ServerContext, user: UserRow): SystemMembership {
  switch (user.role) {
    case roles.owner:
      return { role: systemGroups.owners, isFull: false }
    case roles.administrator:
      return { role: systemGroups.administrators, isFull: false }
    case roles.moderator:
      return { role: systemGroups.moderators, isFull: false }
    case roles.guest:
      return { role: systemGroups.everyone, isFull: false }
    default:
      return { role: systemGroups.members, isFull: isFullMember(context, user) }
  }
}

function systemGroupsOf(context: ServerContext, user: UserRow): number[] {
  const { role, isFull } = systemMembership(context, user)
  return isFull ? [role, systemGroups.fullMembers] : [role]
}

export function directSubgroups(context: ServerContext, groupId: number): number[] {
  const system = systemSubgroup[groupId]
  return system === undefined ? context.tables.groups.subgroups(groupId) : [system]
}

/** The direct members, without members of subgroups; deactivated accounts remain members. */
export function directMembers(context: ServerContext, group: GroupRow): number[] {
  const { users, groups } = context.tables
  if (group.is_system_group === 1) {
    return users
      .all()
      .filter((user) => systemGroupsOf(context, user).includes(group.id))
      .map((user) => user.id)
  }
  return groups.members(group.id)
}

/** The group and all its subgroups, transitively. */
export function withSubgroups(context: ServerContext, groupId: number): Set<number> {
  const found = new Set<number>([groupId])
  for (const id of found) {
    for (const inner of directSubgroups(context, id)) found.add(inner)
  }
  return found
}

/** The effective members: direct ones and those of all subgroups. */
export function membersOf(context: ServerContext, groupId: number): Set<number> {
  const members = new Set<number>()
  for (const id of withSubgroups(context, groupId)) {
    const group = context.tables.groups.get(id)
    if (group === undefined) continue
    for (const member of directMembers(context, group)) members.add(member)
  }
  return members
}

/** Whether the user is an effective member of the group. */
export function isMemberOf(context: ServerContext, user: UserRow, groupId: number): boolean {
  const inside = withSubgroups(context, groupId)
  if (systemGroupsOf(context, user).some((id) => inside.has(id))) return user.is_active === 1
  for (const id of inside) {
    if (context.tables.groups.members(id).includes(user.id)) return user.is_active === 1
  }
  return false
}

export function mayCreateGroup(context: ServerContext, user: UserRow): boolean {
  return context.layer?.rights.mayCreateGroup(user) ?? isAllowedByPolicy(context, user)
}

/** Whether the user may act on the group: by the policy, members may change their own groups, and moderators all. */
export function mayActOnGroup(context: ServerContext, user: UserRow, group: GroupRow, act: GroupAct): boolean {
  const byGroup = context.layer?.rights.mayActOnGroup(user, group, act)
  if (byGroup !== undefined) return byGroup
  return (isModerator(user) || isMemberOf(context, user, group.id)) && isAllowedByPolicy(context, user)
}

function isAllowedByPolicy(context: ServerContext, user: UserRow): boolean {
  return policyAllows(context, user, organizationSettings(context).user_group_edit_policy)
}

/** A user group as clients receive it (wire-protocol.md §2.8). */
export function groupObject(context: ServerContext, group: GroupRow): Record<string, unknown> {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: directMembers(context, group),
    direct_subgroup_ids: directSubgroups(context, group.id),
    is_system_group: group.is_system_group === 1,
    can_mention_group: group.can_mention_group,
  }
}

/** Every group. One pass over the users counts the members of all system groups. */
export function groupObjects(context: ServerContext): Record<string, unknown>[] {
  const system = new Map<number, number[]>()
  for (const user of context.tables.users.all()) {
    for (const id of systemGroupsOf(context, user)) {
      const members = system.get(id)
      if (members === undefined) system.set(id, [user.id])
      else members.push(user.id)
    }
  }
  return context.tables.groups.all().map((group) =>
    group.is_system_group === 1
      ? {
          ...groupObject(context, { ...group, is_system_group: 0 }),
          members: system.get(group.id) ?? [],
          is_system_group: true,
        }
      : groupObject(context, group),
  )
}
