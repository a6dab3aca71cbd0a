import type { Phrase } from '../phrase.ts'

export interface DraftListWords {
  readonly title: string
  readonly notShown: string
  /** `text` is an element with the beginning of the draft. */
  readonly deleted: <T>(text: T) => Phrase<T>
  readonly withoutText: string
  readonly empty: string
  readonly send: string
  readonly local: string
}
