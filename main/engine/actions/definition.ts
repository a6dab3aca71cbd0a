import type { MessageId } from '../values/ids.ts'
import type { z } from 'zod'
import type { DraftText } from '#contract/calls/drafts.ts'
import type { ActionName } from '#contract/action-names.ts'
import type { Failure, Narrow, Result } from '#contract/values.ts'
import type { PendingChange, PendingItem } from '#contract/message-items.ts'
import type { WaitReason } from '#contract/connection-state.ts'
import type { CallOptions } from '../api/client.ts'
import type { ServerEvent } from '../model/events.ts'
import type { WireMessage } from '../api/resources/message-schema.ts'
import type { Core } from '../core.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import type { ReducerContext } from '../model/context.ts'
import type { ReadAccountState } from '../model/account-state.ts'
import type { Attachment } from '../store/drafts.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { Reaction } from '../values/reactions.ts'
import type { ActionContext } from './context.ts'
import type { PendingPreferences, PendingUnread } from './pending-choices.ts'

/**
 * All that one kind of action is. Each kind is one file in `kinds/`, and one line in the record of `kinds.ts`; everything
 * else (the outbox, the views, the calls that retry and cancel) asks the definition and names no kind.
 *
 * A row of the outbox is an action with its state; `payload` reads what it holds. The payload of a row never fails to
 * parse: rows that do not pass the schema are set aside when the engine starts.
 */
export interface ActionKindDefinition<Payload = unknown> {
  /** The name in the column `kind`, and the key in the record. It is stored: it never changes. */
  readonly name: string
  /** What the column `payload` holds, as JSON. Rows that older versions wrote must pass it. */
  readonly schema: z.ZodType<Payload>
  readonly queueKey: QueueKeyDefinition
  /**
   * What an attempt of unknown outcome means (S6): an `idempotent` action is sent again; one that
   * `can_be_looked_up` is searched for first, and sent again if it is absent twice; one that is to `ask_the_user` is
   * searched for, and if it is absent, the user decides whether it is sent again.
   */
  readonly outcome: 'idempotent' | 'can_be_looked_up' | 'ask_the_user'
  /**
   * Whether a newer action of this kind supersedes an older one with its opposite or another value. A request whose answer
   * was lost may still take effect for a while, and would then undo the newer action: that one waits until the older
   * request is certainly dead (`supersededBy`).
   */
  readonly isReversible?: true
  /** Whether a new action removes an earlier row of its line, in the same transaction; absent: it removes none. */
  readonly replaces?: (earlier: OutboxRow, later: Pick<OutboxRow, 'payload'>) => boolean
  /** Milliseconds that a queued row waits after its creation, so that more can join it; absent: none. */
  readonly gatherMs?: number
  /**
   * Milliseconds in which a queued row can be taken back before it is first sent; absent: it leaves at once. They begin
   * anew with the engine (`UndoWindows`).
   */
  readonly undoMs?: number
  /** Whether the event queue will tell of an acknowledged row; absent: it will. Else the row is looked up at once. */
  readonly isDelivered?: (core: ReadCore, queueKey: string) => boolean
  /**
   * How a row is sent: one idempotent request (`sendChange` runs it), or a function that makes the next step from the
   * row's state. The function books every outcome itself; what it throws delays the outbox.
   */
  readonly execute: ChangeRequest | ((context: ActionContext, row: OutboxRow) => Promise<void>)
  /**
   * What an event does to pending rows: confirms one, drops one, or lets one follow a moved topic. Runs in the transaction
   * that applies the event, after its reducer (`reconcile.ts`). Absent: only the outcome of the row's request counts.
   */
  readonly onEvent?: (context: ReducerContext, event: ServerEvent) => Change[]
  readonly overlay?: Overlay
  readonly describe: (core: ReadCore, row: OutboxRow) => ActionDescription
  /** Whether the list of actions shows a row; absent: it does. */
  readonly isListed?: (row: OutboxRow) => boolean
  /** What the page opens so that the text can be changed; absent: there is no text. */
  readonly editing?: 'composer' | 'message'
  /** The row holds what this version cannot read: it is never sent, and its text can be copied. */
  readonly isUnreadable?: true
  /** Why a row cannot be taken back at this moment; absent: it can unless its request is under way. */
  readonly leavingProblem?: (row: OutboxRow) => Failure | null
  /** Takes a row back and returns its text for the composer; absent: the row is removed, and there is no text. */
  readonly cancel?: (core: Core, row: OutboxRow) => Result<DraftText>
  /**
   * The text and files of the user, which are kept for a moment when the row is discarded; absent or null: there are
   * none.
   */
  readonly written?: (core: ReadCore, row: OutboxRow) => Written | null
}

/** The lines in which rows of a kind wait: the rows of one line are sent strictly one after the other (S8). */
export interface QueueKeyDefinition {
  /**
   * What the column `conversation` holds. A row in any other line is unreadable. The first group is the number of a message
   * or a stream where `shows` says so.
   */
  readonly pattern: RegExp
  /**
   * Which messages may look different when a row of the line changes: the message or those of the stream with the number
   * of the pattern's first group, or all of them; absent: none.
   */
  readonly shows?: 'message' | 'stream' | 'every_message'
  /** The line of a message whose rows are dropped when it is deleted; absent: rows are not about single messages. */
  readonly ofMessage?: (messageId: MessageId) => string
  /** The conversation that is marked when a row of the line has failed; absent or null: none. */
  readonly conversation?: (core: ReadCore, queueKey: string) => string | null
}

/** A change that one request makes, and that may be sent again freely. */
export interface ChangeRequest {
  /** Sends the request. @throws what the call throws; that the server has it so already is no failure. */
  readonly request: (core: Core, row: OutboxRow, options: CallOptions) => Promise<void>
  /** Whether the base shows the wanted state, so that its event has arrived; absent: no event is awaited. */
  readonly isConfirmed?: (core: ReadCore, row: OutboxRow) => boolean
  /** The message that shows whether the change was made, for answers that events have overtaken. */
  readonly seenOn?: {
    readonly messageId: (row: OutboxRow) => number
    readonly isAsWanted: (core: ReadCore, row: OutboxRow, message: WireMessage) => boolean
  }
  /** Writes what the answer allows into the base before the event comes; inside the running transaction. */
  readonly applyResponse?: (core: Core, row: OutboxRow, since: Since) => Change[]
  /** What a refusal does; absent: it is logged and the row is dropped, since nothing typed is lost with it. */
  readonly refused?: (context: ActionContext, row: OutboxRow, refusal: Refusal) => Promise<void>
}

/** The events since the request left: an answer must not overwrite newer events (M4). */
export interface Since {
  /** No event has touched the message. */
  readonly isNewest: (messageId: MessageId) => boolean
  readonly arePreferencesNewest: () => boolean
  /** Whether events have reported the change itself. */
  readonly hasConfirmation: boolean
}

export interface Refusal {
  /** The server's reason; null if it gives none. */
  readonly reason: Failure | null
  readonly error: unknown
}

/** What a pending row adds to what the server said, by the place where it is shown. Only functions without effects. */
export interface Overlay {
  /** The message that a conversation shows below the stored ones (S9). */
  readonly conversation?: (row: OutboxRow, tools: ConversationOverlayTools) => PendingItem
  readonly message?: MessageOverlay
  /** Adds the choice to those that are pending. */
  readonly preferences?: (pending: PendingPreferences, row: OutboxRow) => void
  /** Adds the marks to those that are pending; rows come in their order. */
  readonly unread?: (pending: PendingUnread, row: OutboxRow, core: ReadCore) => void
  readonly scheduled?: ScheduledOverlay
}

/** What a row waits for, given the files that it sends first. */
export type ReasonOf = (row: OutboxRow, attachments?: readonly Attachment[]) => WaitReason

export interface ConversationOverlayTools {
  readonly accountState: ReadAccountState
  readonly reasonOf: ReasonOf
  /** Bytes of a file that have left, while it is on its way. */
  readonly uploadedBytes: (attachmentId: string) => number | null
}

export interface MessageOverlay {
  /** The line in which rows for a message wait; null if there cannot be any. */
  readonly queueKeyOf: (message: MessageRow) => string | null
  /** Whether a row of that line is for the message; absent: every row is. */
  readonly appliesTo?: (row: OutboxRow, message: MessageRow) => boolean
  readonly apply: (shown: ProjectedMessage, row: OutboxRow, tools: MessageOverlayTools) => ProjectedMessage
}

export interface MessageOverlayTools {
  readonly accountState: Pick<ReadAccountState, 'selfId' | 'topicName'>
  readonly reasonOf: ReasonOf
}

/** What of a message pending actions can change. */
export interface ProjectedMessage {
  readonly isStarred: boolean
  readonly reactions: readonly Reaction[]
  readonly change: PendingChange | null
  /** The user's own parts of a poll or a to-do list that are on their way, as JSON text. */
  readonly parts: readonly string[]
  /** Parts that failed. */
  readonly problems: readonly { readonly localId: string; readonly reason: Failure | null }[]
}

/** What the list of scheduled messages shows of one of them. */
export interface ProjectedScheduledMessage {
  readonly content: string
  readonly html: string
  /** UNIX seconds by the server's clock. */
  readonly deliverAt: number
  readonly state: 'waiting' | 'saving' | 'failed'
  /** Null unless it has failed. */
  readonly failure: Failure | null
  /** The row that is shown with it. */
  readonly localId: string | null
}

export interface ScheduledOverlay {
  /** A message that the server does not have yet. */
  readonly added?: (
    row: OutboxRow,
  ) => ProjectedScheduledMessage & { readonly destination: Exclude<Narrow, { kind: 'stream' }> }
  /** The message that the row is about, as it is shown; null: not at all. */
  readonly changed?: (shown: ProjectedScheduledMessage, row: OutboxRow) => ProjectedScheduledMessage | null
}

/** How the lists describe an action. */
export interface ActionDescription {
  readonly what: ActionName
  /** The conversation that it belongs to; null if it belongs to none. */
  readonly conversation: string | null
  /** The same as it was written, where no message is known yet that spells the topic. */
  readonly narrow?: Narrow
  readonly text: string
  readonly messageId?: MessageId
  readonly attachments?: readonly Attachment[]
}

/** Words of the user, with the conversation that they were for. `attachments` is JSON text, as in a draft. */
export interface Written {
  readonly conversation: string
  readonly topic: string
  readonly content: string
  readonly attachments: string
}
