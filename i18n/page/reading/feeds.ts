interface FeedPhrases {
  readonly title: string
  /** There is no such message. */
  readonly empty: string
}

/** What the lists of messages of many conversations say. */
export interface FeedWords {
  readonly combined: FeedPhrases
  readonly direct_all: FeedPhrases
  readonly mentions: FeedPhrases
  readonly starred: FeedPhrases
  readonly followed: FeedPhrases
  readonly has: Readonly<Record<'attachment' | 'image' | 'link' | 'reaction', FeedPhrases>>
  readonly ofPerson: (name: string) => string
  readonly nothingOfPerson: string
  /** In the navigation, which is narrow. */
  readonly entries: Readonly<Record<'combined' | 'mentions' | 'starred' | 'followed', string>>
  readonly notShown: string
  /** The button that lists all feeds. */
  readonly choose: string
  /** The choice between the mentions of the organization and those of all. */
  readonly scope: string
  /** Only what is on this computer is listed. */
  readonly isPartial: string
  /** The same, where nothing is. */
  readonly nothingHere: string
}
