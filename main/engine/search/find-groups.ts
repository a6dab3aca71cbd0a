import type { FoundGroup } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Group } from '../state/groups/groups.ts'
import type { ReadCore } from '../core/read-core.ts'

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

function isShown({ is_system, is_deactivated }: Group): boolean {
  return is_system === 0 && is_deactivated === 0
}
