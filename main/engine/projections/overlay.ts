import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { PendingChange, PendingItem } from '#contract/messages.ts'
import type { ActionName, WaitReason } from '#contract/outbox.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { Attachment } from '../store/drafts.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { MessageId } from '../values/ids.ts'
import type { Reaction } from '../values/reactions.ts'

/**
 * The half of a kind of action that is shown: pure functions from the server state and a pending row to what views
 * show. `ActionKindDefinition` adds how rows are queued and sent.
 */
export interface ShownKind {
  /** The value of the column `kind` and the key in the record. It is stored and therefore never changes. */
  readonly name: string
  readonly queueKey: QueueKeyDefinition
  readonly overlay?: Overlay
  readonly describe: (core: ReadCore, row: OutboxRow) => ActionDescription
}

/** The kinds of actions as projections need them; the composition passes those of `actions/kinds.ts`. */
export interface ShownKinds {
  /** See `definitionOf` in `actions/kinds.ts`. */
  readonly of: (row: Pick<OutboxRow, 'kind'>) => ShownKind
  /** The kinds that meet a condition. */
  readonly where: (condition: (kind: ShownKind) => boolean) => readonly ShownKind[]
}

/** The queue key of all marks as read and unread. */
export const marksQueueKey = 'read'

/** The queue keys of a kind's rows. Rows with the same queue key are sent strictly in order (S8). */
export interface QueueKeyDefinition {
  /**
   * The form of the column `queue_key`; a row with another key is unreadable. The first group is the id of a message or
   * a stream where `shows` says so.
   */
  readonly pattern: RegExp
  /**
   * Which messages look different when a row with the queue key changes: the message or the stream whose id is the
   * pattern's first group, or all messages; absent: none.
   */
  readonly shows?: 'message' | 'stream' | 'every_message'
  /** The queue key whose rows are dropped when the message is deleted; absent: rows are not about single messages. */
  readonly ofMessage?: (messageId: MessageId) => string
  /** The conversation that is marked when a row with the queue key has failed; absent or null: none. */
  readonly conversation?: (core: ReadCore, queueKey: string) => string | null
}

/** The functions that add a pending row to the server state, one for each kind of view. They have no effects. */
export interface Overlay {
  /** The message that a conversation shows below the messages of the server (S9). */
  readonly conversation?: (row: OutboxRow, tools: ConversationOverlayTools) => PendingItem
  readonly message?: MessageOverlay
  /** Adds the row's choice to the pending ones. */
  readonly preferences?: (pending: PendingPreferences, row: OutboxRow) => void
  /** Adds the row's marks to the pending ones; rows come in their order. */
  readonly unread?: (pending: PendingUnread, row: OutboxRow, core: ReadCore) => void
  readonly scheduled?: ScheduledOverlay
}

/** The reason why a row waits, given the files that are uploaded first. */
export type ReasonOf = (row: OutboxRow, attachments?: readonly Attachment[]) => WaitReason

/** The inputs of a conversation overlay besides the row. */
export interface ConversationOverlayTools {
  readonly accountState: ReadAccountState
  readonly reasonOf: ReasonOf
  /** Bytes of a file that have been sent; null unless its upload is in flight. */
  readonly uploadedBytes: (attachmentId: string) => number | null
}

/** How pending rows change the messages of views. */
export interface MessageOverlay {
  /** The queue key of the rows for a message; null if there cannot be any. */
  readonly queueKeyOf: (message: MessageRow) => string | null
  /** Whether a row with that queue key is for the message; absent: every row is. */
  readonly appliesTo?: (row: OutboxRow, message: MessageRow) => boolean
  readonly apply: (shown: ProjectedMessage, row: OutboxRow, tools: MessageOverlayTools) => ProjectedMessage
}

/** The inputs of a message overlay besides the row. */
export interface MessageOverlayTools {
  readonly accountState: Pick<ReadAccountState, 'selfId' | 'topicName'>
  readonly reasonOf: ReasonOf
}

/** The parts of a message that pending actions can change. */
export interface ProjectedMessage {
  readonly isStarred: boolean
  readonly reactions: readonly Reaction[]
  readonly change: PendingChange | null
  /** The user's own pending parts of a poll or a to-do list, as JSON text. */
  readonly parts: readonly string[]
  /** Parts that failed. */
  readonly problems: readonly { readonly localId: string; readonly reason: Failure | null }[]
}

/** The scheduled message as its list shows it. */
export interface ProjectedScheduledMessage {
  readonly content: string
  readonly html: string
  /** UNIX seconds by the server's clock. */
  readonly deliverAt: number
  readonly state: 'waiting' | 'saving' | 'failed'
  /** Null unless it has failed. */
  readonly failure: Failure | null
  /** The row that is shown with the message; null if none is pending. */
  readonly localId: string | null
}

/** How pending rows change the list of scheduled messages. */
export interface ScheduledOverlay {
  /** The entry of a message that the server does not have yet. */
  readonly added?: (
    row: OutboxRow,
  ) => ProjectedScheduledMessage & { readonly destination: Exclude<Narrow, { kind: 'stream' }> }
  /** The entry with the row's change; null if the row removes it from the list. */
  readonly changed?: (shown: ProjectedScheduledMessage, row: OutboxRow) => ProjectedScheduledMessage | null
}

/** The description of an action in lists. */
export interface ActionDescription {
  readonly what: ActionName
  /** The conversation of the action; null if it has none. */
  readonly conversation: string | null
  /** The conversation as it was written, for topics whose spelling no known message gives. */
  readonly narrow?: Narrow
  readonly text: string
  readonly messageId?: MessageId
  readonly attachments?: readonly Attachment[]
}

/** The user's choices that the server does not have yet; the overlays of their kinds add to it. */
export interface PendingPreferences {
  /** Policies of topics (0 inherit, 1 muted, 2 unmuted, 3 followed) by `<stream>:<topic key>`. */
  readonly topics: Map<string, number>
  /** Properties of subscriptions by stream, in their order. */
  readonly subscriptions: Map<number, { readonly property: string; readonly value: boolean | string }[]>
  /** Whether people are muted, by id. */
  readonly people: Map<number, boolean>
  /** Settings of the account by their names. */
  readonly settings: Map<string, boolean | number | string>
}

/** The user's marks as read and unread that the server does not have yet; the overlays of their kinds add to it. */
export interface PendingUnread {
  readonly read: Set<number>
  /** Messages that were marked as unread, with their conversations. */
  readonly unread: Map<number, string>
  /** The mention flags of those messages. */
  readonly mentions: Map<number, number>
  /** Whether a whole narrow is being marked as read, so that the marks depend on the server's unread messages. */
  hasNarrow: boolean
}
