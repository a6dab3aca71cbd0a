import type { RecentWords } from '../../page/recent.ts'
import { english } from '../format.ts'

export const recent = {
  title: 'Recent conversations',
  entry: 'Recent',
  empty: 'No conversations yet.',
  nothingFound: (most) => `None of the ${english.number(most)} newest conversations is like this.`,
  notShown: 'The recent conversations cannot be shown.',
  search: 'Find by name',
  filters: 'Filters',
  toggles: {
    isUnread: 'Unread',
    hasOwn: 'You wrote',
    direct: 'Direct messages',
    topic: 'Streams',
    isFollowed: 'Followed',
    withMuted: 'Muted too',
  },
  wroteLately: (names) => `, with ${names}`,
} satisfies RecentWords
