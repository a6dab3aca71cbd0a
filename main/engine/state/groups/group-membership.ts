import { roles, type GroupSetting } from '../../values/people.ts'
import type { Group, Groups } from './groups.ts'

/** A user for whom a group setting is evaluated. */
export interface Member {
  readonly id: number
  readonly role: number
  /** It tells whether the waiting period of new members is over. */
  readonly isFullMember: boolean
}

/** Whether guests can have the right of a setting. They never can if "everyone" cannot be chosen for it. */
export type GuestRule = 'guests too' | 'never guests'

/**
 * Returns whether a user is in the group of a setting (newer-servers.md, "G"), directly or through nested groups. It
 * is undefined if a group is unknown here, so that only the server can decide.
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
  // The server could send a cycle.
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

/**
 * Decides the membership of system groups by the role, because their member lists grow with the organization;
 * undefined for others.
 */
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

/** Returns whether one of the conditions is true; undefined if none is true and some are unknown. */
export function isAny(...answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}
