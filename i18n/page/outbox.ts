import type { Phrase } from '../phrase.ts'

export interface UnsentWords {
  readonly title: string
  readonly retryAll: (count: number) => string
  readonly withoutText: string
  /** `text` is an element with the beginning of the message. */
  readonly takenBack: <T>(text: T) => Phrase<T>
  readonly notShown: string
  readonly empty: string
  readonly takeBack: string
  readonly copied: string
  readonly notCopied: string
  readonly restored: string
  readonly waiting: string
  /** Of a row; `title` is the place of the action. */
  readonly row: (values: { what: string; title: string }) => string
}
