/** What the page says of its lists and states, beside failures and notices. */
export interface PageWords {
  readonly drafts: DraftWords
}

export interface DraftWords {
  /** The server does not have it yet. */
  readonly pending: string
  readonly refused: (reason: string) => string
}
