import type { EventForms } from '../events/event-forms.ts'
import type { GroupRow } from '../store/people/groups.ts'
import type { MessageRow } from '../store/messages/message-rows.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'

/** One filter of a narrow, as clients send it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: unknown
}

/**
 * Whether users may write to each other: `not allowed` in the whole organization, `not permitted` because none of them
 * may, `not begun` because the sender may not begin the conversation.
 */
export type DirectAnswer = 'yes' | 'not allowed' | 'not permitted' | 'not begun'

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
  mayMessageDirectly(user: UserRow, others: readonly UserRow[]): DirectAnswer | undefined
  /** Whether the user may change the settings of a stream and archive it; without one, those of any stream. */
  mayAdminister(user: UserRow, stream: StreamRow | undefined): boolean | undefined
  /** Whether a group of the stream lets the user read it without a subscription, and subscribe. */
  isLetIn(user: UserRow, stream: StreamRow): boolean
  /** Whether a group of the stream lets the user see that it exists. */
  isShown(user: UserRow, stream: StreamRow): boolean
  mayAddSubscribers(user: UserRow, stream: StreamRow): boolean | undefined
  mayRemoveSubscribers(user: UserRow, stream: StreamRow): boolean | undefined
  mayCreateGroup(user: UserRow): boolean | undefined
  mayActOnGroup(user: UserRow, group: GroupRow, act: GroupAct): boolean | undefined
  mayMentionGroup(user: UserRow, group: GroupRow): boolean | undefined
  mayCreateBot(user: UserRow, type: number): boolean | undefined
}

/** What a user does with a group: `join` and `leave` concern the user alone. */
export type GroupAct = 'manage' | 'add members' | 'remove members' | 'join' | 'leave'

/** What the server says or does of its own accord at some levels. */
export type Habit =
  /** Its own texts call streams channels. */
  | 'calls streams channels'
  /** The notice of a moved topic does not say beside it that the topic is unresolved. */
  | 'announces a move alone'
  /** Messages of a left stream are read before the stream goes. */
  | 'reads before a stream goes'
  /** An archived stream gets a last message. */
  | 'announces archiving'
  /** Users get a message when they are added to a group or removed from it. */
  | 'announces membership'
  /** A reactivated user is added to the groups again; a deactivated one leaves them without events. */
  | 'adds reactivated people to their groups'
  /** The answer to a presence contains it. */
  | 'answers the own presence'

/** The fields of a request; a taken one is not read by the endpoint any more. */
export interface RequestFields {
  take(name: string): string | undefined
}

/** The settings in a request that only the level knows; stores them for the object with this id. */
export type StoreSettings = (id: number) => void

/** What another feature level changes in decisions; the forms of its calls are in `levels/layer.ts`. */
export interface LevelRules extends EventForms {
  readonly rights: Rights
  /** The target of `@**name**` if the level has this wildcard and the server has not. */
  wildcard(name: string): 'stream' | 'topic' | undefined
  /** Whether the emoji of Unicode 15.1 are emoji in texts. */
  readonly hasNewerEmoji: boolean
  /** Whether the level can deactivate groups and this one is deactivated: mentions of it are silent. */
  isGroupOutOfUse(groupId: number): boolean
  readonly habits: ReadonlySet<Habit>
  /** Rendered text as it is stored: links hold what they lead to when they are written. */
  storedHtml(html: string): string
  /** Reads the settings of a new group. @throws ServiceError */
  settingsOfNewGroup(fields: RequestFields): StoreSettings
  /** Reads the settings of new streams. @throws ServiceError */
  settingsOfNewStreams(fields: RequestFields): StoreSettings
  /** Whether the title and the tasks of a to-do list are read in the text of its message, and its title can be changed. */
  readonly readsTasks: boolean
  /** The SQL condition of a filter that only the level knows. */
  narrowTerm(reader: UserRow, term: NarrowTerm): { sql: string; parameters: readonly (string | number)[] } | undefined
}
