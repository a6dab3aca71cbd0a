/** What the card of a user group says. */
export interface GroupWords {
  readonly members: (count: number) => string
  readonly field: string
  readonly list: string
  /** No member has the name that is typed. */
  readonly nobody: string
  /** The list holds only the first `shown` of `found`. */
  readonly more: (counts: { readonly shown: number; readonly found: number }) => string
  /** Opens the conversation with all of them. */
  readonly write: (count: number) => string
  /** It was removed meanwhile. */
  readonly gone: string
  readonly loading: string
  readonly deactivated: string
}
