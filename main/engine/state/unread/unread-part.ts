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
