/**
 * A union with one member for each code of `M`, a map from codes to the values that their sentences need. A code whose
 * values are `null` has none.
 */
export type Coded<M> = {
  [C in keyof M]: M[C] extends null ? { readonly code: C } : { readonly code: C; readonly values: M[C] }
}[keyof M]
