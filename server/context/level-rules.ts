import type { EventForms } from '../events/event-forms.ts'
import type { MessageRow } from '../store/messages/message-rows.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'

/** One filter of a narrow, as clients send it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: unknown
}

/**
 * Decisions beside the organization's own policies: groups that a policy number cannot express. `undefined` leaves the
 * decision to the policies.
 */
export interface Rights {
  /** Whether a policy with a number of the layer allows it. */
  allows(user: UserRow, policy: number): boolean
  mayPost(user: UserRow, stream: StreamRow): boolean | undefined
  /** Whether the user may delete any message, whatever its author and age. */
  mayDeleteAny(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether users may delete their own message, within the time limit. */
  mayDeleteOwn(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may move the message to another stream or topic. */
  mayMove(user: UserRow, move: { row: MessageRow; from: StreamRow; to: StreamRow; topic: string }): boolean | undefined
  mayMessageDirectly(user: UserRow, others: readonly UserRow[]): boolean | undefined
}

/** What another feature level changes in decisions; the forms of its calls are in `levels/layer.ts`. */
export interface LevelRules extends EventForms {
  readonly rights: Rights
  /** The target of `@**name**` if the level has this wildcard and the server has not. */
  wildcard(name: string): 'stream' | 'topic' | undefined
  /** Whether the emoji of Unicode 15.1 are emoji in texts. */
  readonly hasNewerEmoji: boolean
  /** Whether the level can deactivate groups and this one is deactivated: mentions of it are silent. */
  isGroupOutOfUse(groupId: number): boolean
  /** Whether the title and the tasks of a to-do list are read in the text of its message, and its title can be changed. */
  readonly readsTasks: boolean
  /** The SQL condition of a filter that only the level knows. */
  narrowTerm(reader: UserRow, term: NarrowTerm): { sql: string; parameters: readonly (string | number)[] } | undefined
}
