import type { Change } from '../changes.ts'
import type { Store } from '../../store/store.ts'

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
