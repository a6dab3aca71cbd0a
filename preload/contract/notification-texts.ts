import type { Coded } from './coded.ts'

/** What a notification tells of a message's text; `words/` makes the line. */
export type NotificationText = Coded<NotificationTextValues>

/** Every code of such a text; `text` is the beginning of the message. */
export interface NotificationTextValues {
  TEXT: { readonly text: string }
  /** The user wants it hidden. */
  HIDDEN: null
}
