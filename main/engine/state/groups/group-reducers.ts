import { groupsWire, type WireGroup } from '../../api/resources/groups.ts'
import type { GroupRow } from '../../store/organization.ts'
import type { Change } from '../changes.ts'
import { readGroupFacts, writeGroupFacts } from '../../store/documents/group-facts.ts'
import { slice } from '../slice.ts'
import { groupsPart } from '../account-parts.ts'

const changed: Change[] = [{ kind: 'groups' }]

/** Converts a group of the wire to a row. */
export function groupRow(group: Omit<WireGroup, 'members' | 'direct_subgroup_ids'>): GroupRow {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    is_system: group.is_system_group ? 1 : 0,
    is_deactivated: group.deactivated ? 1 : 0,
    mention_setting: JSON.stringify(group.can_mention_group),
    facts: writeGroupFacts(group),
  }
}

/** Returns the fields that have a value. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export const groupsSlice = slice({
  name: 'groups',
  wire: groupsWire,
  parts: [groupsPart],
  reducers: {
    /**
     * Members and subgroups change by set union and difference. Events of an unknown group are ignored until its
     * `add`.
     */
    user_group: ({ store: { organization } }, event) => {
      if (event.op === 'add') {
        organization.putGroup(groupRow(event.group), {
          members: event.group.members,
          subgroups: event.group.direct_subgroup_ids,
        })
        return changed
      }
      const known = organization.group(event.group_id)
      if (known === undefined) return []
      switch (event.op) {
        case 'update':
          organization.putGroup({
            ...known,
            name: event.data.name ?? known.name,
            description: event.data.description ?? known.description,
            is_deactivated:
              event.data.deactivated === undefined ? known.is_deactivated : event.data.deactivated ? 1 : 0,
            mention_setting:
              event.data.can_mention_group === undefined
                ? known.mention_setting
                : JSON.stringify(event.data.can_mention_group),
            facts: writeGroupFacts({ ...readGroupFacts(known.facts), ...present(event.data) }),
          })
          break
        case 'remove':
          organization.removeGroups([known.id])
          break
        case 'add_members':
        case 'remove_members':
          organization.changeMembers(event.op === 'add_members' ? 'add' : 'remove', known.id, event.user_ids)
          break
        case 'add_subgroups':
        case 'remove_subgroups':
          organization.changeSubgroups(
            event.op === 'add_subgroups' ? 'add' : 'remove',
            known.id,
            event.direct_subgroup_ids,
          )
          break
      }
      return changed
    },
  },
})
