import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { badRequest, ServiceError } from '../base/errors.ts'
import { isMemberOf, membersOf } from '../people/groups.ts'
import { parseGivenJson } from '../base/json.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { isGuest } from '../people/permissions.ts'
import {
  formerPolicies,
  groupSettings,
  newSettings,
  streamSettings,
  type FormerPolicy,
  type GroupSetting,
} from './group-setting-table.ts'
import { systemGroups, type GroupRow } from '../store/people/groups.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import type { RequestFields, StoreSettings } from '../context/level-rules.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'

/** A group setting: the id of a named group, or an anonymous group (newer-servers.md, **G**). */
export const groupValue = z.union([
  z.number().int(),
  z.object({
    direct_members: z.array(z.number().int()).max(20_000),
    direct_subgroups: z.array(z.number().int()).max(1000),
  }),
])

const g = systemGroups

export type GroupValue = z.infer<typeof groupValue>

/** Policy numbers from here on refer to the stored group of a setting (`Rights.allows`). */
const firstOwnPolicy = 100
const settingsWithPolicy = formerPolicies.flatMap((former) => former.settings)

/** The policy number that refers to the stored group of this setting. */
export function ownPolicy(given: GroupSetting): number {
  return firstOwnPolicy + settingsWithPolicy.indexOf(given)
}

export function settingOfPolicy(policy: number): GroupSetting | undefined {
  return settingsWithPolicy[policy - firstOwnPolicy]
}

function stored(context: ServerContext, place: string, name: string): GroupValue | undefined {
  const value = groupValue.safeParse(context.levelSettings?.get(place, name))
  return value.success ? value.data : undefined
}

/** The value of an organization setting that is equivalent to its former policy. */
export function valueOfPolicy(context: ServerContext, given: GroupSetting, policy: unknown): GroupValue {
  return given.groups?.[Number(policy)] ?? stored(context, 'realm', given.name) ?? given.usual
}

/** The value of an organization setting. */
export function organizationGroup(context: ServerContext, name: string): GroupValue {
  for (const { policy, settings } of formerPolicies) {
    const found = settings.find((known) => known.name === name)
    if (found !== undefined) return valueOfPolicy(context, found, organizationSettings(context)[policy])
  }
  const usual = newSettings.find((known) => known.name === name)?.usual ?? g.nobody
  const found = stored(context, 'realm', name)
  if (name === 'create_multiuse_invite_group' || name === 'can_access_all_users_group') {
    // An anonymous group is stored beside the id.
    return typeof found === 'object' ? found : organizationSettings(context)[name]
  }
  return found ?? usual
}

const postGroups: Readonly<Record<number, number>> = {
  1: g.everyone,
  2: g.administrators,
  3: g.fullMembers,
  4: g.moderators,
}

/** The value of a stream setting. */
export function streamGroup(context: ServerContext, stream: StreamRow, name: string): GroupValue {
  const found = stored(context, String(stream.id), name)
  if (found !== undefined) return found
  if (name === 'can_send_message_group') return postGroups[stream.stream_post_policy] ?? g.everyone
  if (name === 'can_remove_subscribers_group') return stream.can_remove_subscribers_group
  return usualValue(streamSettings, name, stream.creator_id)
}

/** The value of a setting of a group; for system groups the empty group. */
export function settingOfGroup(context: ServerContext, group: GroupRow, name: string): GroupValue {
  if (group.is_system_group === 1) return g.nobody
  const found = stored(context, groupPlace(group.id), name)
  if (found !== undefined) return found
  return name === 'can_mention_group' ? group.can_mention_group : usualValue(groupSettings, name, group.creator_id)
}

function usualValue(table: readonly GroupSetting[], name: string, creatorId: number | null): GroupValue {
  const given = table.find((known) => known.name === name)
  return given?.isOfCreator === true && creatorId !== null
    ? { direct_members: [creatorId], direct_subgroups: [] }
    : (given?.usual ?? g.nobody)
}

/** The `stream_post_policy` that corresponds exactly to this group, if any. */
export function postPolicyOf(value: GroupValue): number | undefined {
  const found = Object.entries(postGroups).find(([, group]) => group === value)
  return found === undefined ? undefined : Number(found[0])
}

/** Whether the user is an effective member of the group. */
export function isIn(context: ServerContext, user: UserRow, value: GroupValue): boolean {
  if (value === g.nobody) return false
  if (typeof value === 'number') return isMemberOf(context, user, value)
  return (
    (user.is_active === 1 && value.direct_members.includes(user.id)) ||
    value.direct_subgroups.some((group) => isMemberOf(context, user, group))
  )
}

/**
 * Whether a setting with this value gives the user the permission. Guests have it only if the setting allows everyone.
 */
export function isGranted(context: ServerContext, user: UserRow, given: GroupSetting, value: GroupValue): boolean {
  return (given.allowsEveryone || !isGuest(user)) && isIn(context, user, value)
}

/** Whether an organization setting gives the user the permission. */
export function hasRight(context: ServerContext, user: UserRow, given: GroupSetting): boolean {
  return isGranted(context, user, given, organizationGroup(context, given.name))
}

/** System groups from the smallest to the largest. */
const nested = [g.nobody, g.owners, g.administrators, g.moderators, g.fullMembers, g.members, g.everyone]

/** The smallest allowed system group that contains the given group. */
export function superset(context: ServerContext, value: GroupValue, allowed: readonly number[]): number {
  const groups = typeof value === 'number' ? [value] : value.direct_subgroups
  const members = new Set(typeof value === 'number' ? [] : value.direct_members)
  for (const group of groups) for (const member of membersOf(context, group)) members.add(member)
  const fitting = nested.filter((group) => allowed.includes(group))
  const found = fitting.find((group) => {
    const inside = membersOf(context, group)
    return [...members].every((member) => inside.has(member))
  })
  return found ?? fitting.at(-1) ?? g.everyone
}

/** The policy of the setting's system group, or of the smallest superset of its group. */
export function nearestPolicy(context: ServerContext, { settings, policy }: FormerPolicy): number {
  const now = Number(organizationSettings(context)[policy])
  const [first] = settings
  if (now < firstOwnPolicy || first?.groups === undefined) return now
  const groups = Object.entries(first.groups)
  const group = superset(
    context,
    valueOfPolicy(context, first, now),
    groups.map(([, id]) => id),
  )
  return Number(groups.find(([, id]) => id === group)?.[0] ?? now)
}

const change = z.object({ new: groupValue, old: groupValue.optional() })

/**
 * Reads the group of a setting from a request: `{new, old}` for a change, the group alone for a new object.
 * @throws ServiceError `BAD_REQUEST`, `EXPECTATION_MISMATCH` if `old` is not the current value
 */
export function readGroup(
  context: ServerContext,
  given: GroupSetting,
  text: string,
  current: GroupValue | undefined,
): GroupValue {
  let value: unknown
  try {
    value = parseGivenJson(text)
  } catch {
    throw badRequest(`Argument "${given.name}" is not valid JSON.`)
  }
  const read = current === undefined ? groupValue.safeParse(value) : change.safeParse(value)
  if (!read.success) throw badRequest(`${given.name} is not a group setting`)
  const wish = typeof read.data === 'object' && 'new' in read.data ? read.data : { new: read.data, old: undefined }
  if (wish.old !== undefined && !isSameGroup(wish.old, current ?? wish.old)) {
    throw new ServiceError('EXPECTATION_MISMATCH', "'old' value does not match the expected value.")
  }
  const group = plain(wish.new)
  if (given.systemGroups !== undefined && (typeof group !== 'number' || !isSystemGroup(context, group))) {
    throw badRequest(`'${given.name}' must be a system user group.`)
  }
  for (const id of typeof group === 'number' ? [group] : group.direct_subgroups) requireGroup(context, given, id)
  for (const id of typeof group === 'number' ? [] : group.direct_members) {
    if (context.tables.users.get(id)?.is_active !== 1) throw badRequest(`Invalid user ID: ${id}`)
  }
  return group
}

/** The storage key of the settings of a group. */
export function groupPlace(id: number): string {
  return `group:${id}`
}

/** Whether the group was deactivated (level 290). */
export function isDeactivated(context: ServerContext, id: number): boolean {
  return context.levelSettings?.get(groupPlace(id), 'deactivated') === true
}

function requireGroup(context: ServerContext, given: GroupSetting, id: number): void {
  const group = context.tables.groups.get(id)
  if (group === undefined || isDeactivated(context, id)) throw badRequest('Invalid user group')
  const isExcluded =
    (id === g.everyone && !given.allowsEveryone) ||
    (id === g.nobody && given.needsSomebody === true) ||
    (given.systemGroups !== undefined && given.systemGroups.length > 0 && !given.systemGroups.includes(id))
  if (id === g.internet || isExcluded) {
    throw badRequest(`'${given.name}' setting cannot be set to '${group.name}' group.`)
  }
}

function isSystemGroup(context: ServerContext, id: number): boolean {
  return context.tables.groups.get(id)?.is_system_group === 1
}

/** Normalizes a group: an anonymous group that consists of one named group becomes that group; ids are sorted. */
function plain(value: GroupValue): GroupValue {
  if (typeof value === 'number') return value
  const members = [...new Set(value.direct_members)].sort((a, b) => a - b)
  const subgroups = [...new Set(value.direct_subgroups)].sort((a, b) => a - b)
  const [only] = subgroups
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only
  return { direct_members: members, direct_subgroups: subgroups }
}

export function isSameGroup(a: GroupValue, b: GroupValue): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

type Read = readonly (readonly [name: string, value: GroupValue])[]

/** Reads the group settings of new objects from a request. @throws ServiceError */
export function newSettingReaders(level: FeatureLevel, organization: () => ServerContext) {
  function read(fields: RequestFields, table: readonly (GroupSetting & { readonly level: number })[]): Read {
    return table
      .filter((given) => given.level <= level)
      .flatMap((given) => {
        const text = fields.take(given.name)
        return text === undefined ? [] : [[given.name, readGroup(organization(), given, text, undefined)] as const]
      })
  }

  function storing(placeOf: (id: number) => string, values: Read): StoreSettings {
    return (id) => {
      for (const [name, value] of values) organization().levelSettings?.set(placeOf(id), name, value)
    }
  }

  return {
    settingsOfNewGroup: (fields: RequestFields) => storing(groupPlace, read(fields, groupSettings)),
    settingsOfNewStreams(fields: RequestFields): StoreSettings {
      const values = read(fields, streamSettings)
      const store = storing(String, values)
      const [, posting] = values.find(([name]) => name === 'can_send_message_group') ?? []
      return (id) => {
        store(id)
        // The older policy follows the group if it can express it.
        const policy = posting === undefined ? undefined : postPolicyOf(posting)
        if (policy !== undefined) organization().tables.streams.change(id, { stream_post_policy: policy })
      }
    },
  }
}
