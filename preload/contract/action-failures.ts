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
  OFFLINE: { readonly wanted: 'text' | 'receipts' | 'history' | 'preview' }
}

/** The reasons for which a draft stays on this computer. */
export interface DraftFailures {
  DRAFT_WITHOUT_TEXT: null
  DRAFT_NULL_CHARACTER: null
  /** `most` counts code points. */
  DRAFT_TOO_LONG: { readonly most: number }
  DRAFT_TOPIC_TOO_LONG: null
}
