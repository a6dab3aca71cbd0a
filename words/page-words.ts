/** What the page says of its lists and states, beside failures and notices. */
export interface PageWords {
  readonly drafts: DraftWords
  readonly places: PlaceWords
  readonly reactions: ReactionWords
}

/** Titles of conversations that have no name. */
export interface PlaceWords {
  readonly notesToSelf: string
  readonly noRecipient: string
  readonly noTopic: string
}

export interface ReactionWords {
  readonly you: string
  readonly others: (count: number) => string
  /** `emoji` is its name. */
  readonly reacted: (people: readonly string[], emoji: string) => string
}

export interface DraftWords {
  /** The server does not have it yet. */
  readonly pending: string
  readonly refused: (reason: string) => string
}
