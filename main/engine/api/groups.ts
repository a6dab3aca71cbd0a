import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { GroupId, UserId } from '../values/ids.ts'
import type { Api, CallOptions } from './client.ts'
import { boundedArray } from './lenient.ts'
import { groupSchema, type WireGroup } from './resources/groups.ts'

/** The settings of a new group. */
export interface WireNewGroup {
  readonly name: string
  readonly description: string
  readonly members: readonly UserId[]
  /** The id of the group whose members may mention the group; null for servers without `mentionRights`. */
  readonly mentionedBy: GroupId | null
}

/** `POST /user_groups/create` (Service API). Older servers do not report the id of the new group (level 317). */
export async function createGroup(api: Api, group: WireNewGroup, options: CallOptions): Promise<void> {
  const form = {
    name: group.name,
    description: group.description,
    members: JSON.stringify(group.members),
    ...(group.mentionedBy === null ? {} : { can_mention_group: String(group.mentionedBy) }),
  }
  await api.call('POST', '/user_groups/create', form, z.object({}), { ...options, once: 'groups' })
}

/** The changed properties of a group. */
export interface WireGroupChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly mentionedBy?: GroupId | undefined
}

/**
 * `PATCH /user_groups/{user_group_id}` (wire-protocol.md §2.8).
 * @param wrapsSettings whether a setting is an object with its new value (`groupSettingChanges`)
 */
export async function updateGroup(
  api: Api,
  id: GroupId,
  { name, description, mentionedBy }: WireGroupChange,
  wrapsSettings: boolean,
  options: CallOptions,
): Promise<void> {
  const setting = wrapsSettings ? JSON.stringify({ new: mentionedBy }) : String(mentionedBy)
  const form = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(mentionedBy === undefined ? {} : { can_mention_group: setting }),
  }
  await api.call('PATCH', `/user_groups/${id}`, form, z.object({}), options)
}

/** Members and subgroups that are added to a group or removed from it. */
export interface MemberChange {
  readonly add: readonly UserId[]
  readonly remove: readonly UserId[]
  readonly addSubgroups: readonly GroupId[]
  readonly removeSubgroups: readonly GroupId[]
}

/**
 * `POST /user_groups/{user_group_id}/members` (Service API). The server refuses the whole change if one of the added is
 * a member already, or one of the removed is not. Subgroups need the capability `subgroupChanges`.
 */
export async function changeMembers(api: Api, id: GroupId, change: MemberChange, options: CallOptions): Promise<void> {
  const lists = {
    add: change.add,
    delete: change.remove,
    add_subgroups: change.addSubgroups,
    delete_subgroups: change.removeSubgroups,
  }
  const given = Object.entries(lists).filter(([, ids]) => ids.length > 0)
  const form = Object.fromEntries(given.map(([name, ids]) => [name, JSON.stringify(ids)]))
  await api.call('POST', `/user_groups/${id}/members`, form, z.object({}), { ...options, once: `group ${id}` })
}

/** `DELETE /user_groups/{user_group_id}` (Service API). */
export async function deleteGroup(api: Api, id: GroupId, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/user_groups/${id}`, {}, z.object({}), options)
}

/** The server's code for a group that is used by a permission or another group (level 298). */
export const groupInUse = 'CANNOT_DEACTIVATE_GROUP_IN_USE'

/**
 * `POST /user_groups/{user_group_id}/deactivate` (newer-servers.md §5).
 * @throws ApiError with the code `groupInUse` if the group is used
 */
export async function deactivateGroup(api: Api, id: GroupId, options: CallOptions): Promise<void> {
  await api.call('POST', `/user_groups/${id}/deactivate`, {}, z.object({}), options)
}

/** `GET /user_groups` (wire-protocol.md §2.8), with deactivated groups. */
export async function getGroups(api: Api, options: CallOptions): Promise<WireGroup[]> {
  const form = { include_deactivated_groups: 'true' }
  const schema = z.object({ user_groups: boundedArray(groupSchema, clientLimits.registeredLong.most) })
  const maxBytes = clientLimits.groupsAnswer.most
  return (await api.call('GET', '/user_groups', form, schema, { maxBytes, ...options })).user_groups
}
