/** The codes of a map whose values are `null`. */
type PlainCode<M> = { [C in keyof M]: M[C] extends null ? C : never }[keyof M]

/** A union of the codes of `M`, a map from codes to the values of their sentences; a code of `null` has no values. */
export type Coded<M> =
  | { readonly code: PlainCode<M> }
  | { [C in Exclude<keyof M, PlainCode<M>>]: { readonly code: C; readonly values: M[C] } }[Exclude<
      keyof M,
      PlainCode<M>
    >]
