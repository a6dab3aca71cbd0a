import { starredWire } from '../../api/resources/messages.ts'
import type { Store } from '../../store/store.ts'
import type { MessageId } from '../../values/ids.ts'
import type { Change } from '../changes.ts'
import { concern } from '../concern.ts'
import { changeOf, type Part } from '../part.ts'

/** The ids of the user's starred messages, also of those that are not stored. */
export const starred: Part<ReadonlySet<MessageId>> = {
  name: 'starred messages',
  load: ({ preferences }) => new Set(preferences.starred()),
}

/** Notes a star that was set or removed. */
export function noteStar(store: Store, id: MessageId, isStarred: boolean): Change[] {
  return store.preferences.setStarred(id, isStarred) ? [changeOf(starred)] : []
}

export const starredConcern = concern({
  name: 'starred',
  wire: starredWire,
  parts: [starred],
  read: (answer) => answer.starred_messages,
  replace: ({ store: { preferences } }, ids) => {
    preferences.replaceStarred(ids)
    return [changeOf(starred)]
  },
  reducers: {},
})
