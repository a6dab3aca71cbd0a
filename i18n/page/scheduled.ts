import type { Phrase } from '../phrase.ts'

/** What the list of scheduled messages says. */
export interface ScheduledWords {
  readonly title: string
  readonly notShown: string
  readonly empty: string
  /** The server is too old for them. */
  readonly missing: string
  /** The server does not have it, or its change, yet. */
  readonly saving: string
  readonly notSaved: (reason: string) => string
  readonly sendNow: string
  readonly change: string
  readonly cancel: string
  readonly day: string
  readonly time: string
  readonly text: string
  /** `text` is an element with the beginning of the message. */
  readonly cancelled: <T>(text: T) => Phrase<T>
  /** Its time has passed, so that it cannot be scheduled again. */
  readonly keptAsDraft: string
  /** It was cancelled before the server had it, and undone. */
  readonly restoredAsDraft: string
  readonly withoutText: string
}
