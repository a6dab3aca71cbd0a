/** What the list of recent conversations says. */
export interface RecentWords {
  readonly title: string
  /** Its entry in the navigation, which is narrow. */
  readonly entry: string
  /** There are no conversations yet. */
  readonly empty: string
  /** No conversation passes the filters; `most` is how many were looked through. */
  readonly nothingFound: (most: number) => string
  readonly notShown: string
  readonly search: string
  /** The group of the toggles. */
  readonly filters: string
  readonly toggles: Readonly<Record<'isUnread' | 'hasOwn' | 'direct' | 'topic' | 'isFollowed' | 'withMuted', string>>
  /** Who wrote there lately. */
  readonly wroteLately: (names: string) => string
}
