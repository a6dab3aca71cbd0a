import type { Phrase } from '../phrase.ts'

/** What the inbox says. */
export interface InboxWords {
  readonly title: string
  /** Of the inbox of all organizations. */
  readonly titleEverywhere: string
  /** Nothing is unread. */
  readonly empty: string
  readonly notShown: string
  /** The choice between the organization and all. */
  readonly scope: string
  readonly sections: { readonly mentions: string; readonly direct: string; readonly unknownStream: string }
  /** There are more conversations than the list holds. */
  readonly more: string
  readonly answer: string
  readonly markRead: string
  /** Takes a row from the list that was read elsewhere. */
  readonly dismiss: string
  readonly read: string
  readonly muted: string
  /** Behind the number of mentions, which has a mark of its own. */
  readonly mentions: (count: number) => string
  readonly unread: string
  /** Before the beginning of a message. */
  readonly wrote: <T>(name: T) => Phrase<T>
  /** Before the beginning of the user's answer. */
  readonly answered: (text: string) => string
  /** Of an answer that has files alone. */
  readonly answeredByFiles: string
  /** No message of the conversation is on this computer. */
  readonly nothingHere: string
}
