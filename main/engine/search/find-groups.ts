import type { FoundGroup, FoundPerson, GroupCard } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Group } from '../state/groups/groups.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { PersonRow } from '../store/directory.ts'
import type { GroupId, UserId } from '../values/ids.ts'

/**
 * The user groups whose names contain every word of a text; without such groups, those with similar names. The reader
 * thread searches them.
 * @throws Error if the file cannot be read
 */
export async function findGroups({ accountState, reader, store }: ReadCore, text: string): Promise<FoundGroup[]> {
  const { isNear, ids } = await reader.findGroups({
    text,
    mostWords: clientLimits.nameWords.most,
    limit: clientLimits.narrowsFound.most,
    changed: store.nameChanges.takeGroups(),
  })
  return ids.flatMap((id): FoundGroup[] => {
    const group = accountState.groups.get(id)
    // The thread's state of the file may be older than the account state.
    if (group === undefined || !isShown(group)) return []
    return [
      {
        kind: 'group',
        groupId: id,
        name: group.name,
        memberCount: accountState.groups.effectiveMembers(id).size,
        isNear,
      },
    ]
  })
}

/**
 * A group with those members whose name or e-mail contains, for each word of `query`, a word that begins with it; null
 * if the group is gone.
 */
export function showGroup(
  { accountState }: ReadCore,
  presences: PresenceProjection,
  groupId: GroupId,
  query: string,
): GroupCard | null {
  const group = accountState.groups.get(groupId)
  if (group === undefined || !isShown(group)) return null
  const members = accountState.groups.effectiveMembers(groupId)
  const found = [...accountState.peopleByName.find(query)].filter(({ id }) => members.has(id))
  return {
    name: group.name,
    description: group.description,
    memberCount: members.size,
    foundCount: found.length,
    people: found
      .sort((a, b) => order(a) - order(b))
      .slice(0, clientLimits.groupMembers.most)
      .map(
        (row): FoundPerson => ({
          ...accountState.person(row.id),
          email: row.email,
          presence: presences.stateOf(row.id),
        }),
      ),
    selfId: accountState.selfId,
    others: othersOf(accountState, members),
  }
}

/** The recipients of a message to all members of a group; null if they are too many. */
function othersOf({ people, selfId }: ReadCore['accountState'], members: ReadonlySet<UserId>): UserId[] | null {
  const { most } = clientLimits.groupWriting
  // The members include the user.
  if (members.size > most + 1) return null
  const others = [...members].filter((id) => id !== selfId && people.get(id)?.is_active === 1)
  return others.length > most ? null : others.sort((a, b) => a - b)
}

function order({ is_active, is_bot }: PersonRow): number {
  return is_active === 0 ? 2 : is_bot
}

function isShown({ is_system, is_deactivated }: Group): boolean {
  return is_system === 0 && is_deactivated === 0
}
