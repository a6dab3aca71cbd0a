import type { UserId } from '../../values/ids.ts'
import { mutedPeopleWire } from '../../api/resources/user-settings.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import type { Part } from '../part.ts'
import { removeUnread } from '../unread/unread.ts'

/** The ids of the users whom the user has muted. */
export const mutedPeople: Part<ReadonlySet<number>> = {
  name: 'muted people',
  load: ({ preferences }) => new Set(preferences.mutedPeople()),
  follows: ({ kind }) => kind === 'preferences',
}

/** Marks all cached messages of a user as read (wire-protocol.md §2.8). */
export function readAllOf(store: Store, personId: UserId): Change[] {
  return store.messages.unreadOf(personId).flatMap((id) => {
    store.messages.setRead(id, true)
    return removeUnread(store, id)
  })
}

export const mutedPeopleSlice = slice({
  name: 'muted_people',
  wire: mutedPeopleWire,
  parts: [mutedPeople],
  read: (answer) => answer.muted_users.map((user) => user.id),
  replace: ({ store }, ids) => {
    store.preferences.replaceMutedPeople(ids)
    return [{ kind: 'preferences' }]
  },
  choices: ['muted_users'],
  reducers: {
    /**
     * The event replaces all muted users (O2). Messages of a newly muted user become read, as the next event would
     * report.
     */
    muted_users: ({ store }, event) => {
      const before = new Set(store.preferences.mutedPeople())
      const ids = event.muted_users.map((user) => user.id)
      store.preferences.replaceMutedPeople(ids)
      return [{ kind: 'preferences' }, ...ids.filter((id) => !before.has(id)).flatMap((id) => readAllOf(store, id))]
    },
  },
})
