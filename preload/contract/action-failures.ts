import type { Failure } from './failures.ts'

/** Why the engine does not take an action. */
export interface ActionFailures {
  EMPTY_MESSAGE: { readonly act: 'send' | 'edit' | 'schedule' }
  /** The text contains a null character. */
  BAD_MESSAGE: null
  /** Code points. */
  MESSAGE_TOO_LONG: { readonly act: 'send' | 'edit' | 'schedule'; readonly length: number; readonly most: number }
  STREAM_ARCHIVED: { readonly act: 'send' | 'change' }
  /** Code points. */
  TOPIC_TOO_LONG: { readonly most: number }
  /** `compose` is what the page says before it sends. */
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
  /** `isLate`: it was allowed for a limited time. */
  NOT_ALLOWED:
    | { readonly act: 'change_of_other' | 'move_topic' | 'move_stream' }
    | { readonly act: 'edit' | 'delete'; readonly isLate: boolean }
  NOT_SUBSCRIBED: null
  MUTE_SELF: null
  NOT_SCHEDULED: null
  TIME_PASSED: null
  /** The server lacks what the action needs. */
  FEATURE_MISSING: { readonly feature: 'follow_topics' | 'unmute_topics' | 'schedule' | 'edit_scheduled' }
  ALREADY_LEAVING: { readonly isMessage: boolean }
  NOT_IN_OUTBOX: null
  /** Only the server has it, and cannot be reached. */
  OFFLINE: { readonly wanted: 'text' | 'receipts' | 'history' }
}

/** Why an action that was taken is not carried out. Stored with the action. */
export interface OutcomeFailures {
  UNREADABLE: null
  /** An older version could not read it; this one can. */
  READABLE_AGAIN: null
  CHANGED_MEANWHILE: null
  /** Counts of messages. */
  MOVE_TOO_LATE: { readonly allowed: number; readonly total: number }
  /** `cause` is null where the server gave no reason. */
  SCHEDULED_GONE: { readonly cause: Failure | null }
  SEND_TIME_PASSED: null
  CHOICE_LOST: null
  ATTACHMENT_GONE: { readonly name: string }
  /** `cause` is null where the server gave no reason. */
  ATTACHMENT_REFUSED: { readonly name: string; readonly cause: Failure | null }
  ATTACHMENT_TOO_LARGE: null
}

/** Why a draft stays on this computer. */
export interface DraftFailures {
  DRAFT_WITHOUT_TEXT: null
  DRAFT_NULL_CHARACTER: null
  /** Code points. */
  DRAFT_TOO_LONG: { readonly most: number }
  DRAFT_TOPIC_TOO_LONG: null
}
