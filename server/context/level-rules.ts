import type { EventForms } from '../events/event-log.ts'
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
 * Whether a direct message is allowed. `not allowed`: the organization forbids direct messages; `not permitted`: no
 * recipient permits them; `not begun`: the sender may not start the conversation.
 */
export type DirectAnswer = 'yes' | 'not allowed' | 'not permitted' | 'not begun'

/**
 * Permissions by groups that no policy number can express. `undefined` leaves the decision to the organization's
 * policies.
 */
export interface Rights {
  /** Whether a policy number of the layer permits the user. */
  allows(user: UserRow, policy: number): boolean
  mayPost(user: UserRow, stream: StreamRow): boolean | undefined
  /** Whether the user may delete any message, whatever its author and age. */
  mayDeleteAny(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether users may delete their own messages within the time limit. */
  mayDeleteOwn(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may move the message to another stream or topic. */
  mayMove(user: UserRow, move: { row: MessageRow; from: StreamRow; to: StreamRow; topic: string }): boolean | undefined
  /** Whether the limits of time apply to the move. */
  isTimed(move: { row: MessageRow; from: StreamRow; to: StreamRow; topic: string }): boolean
  mayMessageDirectly(user: UserRow, others: readonly UserRow[]): DirectAnswer | undefined
  /** Whether the user may change the settings of a stream and archive it; without a stream, of any stream. */
  mayAdminister(user: UserRow, stream: StreamRow | undefined): boolean | undefined
  /** Whether a group permission of the stream lets the user read it without a subscription, and subscribe. */
  isLetIn(user: UserRow, stream: StreamRow): boolean
  /** Whether a group permission of the stream lets the user see that it exists. */
  isShown(user: UserRow, stream: StreamRow): boolean
  mayAddSubscribers(user: UserRow, stream: StreamRow): boolean | undefined
  mayRemoveSubscribers(user: UserRow, stream: StreamRow): boolean | undefined
  mayCreateGroup(user: UserRow): boolean | undefined
  mayActOnGroup(user: UserRow, group: GroupRow, act: GroupAct): boolean | undefined
  mayMentionGroup(user: UserRow, group: GroupRow): boolean | undefined
  mayCreateBot(user: UserRow, type: number): boolean | undefined
  /** Whether the user may create links with which anybody joins. */
  mayCreateInviteLink(user: UserRow): boolean | undefined
}

/** A change of a group; `join` and `leave` are changes of a user's own membership. */
export type GroupAct = 'manage' | 'add members' | 'remove members' | 'join' | 'leave'

/** Behaviour of the server that only some levels have. */
export type Habit =
  /** The server's texts call streams channels. */
  | 'calls streams channels'
  /** The notice of a moved topic does not also say that the topic is unresolved. */
  | 'announces a move alone'
  /** The messages of a stream are marked as read before the unsubscription. */
  | 'reads before a stream goes'
  /** The archiving of a stream posts a last message. */
  | 'announces archiving'
  /** Users get a message when their membership of a group changes. */
  | 'announces membership'
  /** A reactivated user is added to the groups again; a deactivated user leaves them without events. */
  | 'adds reactivated people to their groups'
  /** A request that subscribes people says whether they get a notice. */
  | 'subscribes in silence'
  /** The answer to a presence request contains the user's own presence. */
  | 'answers the own presence'
  /** An invitation says whether it leads into the default streams. */
  | 'invites into default streams'
  /** An invitation says whether the inviter is told when it is accepted. */
  | 'asks whether to tell the inviter'
  /** An invitation may lead into user groups. */
  | 'invites into groups'
  /** An invitation may have a text that welcomes the new user. */
  | 'welcomes in words'
  /** An export may have the private data of people who consent. */
  | 'exports consented data'

/** The fields of a request; the endpoint does not read fields that were taken. */
export interface RequestFields {
  take(name: string): string | undefined
}

/** A linkifier in a request. */
export interface NewLinkifier {
  readonly pattern: string
  readonly urlTemplate: string
}

/** Stores the settings of a request that only the level knows, for the object with this id. */
export type StoreSettings = (id: number) => void

/** The decisions that another feature level changes; `levels/layer.ts` has the forms of its calls. */
export interface LevelRules extends EventForms {
  readonly rights: Rights
  /** The target of `@**name**` if only the level has this wildcard. */
  wildcard(name: string): 'stream' | 'topic' | undefined
  /** Whether the emoji of Unicode 15.1 are emoji in texts. */
  readonly hasNewerEmoji: boolean
  /** Whether the group is deactivated, which some levels allow; mentions of it are silent then. */
  isGroupOutOfUse(groupId: number): boolean
  readonly habits: ReadonlySet<Habit>
  /** The stored form of rendered text; its links keep their targets at the time of writing. */
  storedHtml(html: string): string
  /** Reads the settings of a new group. @throws ServiceError */
  settingsOfNewGroup(fields: RequestFields): StoreSettings
  /** Reads the settings of new streams. @throws ServiceError */
  settingsOfNewStreams(fields: RequestFields): StoreSettings
  /** Reads the settings of a custom profile field; a setting that is not in the request keeps its value. @throws ServiceError */
  settingsOfProfileField(fields: RequestFields): StoreSettings
  /** Whether the user may fill in or clear the own value of a custom profile field. */
  mayFillField(user: UserRow, fieldId: number): boolean
  /** Reads the settings of a linkifier. @throws ServiceError */
  settingsOfLinkifier(fields: RequestFields, linkifier: NewLinkifier): StoreSettings
  /** Whether a to-do list has its title and tasks in the text of its message, and a changeable title. */
  readonly readsTasks: boolean
  /** The SQL condition for a filter that only the level knows. */
  narrowTerm(reader: UserRow, term: NarrowTerm): { sql: string; parameters: readonly (string | number)[] } | undefined
}
