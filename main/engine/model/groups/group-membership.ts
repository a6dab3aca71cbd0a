import type { GroupSetting } from '../../values/group-setting.ts'
import type { Group, Groups } from './groups.ts'
import { roles } from '../../values/roles.ts'

/** Somebody of whom is asked whether a setting holds for them. */
export interface Member {
  readonly id: number
  readonly role: number
  /** Whether the waiting period of newcomers is over for them. */
  readonly isFullMember: boolean
}

/** Whether guests can be among those that a setting names: where "everyone" may not be chosen, they never are. */
export type GuestRule = 'guests too' | 'never guests'

/**
 * Whether somebody belongs to the group of a setting (newer-servers.md, "G"): as one of its members, or through a group
 * that is listed there or inside another one, however deep. Undefined where a group is not known here, so that only the
 * server can tell.
 */
export function isInGroupOf(
  setting: GroupSetting,
  member: Member,
  groups: Pick<Groups, 'get'>,
  rule: GuestRule,
): boolean | undefined {
  if (rule === 'never guests' && member.role >= roles.guest) return false
  const isNamed = typeof setting === 'number'
  if (!isNamed && setting.direct_members.includes(member.id)) return true
  const waiting = isNamed ? [setting] : [...setting.direct_subgroups]
  // A server could send a circle.
  const seen = new Set<number>()
  let isUnknown = false
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const group = groups.get(id)
    if (group === undefined) {
      isUnknown = true
      continue
    }
    const byRole = group.is_system === 1 ? isInSystemGroup(group, member) : undefined
    if (byRole === true || (byRole === undefined && group.members.has(member.id))) return true
    if (byRole === undefined) waiting.push(...group.subgroups)
  }
  return isUnknown ? undefined : false
}

/** Groups that follow from roles are decided by the role: their lists are as long as the organization is large. */
function isInSystemGroup(group: Group, member: Member): boolean | undefined {
  switch (group.name) {
    case 'role:internet':
    case 'role:everyone':
      return true
    case 'role:members':
      return member.role <= roles.member
    case 'role:fullmembers':
      return member.isFullMember
    case 'role:moderators':
      return member.role <= roles.moderator
    case 'role:administrators':
      return member.role <= roles.administrator
    case 'role:owners':
      return member.role <= roles.owner
    case 'role:nobody':
      return false
    default:
      return undefined
  }
}

/** Whether one of several things holds, where some may not be known: undefined where only those could. */
export function isAny(...answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}
