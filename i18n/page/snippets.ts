/** What the list of saved texts says. */
export interface SnippetWords {
  readonly title: string
  /** Leads from the composer to the list. */
  readonly open: string
  /** What they are, for somebody who has none. */
  readonly none: string
  readonly search: string
  readonly create: string
  readonly nothingFound: (text: string) => string
  /** The list holds only the first `shown` of `found`. */
  readonly more: (counts: { readonly shown: number; readonly found: number }) => string
  readonly name: string
  readonly text: string
  /** It is stored while it is typed, and stays on this computer. */
  readonly keptHere: string
  /** It is stored while it is typed, and sent to the server for the other devices. */
  readonly keptEverywhere: string
  readonly done: string
  readonly revert: string
  /** The new text goes. */
  readonly discard: string
  readonly insert: string
  /** There is no conversation to insert it into yet. */
  readonly noPlace: string
  readonly edit: string
  readonly remove: string
  readonly removed: (name: string) => string
  readonly failed: string
}
