import type { GroupRights } from '#contract/people/groups.ts'
import type { GroupAct } from '#shared/organization/right-choices.ts'
import type { Judge } from './judge.ts'
import { isAllowed, type DecidingGroup } from './rights.ts'

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

function actsOf(group: DecidingGroup, judge: Judge, isMember?: boolean): Acts {
  const may = (act: GroupAct) => isAllowed({ act, group, isMember }, judge)
  return {
    manage: may('manage_group'),
    add: may('add_members'),
    remove: may('remove_members'),
    join: may('join_group'),
    leave: may('leave_group'),
  }
}
