import type { Change } from '../changes.ts'
import { noteStars } from './starred.ts'
import { removeUnread } from '../unread/unread.ts'
import type { Store } from '../../store/store.ts'
import { conversationOf, directKeyOf, membersOf, topicKey } from '../../values/conversation.ts'
import type { Destination } from '#contract/base/values.ts'

/** Removes a message everywhere. Ranges are unchanged (M12). */
export function removeMessage(store: Store, id: number): Change[] {
  return [...removeUnread(store, id), ...noteStars(store, [id], false), ...removeRow(store, id)]
}

/** Removes only the cached row. The unread id stays as in the server's list (U1). */
export function removeRow(store: Store, id: number): Change[] {
  const row = store.messages.get(id)
  if (row === undefined) return []
  store.messages.remove(id)
  if (row.stream_id !== null)
    recountConversation(store, { kind: 'topic', streamId: row.stream_id, topic: row.topic_key })
  else recountConversation(store, { kind: 'direct', userIds: membersOf(row.direct_key ?? '') })
  return [{ kind: 'message', id, conversation: conversationOf(row) }]
}

/** Recomputes a conversation's newest message from cached and unread messages. */
export function recountConversation(store: Store, destination: Destination): void {
  if (destination.kind === 'topic') store.messages.recountTopic(destination.streamId, topicKey(destination.topic))
  else store.messages.recountDirect(directKeyOf(destination.userIds), isWhole(store, 'direct'))
}

/** Returns whether a container is cached from its first message on. */
function isWhole(store: Store, container: string): boolean {
  return store.ranges.of(container).some((range) => range.low === 0)
}
