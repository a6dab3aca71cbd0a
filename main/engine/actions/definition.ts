import type { MessageId } from '../values/ids.ts'
import type { z } from 'zod'
import type { DraftText } from '#contract/calls/drafts.ts'
import type { ActionName } from '#contract/action-names.ts'
import type { Failure, Narrow, Result } from '#contract/values.ts'
import type { PendingChange, PendingItem } from '#contract/message-items.ts'
import type { WaitReason } from '#contract/connection-state.ts'
import type { CallOptions } from '../api/client.ts'
import type { ServerEvent } from '../state/events.ts'
import type { WireMessage } from '../api/resources/message-schema.ts'
import type { Core } from '../core/core.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { ReducerContext } from '../state/context.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { Attachment } from '../store/drafts.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { Reaction } from '../values/reactions.ts'
import type { ActionContext } from './context.ts'
import type { PendingPreferences, PendingUnread } from '../projections/overlay.ts'

/**
 * Everything about one kind of action. Each kind is one file in `kinds/` and one entry of the record in `kinds.ts`; the
 * outbox, the views and the calls that retry and cancel ask the definition and name no kind. A row's payload always
 * passes its schema, because rows that do not are set aside when the engine starts.
 */
export interface ActionKindDefinition<Payload = unknown> {
  /** The value of the column `kind` and the key in the record. It is stored and therefore never changes. */
  readonly name: string
  /** The shape of the column `payload`, which is JSON. Rows that older versions wrote have to pass it. */
  readonly schema: z.ZodType<Payload>
  readonly queueKey: QueueKeyDefinition
  /**
   * How an attempt of unknown outcome is repeated (S6): an `idempotent` action is sent again; `can_be_looked_up` is
   * searched for and sent again if two look-ups do not find it; `ask_the_user` is searched for, and the user decides if
   * it is not found.
   */
  readonly outcome: 'idempotent' | 'can_be_looked_up' | 'ask_the_user'
  /**
   * Whether a newer action of this kind supersedes an older one with its opposite or another value. A request without
   * an answer may take effect late and would undo the newer action, which therefore waits until that is impossible
   * (`uncertainSinceOf`).
   */
  readonly isReversible?: true
  /**
   * Whether a new action removes an earlier row with its queue key in the same transaction; absent: it removes none.
   */
  readonly replaces?: (earlier: OutboxRow, later: Pick<OutboxRow, 'payload'>) => boolean
  /** Milliseconds that a queued row waits after its creation to gather more; absent: none. */
  readonly gatherMs?: number
  /**
   * Milliseconds in which a queued row can be taken back before it is first sent; absent: it is sent at once. The time
   * restarts with the engine (`UndoWindows`).
   */
  readonly undoMs?: number
  /**
   * Whether the event queue reports an acknowledged row; absent: it does. A row that it does not report is looked up at
   * once.
   */
  readonly isDelivered?: (core: ReadCore, queueKey: string) => boolean
  /**
   * How a row is sent: one idempotent request, which `sendChange` runs, or a function that takes the next step from the
   * row's state. The function writes every outcome itself; an error that it throws delays the outbox.
   */
  readonly execute: ChangeRequest | ((context: ActionContext, row: OutboxRow) => Promise<void>)
  /**
   * Updates pending rows after an event: confirms one, drops one, or moves one along with its topic. Runs in the
   * event's transaction, after its reducer (`reconcile.ts`). Absent: only the response to the row's request counts.
   */
  readonly onEvent?: (context: ReducerContext, event: ServerEvent) => Change[]
  readonly overlay?: Overlay
  readonly describe: (core: ReadCore, row: OutboxRow) => ActionDescription
  /** Whether the list of actions shows a row; absent: it does. */
  readonly isListed?: (row: OutboxRow) => boolean
  /** The part of the page that edits the row's text; absent: the row has no text. */
  readonly editing?: 'composer' | 'message'
  /** Whether this version cannot read the row: it is never sent, and its text can be copied. */
  readonly isUnreadable?: true
  /** Why a row cannot be taken back now; absent: it can be unless its request is in flight. */
  readonly leavingProblem?: (row: OutboxRow) => Failure | null
  /** Takes a row back and returns its text for the composer; absent: the row is removed and has no text. */
  readonly cancel?: (core: Core, row: OutboxRow) => Result<DraftText>
  /** The user's text and files, which are kept for a moment when the row is discarded; absent or null: it has none. */
  readonly written?: (core: ReadCore, row: OutboxRow) => Written | null
}

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

/** A change that one request makes and that may be sent repeatedly. */
export interface ChangeRequest {
  /** Sends the request. An answer that the change exists already is a success. @throws the errors of the call */
  readonly request: (core: Core, row: OutboxRow, options: CallOptions) => Promise<void>
  /** Whether the server state has the change, so that its event has arrived; absent: no event is awaited. */
  readonly isConfirmed?: (core: ReadCore, row: OutboxRow) => boolean
  /** The message whose state tells whether the change was made, for responses that events have overtaken. */
  readonly seenOn?: {
    readonly messageId: (row: OutboxRow) => number
    readonly isAsWanted: (core: ReadCore, row: OutboxRow, message: WireMessage) => boolean
  }
  /** Writes what the response allows into the server state before the event comes, inside the running transaction. */
  readonly applyResponse?: (core: Core, row: OutboxRow, since: Since) => Change[]
  /** Handles a refusal; absent: it is logged and the row is dropped, since the row has no text of the user. */
  readonly refused?: (context: ActionContext, row: OutboxRow, refusal: Refusal) => Promise<void>
}

/** The events since the request left: a response must not overwrite newer events (M4). */
export interface Since {
  /** Whether no event has touched the message. */
  readonly isNewest: (messageId: MessageId) => boolean
  readonly arePreferencesNewest: () => boolean
  /** Whether events have reported the change itself. */
  readonly hasConfirmation: boolean
}

/** A refusal of a request by the server. */
export interface Refusal {
  /** The server's reason; null if it gives none. */
  readonly reason: Failure | null
  readonly error: unknown
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

/** The user's text and the conversation that it was written for. `attachments` is JSON text, as in a draft. */
export interface Written {
  readonly conversation: string
  readonly topic: string
  readonly content: string
  readonly attachments: string
}
