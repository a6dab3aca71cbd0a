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
 * What decides beside the organization's own policies: groups that a policy's number cannot say. `undefined` leaves the
 * decision to the policies.
 */
export interface Rights {
  /** Whether a policy with a number of the layer's own allows it. */
  allows(user: UserRow, policy: number): boolean
  mayPost(user: UserRow, stream: StreamRow): boolean | undefined
  /** Whether the user may delete any message, whatever its author and age. */
  mayDeleteAny(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may delete what is the user's own, within the time limit. */
  mayDeleteOwn(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may move the message out of its stream, or within it to that topic. */
  mayMove(user: UserRow, move: { row: MessageRow; from: StreamRow; to: StreamRow; topic: string }): boolean | undefined
  mayMessageDirectly(user: UserRow, others: readonly UserRow[]): boolean | undefined
}

/** What another feature level changes in the decisions of the rooms; its forms of calls are in `levels/layer.ts`. */
export interface LevelRules extends EventForms {
  readonly rights: Rights
  /** What `@**name**` speaks to, where the level has such a word and this server has not. */
  wildcard(name: string): 'stream' | 'topic' | undefined
  /** Whether the level's groups can be taken out of use, and this one was: it is mentioned silently alone. */
  isGroupOutOfUse(groupId: number): boolean
  /** The condition of a filter that the level knows and this server does not. */
  narrowTerm(reader: UserRow, term: NarrowTerm): { sql: string; parameters: readonly (string | number)[] } | undefined
}
