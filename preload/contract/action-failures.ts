/** Why the engine does not take an action. */
export interface ActionFailures {
  EMPTY_MESSAGE: { readonly act: 'send' | 'edit' | 'schedule' }
  /** The copy of a file is under way, or was interrupted. */
  FILE_INCOMPLETE: { readonly name: string }
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
    | { readonly act: 'change_of_other' | 'edit_widget' | 'move_topic' | 'move_stream' | 'resolve' }
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
  OFFLINE: { readonly wanted: 'text' | 'receipts' | 'history' | 'preview' }
}

/** Why a draft stays on this computer. */
export interface DraftFailures {
  DRAFT_WITHOUT_TEXT: null
  DRAFT_NULL_CHARACTER: null
  /** Code points. */
  DRAFT_TOO_LONG: { readonly most: number }
  DRAFT_TOPIC_TOO_LONG: null
}
