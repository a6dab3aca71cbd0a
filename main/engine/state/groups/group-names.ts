import type { GroupAudience, GroupName, GroupUses } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { systemRoles, type SystemRole } from '#shared/group-choices.ts'
import { readGroupFacts } from '../../store/documents/group-facts.ts'
import type { OrganizationSettings } from '../../store/documents/organization-settings.ts'
import { readStreamFacts } from '../../store/documents/stream-facts.ts'
import type { StreamRow } from '../../store/directory.ts'
import type { GroupId } from '../../values/ids.ts'
import { groupSettingSchema, type GroupSetting } from '../../values/people.ts'
import type { Group, Groups } from './groups.ts'

/** The name of each system group in the protocol (wire-protocol.md §2.8). */
export const systemNames: Readonly<Record<SystemRole, string>> = {
  nobody: 'role:nobody',
  owners: 'role:owners',
  administrators: 'role:administrators',
  moderators: 'role:moderators',
  full_members: 'role:fullmembers',
  members: 'role:members',
  everyone: 'role:everyone',
  internet: 'role:internet',
}

const rolesByName: ReadonlyMap<string, SystemRole> = new Map(
  systemRoles.map((role) => [systemNames[role], role] as const),
)

/** Returns the name of a group; the role of a system group that Skein knows. */
export function groupName({ id, name, is_system }: Pick<Group, 'id' | 'name' | 'is_system'>): GroupName {
  return { groupId: id, name, role: is_system === 1 ? (rolesByName.get(name) ?? null) : null }
}

/** Returns the setting that decides who may mention a group; null if it cannot be read. */
export function mentionSetting({ mention_setting }: Pick<Group, 'mention_setting'>): GroupSetting | null {
  const setting = groupSettingSchema.safeParse(JSON.parse(mention_setting))
  return setting.success ? setting.data : null
}

/** Returns the people whom a setting names; null if its group is unknown. */
export function audienceOf(setting: GroupSetting | null, groups: Pick<Groups, 'get'>): GroupAudience | null {
  if (setting === null) return null
  if (typeof setting !== 'number') {
    return { kind: 'some', people: setting.direct_members.length, groups: setting.direct_subgroups.length }
  }
  const group = groups.get(setting)
  if (group === undefined) return null
  const { role, name } = groupName(group)
  return role === null ? { kind: 'group', name } : { kind: 'role', role }
}

interface Users {
  readonly groups: Groups
  readonly streams: ReadonlyMap<number, Pick<StreamRow, 'name' | 'facts' | 'is_archived'>>
  readonly organization: OrganizationSettings
}

/** Returns the groups, streams and settings that name a group, as far as they are known here. */
export function usesOf(id: GroupId, { groups, streams, organization }: Users): GroupUses {
  const { most } = clientLimits.groupUses
  const others = groups.all().filter((group) => group.id !== id && group.is_deactivated === 0)
  const names = (values: readonly unknown[]) => values.some((value) => isNaming(value, id))
  const named = (rows: readonly { readonly name: string }[]) => rows.slice(0, most).map(({ name }) => name)
  return {
    supergroups: named(others.filter((group) => group.subgroups.has(id))),
    streams: named(
      [...streams.values()].filter(
        (stream) => stream.is_archived === 0 && names(settingsIn(readStreamFacts(stream.facts))),
      ),
    ),
    groups: named(others.filter((group) => names([mentionSetting(group), ...settingsIn(readGroupFacts(group.facts))]))),
    isInOrganization: names(settingsIn(organization)),
  }
}

/** The values of an object whose names are those of group settings. Other numbers could be mistaken for ids. */
function settingsIn(object: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(object).flatMap(([name, value]) =>
    name.endsWith('_group') || name.startsWith('can_') ? [value] : [],
  )
}

function isNaming(value: unknown, id: GroupId): boolean {
  if (value === id) return true
  const setting = groupSettingSchema.safeParse(value)
  return setting.success && typeof setting.data !== 'number' && setting.data.direct_subgroups.includes(id)
}
