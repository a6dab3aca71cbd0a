import { english, word } from '#i18n/en/format.ts'

export const recent = {
  title: 'Recent conversations',
  /** Its entry in the navigation, which is narrow. */
  entry: 'Recent',
  empty: 'No conversations yet.',
  /** No conversation passes the filters; `most` is the number of conversations that were examined. */
  nothingFound: (most: number) => `No matches among the ${english.number(most)} most recent conversations.`,
  notShown: 'Couldn’t load recent conversations',
  search: 'Search by name',
  /** The group of the toggles. */
  filters: 'Filters',
  toggles: {
    isUnread: 'Unread',
    hasOwn: 'Participated',
    direct: 'Direct messages',
    get topic() {
      return word.Many
    },
    isFollowed: 'Followed',
    withMuted: 'Include muted',
  },
  /** The people who wrote there lately. */
  wroteLately: (names: string) => `, with ${names}`,
}
