import { z } from 'zod'
import type { MessageId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { DiskProblem, Failure } from './base/failures.ts'
import {
  accountIdSchema,
  pageIdSchema,
  type Coded,
  type ConversationTitle,
  type Narrow,
  type PersonName,
} from './base/values.ts'
import type { DraftText } from './drafts.ts'

/** The reason for which the user's change has not reached the server; the page makes a sentence of it. */
export type WaitReason =
  /** The change is being sent, or is about to be sent. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  /** The change is being resent, although an earlier attempt may have arrived. */
  | { readonly kind: 'resending' }
  /** The change can be undone until `until`, UNIX milliseconds, and is sent then. */
  | { readonly kind: 'undo'; readonly until: number }
  /**
   * The outcome is unknown, and is being looked up (`checking`) or will be when the server can be reached
   * (`unchecked`).
   */
  | { readonly kind: 'checking' | 'unchecked' }
  /** Another action with the same queue key is being sent. */
  | { readonly kind: 'behind' }
  /** Another action with the same queue key was refused, and waits for the user. */
  | { readonly kind: 'behind_failed'; readonly localId: string }
  | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'internal' }
  /** The server's rate limit for the account lasts until `until`, UNIX milliseconds. */
  | { readonly kind: 'rate_limited'; readonly until: number }
  | { readonly kind: 'signed_out' | 'keychain' | 'server_refuses' | 'starting' }
  | { readonly kind: 'disk'; readonly problem: DiskProblem }
  /** The server refused the change. `reason` is null if it gave none. */
  | { readonly kind: 'failed'; readonly reason: Failure | null }

/** A change by the user that the server does not have. */
export interface OutboxItem {
  readonly key: string
  readonly kind: 'outbox'
  readonly localId: string
  readonly what: ActionName
  /** The conversation of the action; null if it has none. */
  readonly narrow: Narrow | null
  /** The message of the action; null for new messages. */
  readonly messageId: MessageId | null
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  /** The names of the first few files. */
  readonly files: readonly string[]
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  /** UNIX seconds. */
  readonly createdAt: number
  /** The number of actions that wait behind this one, since it was refused. */
  readonly behind: number
  readonly canRetry: boolean
  readonly canCancel: boolean
  /** The place where its text can be changed: as a draft in the composer, or on the message. */
  readonly editing: 'composer' | 'message' | null
  /** Whether the action cannot be decoded; `outbox.text` returns its raw content. */
  readonly isUnreadable: boolean
}

export interface OutboxMeta {
  readonly failed: number
  /** The number of actions that can be retried; those that cannot be decoded do not count. */
  readonly canRetry: number
  readonly unknown: number
  /** The number of all entries, including those beyond the loaded rows. */
  readonly total: number
}

/** The name of a pending action in lists, as data; `i18n/` makes the text. */
export type ActionName = Coded<ActionNameValues>

/** Every kind of action, with the values of its name; `null` for a name without values. */
export interface ActionNameValues {
  MESSAGE: null
  SCHEDULED_MESSAGE: null
  SCHEDULED_EDIT: null
  SCHEDULED_DELETION: null
  EDIT: null
  DELETION: null
  /** `topic` is the name of the target. */
  MOVE: { readonly topic: string }
  STAR: { readonly isStarred: boolean }
  /** `name` is the name of the emoji. */
  REACTION: { readonly name: string; readonly isAdded: boolean }
  /** A part of a poll or a to-do list. */
  WIDGET_PART: null
  MARK_READ: null
  MARK_UNREAD: null
  MARK_CONVERSATION_READ: null
  MARK_EVERYTHING_READ: null
  TOPIC_CHOICE: null
  STREAM_CHOICE: null
  /** `name` is the person's. */
  MUTE: { readonly person: PersonName; readonly isMuted: boolean }
  /** This version cannot decode the stored action. */
  UNREADABLE: null
}

const ofAction = z.strictObject({ accountId: accountIdSchema, localId: pageIdSchema })

/** The actions that the server does not have yet or has refused. */
export const outbox = {
  views: {
    outbox: {
      query: z.strictObject({ type: z.literal('outbox') }),
      item: typeOf<OutboxItem>(),
      meta: typeOf<OutboxMeta>(),
    },
  },
  calls: {
    'outbox.retry': { to: 'engine', input: ofAction, output: typeOf<null>() },
    /** Retries all refused actions. Answers their number. */
    'outbox.retryAll': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<{ readonly count: number }>(),
    },
    /** Cancels an action. Answers its text, for the composer. */
    'outbox.cancel': { to: 'engine', input: ofAction, output: typeOf<DraftText>() },
    /**
     * Cancels an action without moving its text to a composer. For a short time `drafts.restore` can create a draft with
     * this id from the text; null if the action has no text.
     */
    'outbox.discard': { to: 'engine', input: ofAction, output: typeOf<{ readonly draftId: string | null }>() },
    /** The raw content of an action that cannot be decoded, for copying. */
    'outbox.text': { to: 'engine', input: ofAction, output: typeOf<{ readonly text: string }>() },
  },
} as const satisfies ResourceContract

/** The reasons for which the engine refuses an action. */
export interface ActionFailures {
  EMPTY_MESSAGE: { readonly act: 'send' | 'edit' | 'schedule' }
  /** The copy of a file is in progress or was interrupted. */
  FILE_INCOMPLETE: { readonly name: string }
  /** The text contains a null character. */
  BAD_MESSAGE: null
  /** `length` and `most` count code points. */
  MESSAGE_TOO_LONG: { readonly act: 'send' | 'edit' | 'schedule'; readonly length: number; readonly most: number }
  STREAM_ARCHIVED: { readonly act: 'send' | 'change' }
  /** `most` counts code points. */
  TOPIC_TOO_LONG: { readonly most: number }
  /** `compose` is the page's own refusal before it sends. */
  TOPIC_MISSING: { readonly act: 'compose' | 'send' | 'resolve' | 'move' }
  /** `topic` is the name of the conversation without a topic. */
  TOPIC_UNWANTED: { readonly topic: string }
  NO_MESSAGE: null
  NO_STREAM: null
  NO_EMOJI: null
  NO_SUCH_CHOICE: null
  NO_DRAFT: null
  NO_RECIPIENT: null
  NO_RECEIPTS: null
  /** `isLate`: the time limit of the action has passed. */
  NOT_ALLOWED:
    | { readonly act: 'change_of_other' | 'edit_widget' | 'move_topic' | 'move_stream' | 'resolve' }
    | { readonly act: 'edit' | 'delete'; readonly isLate: boolean }
  NOT_SUBSCRIBED: null
  MUTE_SELF: null
  NOT_SCHEDULED: null
  TIME_PASSED: null
  /** The server lacks a feature that the action needs. */
  FEATURE_MISSING: { readonly feature: 'follow_topics' | 'unmute_topics' | 'schedule' | 'edit_scheduled' }
  ALREADY_LEAVING: { readonly isMessage: boolean }
  NOT_IN_OUTBOX: null
  /** Only the server has the content, and it cannot be reached. */
  OFFLINE: { readonly wanted: 'text' | 'receipts' | 'history' | 'preview' | 'common_streams' }
}

/** The failures of accepted actions, stored with the action. */
export interface OutcomeFailures {
  UNREADABLE: null
  /** An older version could not decode the action; this one can. */
  READABLE_AGAIN: null
  CHANGED_MEANWHILE: null
  /** `allowed` and `total` count messages. */
  MOVE_TOO_LATE: { readonly allowed: number; readonly total: number }
  /** `cause` is null if the server gave no reason. */
  SCHEDULED_GONE: { readonly cause: Failure | null }
  SEND_TIME_PASSED: null
  /** The server has the message, but could not send it at its time. */
  SCHEDULED_NOT_SENT: null
  CHOICE_LOST: null
  ATTACHMENT_GONE: { readonly name: string }
  /** `cause` is null if the server gave no reason. */
  ATTACHMENT_REFUSED: { readonly name: string; readonly cause: Failure | null }
  ATTACHMENT_TOO_LARGE: null
}

declare module './base/failures.ts' {
  interface FailureValues extends ActionFailures, OutcomeFailures {}
}
