import type { MessageId } from '../values/ids.ts'
import type { z } from 'zod'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { DraftText } from '#contract/drafts.ts'
import type { CallOptions } from '../api/client.ts'
import type { ServerEvent } from '../state/events.ts'
import type { WireMessage } from '../api/resources/message-schema.ts'
import type { Core } from '../core/core.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { ReducerContext } from '../state/context.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { ActionContext } from './context.ts'
import type { ShownKind } from '../projections/overlay.ts'

/**
 * Everything about one kind of action. Each kind is one file in `kinds/` and one entry of the record in `kinds.ts`; the
 * outbox, the views and the calls that retry and cancel ask the definition and name no kind. A row's payload always
 * passes its schema, because rows that do not are set aside when the engine starts.
 */
export interface ActionKindDefinition<Payload = unknown> extends ShownKind {
  /** The shape of the column `payload`, which is JSON. Rows that older versions wrote have to pass it. */
  readonly schema: z.ZodType<Payload>
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

/** The user's text and the conversation that it was written for. `attachments` is JSON text, as in a draft. */
export interface Written {
  readonly conversation: string
  readonly topic: string
  readonly content: string
  readonly attachments: string
}
