import { otherStreams, subscribedStreams } from './directory/stream-lists.ts'
import { peopleList } from './directory/people-list.ts'
import { groupsList } from './groups/group-registration.ts'
import type { LongList } from './long-list.ts'
import { presenceList } from './presence/presence-list.ts'
import { recentDirects, unreadTopics } from './topics/recent-lists.ts'
import { unreadList } from './unread/unread-list.ts'

/** The long lists of a registration, in the order in which the navigation needs them. */
export const longLists: readonly LongList[] = [
  subscribedStreams,
  unreadList,
  otherStreams,
  unreadTopics,
  recentDirects,
  peopleList,
  groupsList,
  presenceList,
]
