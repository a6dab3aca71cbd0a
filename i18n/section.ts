import type { Failure } from '#contract/base/failures.ts'

/** The sentence of a failure that another sentence quotes. */
export type SentenceOf = (failure: Failure) => string

/** The sentences of a map from codes to values: a text, or a function of the values of its code. */
export type Section<M> = {
  readonly [C in keyof M]: M[C] extends null ? string : (values: M[C], sentenceOf: SentenceOf) => string
}

/** A sentence with elements inside, such as a link or a key: its parts in the order of the language. */
export type Phrase<T> = readonly (string | T)[]
