import type { FeatureLevel } from '../base/feature-levels.ts'
import { systemGroups } from '../store/people/groups.ts'
import type { Fields } from './change.ts'
import {
  earlySettings,
  formerPolicies,
  groupSettings,
  newSettings,
  streamSettings,
  type GroupSetting,
} from './group-setting-table.ts'

const names: Readonly<Record<number, string>> = {
  [systemGroups.owners]: 'role:owners',
  [systemGroups.administrators]: 'role:administrators',
  [systemGroups.moderators]: 'role:moderators',
  [systemGroups.fullMembers]: 'role:fullmembers',
  [systemGroups.members]: 'role:members',
  [systemGroups.everyone]: 'role:everyone',
  [systemGroups.nobody]: 'role:nobody',
}

function nameOf(group: number): string {
  return names[group] ?? 'role:nobody'
}

/** `server_supported_permission_settings` of registrations: the groups that each setting allows at a level. */
export function permissionSettings(level: FeatureLevel): Fields {
  const table = (list: readonly GroupSetting[], creator: string, forSystemGroups: string | null) =>
    Object.fromEntries(
      list
        .filter((given) => !('level' in given) || Number(given.level) <= level)
        .map((given) => [given.name, entry(given, creator, forSystemGroups)]),
    )
  const realm = [
    ...earlySettings,
    ...formerPolicies.filter((former) => former.level <= level).flatMap(({ settings }) => settings),
    ...newSettings,
  ]
  return {
    realm: table(realm, 'role:nobody', null),
    stream: table(streamSettings, 'stream_creator_or_nobody', null),
    group: table(groupSettings, 'group_creator', 'role:nobody'),
  }
}

function entry(given: GroupSetting, creator: string, forSystemGroups: string | null): Fields {
  return {
    require_system_group: given.systemGroups !== undefined,
    allow_internet_group: false,
    allow_nobody_group: given.needsSomebody !== true,
    allow_everyone_group: given.allowsEveryone,
    default_group_name: given.isOfCreator === true ? creator : nameOf(given.usual),
    default_for_system_groups: forSystemGroups,
    allowed_system_groups: (given.systemGroups ?? []).map(nameOf),
  }
}
