import type { GroupCreation } from '#contract/people/groups.ts'
import type { ReadCore } from '../core/read-core.ts'

/** The limits of the service for names and descriptions, in code points. No answer of the server contains them. */
const maxName = 100
const maxDescription = 1024

/** The account's right to create groups, and the limits of their texts; the server has the final say. */
export function groupCreation({ accountState, ports, capabilities }: ReadCore): GroupCreation {
  return {
    isAllowed: accountState.permissions(ports.clock.now()).createGroups,
    maxName,
    maxDescription,
    hasMentionRight: capabilities.mentionRights,
  }
}

/** The way in which the server ends groups: it deletes them, or from level 294 on it only deactivates them. */
export function endingOf({ capabilities }: Pick<ReadCore, 'capabilities'>): 'delete' | 'deactivate' {
  return capabilities.groupDeactivation ? 'deactivate' : 'delete'
}
