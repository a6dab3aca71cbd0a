import type { RecentWords } from '../../page/recent.ts'
import { english } from '../format.ts'

export const recent = {
  title: 'Recent conversations',
  entry: 'Recent',
  empty: 'No conversations yet.',
  nothingFound: (most) => `No matches among the ${english.number(most)} most recent conversations.`,
  notShown: 'Couldn’t load recent conversations',
  search: 'Search by name',
  filters: 'Filters',
  toggles: {
    isUnread: 'Unread',
    hasOwn: 'Participated',
    direct: 'Direct messages',
    topic: 'Streams',
    isFollowed: 'Followed',
    withMuted: 'Include muted',
  },
  wroteLately: (names) => `, with ${names}`,
} satisfies RecentWords
