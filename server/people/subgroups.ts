import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'
import type { GroupRow } from '../store/people/groups.ts'
import { withSubgroups } from './groups.ts'

/** The ids of groups that are added to a group or removed from it. */
export interface SubgroupChange {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/**
 * Checks a change of the subgroups of a group, which is made as a whole or not at all.
 * @throws ServiceError `BAD_REQUEST`
 */
export function requireSubgroups(context: ServerContext, group: GroupRow, { add, remove }: SubgroupChange): void {
  const { groups } = context.tables
  const inside = new Set(groups.subgroups(group.id))
  for (const id of add) {
    if (groups.get(id) === undefined) throw badRequest(`Invalid user group ID: ${id}`)
    if (inside.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`)
    if (withSubgroups(context, id).has(group.id)) {
      throw badRequest(`User group ${id} holds this group already: groups cannot hold each other.`)
    }
  }
  for (const id of remove) {
    if (!inside.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`)
  }
}

/** Makes a checked change of the subgroups of a group, and publishes it. */
export function changeSubgroups(context: ServerContext, group: GroupRow, { add, remove }: SubgroupChange): void {
  const { groups } = context.tables
  const tell = (op: 'add_subgroups' | 'remove_subgroups', ids: readonly number[]) => {
    if (ids.length === 0) return
    context.events.publishToEverybody({ type: 'user_group', op, group_id: group.id, direct_subgroup_ids: ids })
  }
  tell(
    'add_subgroups',
    [...new Set(add)].filter((id) => groups.addSubgroup(group.id, id)),
  )
  tell(
    'remove_subgroups',
    [...new Set(remove)].filter((id) => groups.removeSubgroup(group.id, id)),
  )
}
