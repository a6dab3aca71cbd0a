import type { Coded } from './coded.ts'

/** What a notification tells of a message's text; `words/` makes the line. */
export type ToldText = Coded<ToldTextValues>

/** Every code of such a text; `text` is the beginning of the message. */
export interface ToldTextValues {
  TEXT: { readonly text: string }
  /** The user wants it hidden. */
  HIDDEN: null
}
