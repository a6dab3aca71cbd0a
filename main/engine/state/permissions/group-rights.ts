import type { GroupRights } from '#contract/people/groups.ts'
import { readGroupFacts } from '../../store/documents/group-facts.ts'
import { roles } from '../../values/people.ts'
import { isAny } from '../groups/group-membership.ts'
import type { Group } from '../groups/groups.ts'
import type { Judge } from './judge.ts'
import { allows } from './permissions.ts'

/** The properties of a group on which the rights in it depend. */
export type DecidingGroup = Pick<Group, 'id' | 'is_system' | 'is_deactivated' | 'facts' | 'members'>

/** The acts on a group of which each has its own setting on newer servers. */
interface Acts {
  readonly manage: boolean
  readonly add: boolean
  readonly remove: boolean
  readonly join: boolean
  readonly leave: boolean
}

/**
 * Returns the rights of the own account in a group (newer-servers.md §5). System groups and deactivated groups give
 * none. From level 299 on, groups of the organization and of the group itself decide. Before, the members of a group
 * may change it, and moderators all groups, as far as the policy of the organization allows.
 * @param ending the way in which the server ends a group
 */
export function groupRights(group: DecidingGroup, judge: Judge, ending: 'delete' | 'deactivate'): GroupRights {
  const may = actsOf(group, judge)
  const isMember = group.members.has(judge.asking.selfId)
  return {
    canEdit: may.manage,
    canAdd: may.add,
    canRemove: may.remove,
    canJoin: !isMember && may.join,
    canLeave: isMember && may.leave,
    ending: may.manage ? ending : null,
  }
}

/** Returns whether the own account could not return by itself if it left a group now. */
export function leavesForGood(group: DecidingGroup, judge: Judge): boolean {
  return !actsOf(group, judge, false).join
}

function actsOf(group: DecidingGroup, judge: Judge, isMember = judge.isIn(group.id, 'guests too')): Acts {
  const { settings, asking } = judge
  if (group.is_system === 1 || group.is_deactivated === 1 || asking.role >= roles.guest) return every(false)
  if (settings.can_manage_all_groups === null) {
    const isInside = asking.role <= roles.moderator || isMember !== false
    return every(isInside && allows(settings.user_group_edit_policy, judge))
  }
  const facts = readGroupFacts(group.facts)
  const manage = isAny(
    judge.isIn(settings.can_manage_all_groups, 'never guests'),
    judge.isAlsoIn(facts.can_manage_group, 'never guests'),
  )
  const add = isAny(manage, judge.isAlsoIn(facts.can_add_members_group, 'never guests'))
  const remove = isAny(manage, judge.isAlsoIn(facts.can_remove_members_group, 'never guests'))
  return {
    manage: manage !== false,
    add: add !== false,
    remove: remove !== false,
    join: isAny(add, judge.isAlsoIn(facts.can_join_group, 'never guests')) !== false,
    leave: isAny(remove, judge.isAlsoIn(facts.can_leave_group, 'guests too')) !== false,
  }
}

function every(is: boolean): Acts {
  return { manage: is, add: is, remove: is, join: is, leave: is }
}
