import type { Part } from '../part.ts'
import { UnreadIndex } from './unread-index.ts'

/** The unread messages of the account (U1). */
export const unreadPart: Part<UnreadIndex> = {
  name: 'unread',
  load(store) {
    const index = new UnreadIndex()
    index.put(store.unread.all())
    return index
  },
  apply(held, change) {
    switch (change.kind) {
      case 'unread_added':
        held.add(change.id, change.conversation, change.mention)
        break
      case 'unread_removed':
        held.remove(change.id)
        break
      case 'unread_replaced':
        held.put(change.put)
        for (const id of change.gone) held.remove(id)
        break
      default:
    }
    return held
  },
}
