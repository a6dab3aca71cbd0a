import type { Part } from '../part.ts'
import { UnreadIndex } from './unread-index.ts'
import type { Change } from '../changes.ts'
import type { Store } from '../../store/store.ts'

/** The unread messages of the account (U1). */
export const unreadPart: Part<UnreadIndex> = {
  name: 'unread',
  load(store) {
    const index = new UnreadIndex()
    index.put(store.unread.all())
    return index
  },
  apply(value, change) {
    switch (change.kind) {
      case 'unread_added':
        value.add(change.id, change.conversation, change.mention)
        break
      case 'unread_removed':
        value.remove(change.id)
        break
      case 'unread_replaced':
        value.put(change.put)
        for (const id of change.gone) value.remove(id)
        break
      default:
    }
    return value
  },
}

/** Stores an unread mark. `mention` is the kind of mention, as bits of `mentionBits`. */
export function addUnread(store: Store, id: number, conversation: string, mention: number): Change[] {
  store.unread.put({ message_id: id, conversation, mention })
  return [{ kind: 'unread_added', id, conversation, mention }]
}

/** Removes an unread mark, which need not exist. */
export function removeUnread(store: Store, id: number): Change[] {
  store.unread.remove(id)
  return [{ kind: 'unread_removed', id }]
}
