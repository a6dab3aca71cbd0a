import type { Coded } from './coded.ts'

/** The text of a message in a notification, as data; `i18n/` makes the line. */
export type NotificationText = Coded<NotificationTextValues>

/** Every code of such a text; `text` is the beginning of the message. */
export interface NotificationTextValues {
  TEXT: { readonly text: string }
  /** The user wants the text hidden. */
  HIDDEN: null
}
