import type { PersonName } from './values.ts'
import type { Coded } from './coded.ts'

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
