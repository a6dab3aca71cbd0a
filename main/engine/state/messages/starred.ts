import { clientLimits } from '#shared/client-limits.ts'
import { starredWire } from '../../api/resources/messages.ts'
import type { Store } from '../../store/store.ts'
import type { MessageId } from '../../values/ids.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'

/** The number of the user's starred messages, including uncached ones. */
export const starred: Part<number> = {
  name: 'starred messages',
  load: ({ preferences }) => preferences.countStarred(),
}

const { most } = clientLimits.starred

/** Records stars that were set or removed. */
export function noteStars(store: Store, ids: readonly MessageId[], isStarred: boolean): Change[] {
  const { preferences } = store
  const noted = isStarred ? ids.slice(0, Math.max(0, most - preferences.countStarred())) : ids
  const changed = noted.filter((id) => preferences.setStarred(id, isStarred))
  return changed.length > 0 ? [changeOf(starred)] : []
}

export const starredSlice = slice({
  name: 'starred',
  wire: starredWire,
  parts: [starred],
  read: (answer) => answer.starred_messages.slice(0, most),
  replace: ({ store: { preferences } }, ids) => {
    preferences.replaceStarred(ids)
    return [changeOf(starred)]
  },
  reducers: {},
})
