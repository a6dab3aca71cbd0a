import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import type { ReducerContext } from '../context.ts'
import { putStreams } from '../directory/directory.ts'
import { messageRow } from './message-row.ts'
import { removeMessage } from './stored-messages.ts'
import { addUnread } from '../unread/unread.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { conversationOf } from '../../values/conversation.ts'

/** Handles a new message (M1, M23), which is stored even if its stream is unknown. */
export function handleMessage(context: ReducerContext, event: MessageEventOf<'message'>): Change[] {
  const { store } = context
  const row = messageRow(context, event.message, event.flags)
  store.messages.put(row)
  store.meta.raiseEpoch(context.epoch, row.id)
  const conversation = conversationOf(row)
  const changes: Change[] = [{ kind: 'message', id: row.id, conversation }]
  if (row.is_read === 0) changes.push(...addUnread(store, row.id, conversation, row.mention))
  // The sender is no longer typing.
  changes.push({ kind: 'typing', conversation, personId: row.sender_id, until: null })
  changes.push(...noteFirstMessage(context, row))
  return changes
}

/** Updates a stream's first message, which tells how far the stream's history goes back. */
function noteFirstMessage({ store, accountState }: ReducerContext, row: MessageRow): Change[] {
  const stream = row.stream_id === null ? undefined : accountState.streams.get(row.stream_id)
  if (stream === undefined || stream.first_message_id !== null) return []
  return [putStreams(store, [{ ...stream, first_message_id: row.id }])]
}

/** Handles the deletion of one or several messages (M12). */
export function handleDeleteMessage(context: ReducerContext, event: MessageEventOf<'delete_message'>): Change[] {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  const { store } = context
  return ids.flatMap((id) => removeMessage(store, id))
}
