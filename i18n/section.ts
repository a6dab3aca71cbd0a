import type { Failure } from '#contract/base/failures.ts'

/** The sentence of a failure that another sentence quotes. */
export type SentenceOf = (failure: Failure) => string

/** The sentences of a map from codes to values: a text, or a function of the values of its code. */
export type Section<M> = {
  readonly [C in keyof M]: M[C] extends null ? string : (values: M[C], sentenceOf: SentenceOf) => string
}
