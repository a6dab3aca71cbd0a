import type { GroupAudience } from '#contract/people/groups.ts'
import { systemRoles, type SystemRole } from '#shared/group-choices.ts'
import type { OrganizationPermission } from '#shared/organization/organization-choices.ts'
import type { OrganizationSettings } from '../../store/documents/organization-settings.ts'
import { audienceOf } from '../groups/group-names.ts'
import type { Groups } from '../groups/groups.ts'
import { rightsTable, type Circle, type Policy, type Way } from './rights-table.ts'

type OrganizationWay = Extract<Way, { readonly by: 'organization' }>

/** A setting that gives a permission of the organization. */
export interface PermissionSetting {
  readonly permission: OrganizationPermission
  /** The level from which a group decides. */
  readonly from: number
  /** The level from which any group can be chosen; before, the value is the id of a system group. */
  readonly anyGroupFrom: number
  /** Whether a group may contain guests. */
  readonly hasGuests: boolean
  /** The policy that decides below that level; null if there is none, so that the permission does not exist there. */
  readonly policy: { readonly name: Policy; readonly circles: Readonly<Record<number, Circle>> } | null
}

const systemRoleOf: Readonly<Record<Circle, SystemRole>> = {
  nobody: 'nobody',
  owner: 'owners',
  administrator: 'administrators',
  moderator: 'moderators',
  full_members: 'full_members',
  member: 'members',
  guest: 'everyone',
}

/** The settings of the table of rights that the organization can change, each once. */
const settings: ReadonlyMap<string, PermissionSetting> = new Map(
  Object.values(rightsTable)
    .flatMap(({ ways }) =>
      ways.flatMap((way) => [way, ...(way.by === 'organization' && way.before ? [way.before] : [])]),
    )
    .filter((way): way is OrganizationWay => way.by === 'organization')
    .map(({ group, from, guests, before }) => {
      const policy = before?.by === 'policy' ? { name: before.policy, circles: before.circles } : null
      // The table names only settings of this kind.
      const permission = group as OrganizationPermission
      const anyGroupFrom = permission === 'create_multiuse_invite_group' ? 314 : from
      return [group, { permission, from, anyGroupFrom, hasGuests: guests === 'guests too', policy }]
    }),
)

/**
 * Returns the setting of a permission; undefined if the server has none.
 * @param featureLevel the server's level
 */
export function permissionSetting(
  permission: OrganizationPermission,
  featureLevel: number,
): PermissionSetting | undefined {
  const setting = settings.get(permission)
  return setting === undefined || (featureLevel < setting.from && setting.policy === null) ? undefined : setting
}

/** Returns whether a group gives the permission at a server's level; before, it is a policy. */
export function isByGroup({ from }: PermissionSetting, featureLevel: number): boolean {
  return featureLevel >= from
}

/** Returns whether any group can have the permission at a server's level. */
export function hasAnyGroup({ anyGroupFrom }: PermissionSetting, featureLevel: number): boolean {
  return featureLevel >= anyGroupFrom
}

/** Returns the people who have a permission now; null if they are unknown here. */
export function permissionAudience(
  { permission, policy }: PermissionSetting,
  organization: OrganizationSettings,
  groups: Pick<Groups, 'get'>,
): GroupAudience | null {
  const group = organization[permission]
  if (group !== null) return audienceOf(group, groups)
  const circle = policy === null ? undefined : policy.circles[organization[policy.name]]
  return circle === undefined ? null : { kind: 'role', role: systemRoleOf[circle] }
}

/** Returns the system groups that a permission can be given to, from the smallest to the largest. */
export function offeredRoles(setting: PermissionSetting, featureLevel: number): readonly SystemRole[] {
  const isOffered = isByGroup(setting, featureLevel)
    ? (role: SystemRole) => isGroupOffered(setting, role, featureLevel)
    : (role: SystemRole) => policyNumber(setting, role) !== undefined
  return systemRoles.filter(isOffered)
}

function isGroupOffered(setting: PermissionSetting, role: SystemRole, featureLevel: number): boolean {
  switch (role) {
    case 'owners':
      // Earlier servers have no setting with the group of owners.
      return hasAnyGroup(setting, featureLevel)
    case 'everyone':
      return setting.hasGuests
    default:
      return role !== 'internet'
  }
}

/** Returns the number of a policy for a system group; undefined if the policy has none. */
export function policyNumber({ policy }: PermissionSetting, role: SystemRole): number | undefined {
  const found = Object.entries(policy?.circles ?? {}).find(([, circle]) => systemRoleOf[circle] === role)
  return found === undefined ? undefined : Number(found[0])
}
