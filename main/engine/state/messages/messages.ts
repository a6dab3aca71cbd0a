import { messagesWire, type MessageEventOf } from '../../api/resources/messages.ts'
import { slice } from '../slice.ts'
import { handleUpdateMessage } from './edits.ts'
import { handleFlags } from './flags.ts'
import { readSubmessages } from '../../values/submessages.ts'
import { unreadPart, addUnread } from '../unread/unread.ts'
import type { Change } from '../changes.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { missed } from '../completeness/contradicted-coverage.ts'
import type { ReducerContext } from '../context.ts'
import { conversationOf } from '../../values/conversation.ts'
import { readReactions, withVote } from '../../values/reactions.ts'
import { putStreams } from '../directory/directory.ts'
import { messageRow } from './message-row.ts'
import { removeMessage } from './stored-messages.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Adds or removes a reaction. A repeated event changes nothing (M20). */
function handleReaction(context: ReducerContext, event: MessageEventOf<'reaction'>): Change[] {
  const { store } = context
  const row = store.messages.get(event.message_id)
  if (row === undefined) {
    const conversation = store.unread.get(event.message_id)?.conversation
    return [
      ...missed(context, [event.message_id], conversation),
      ...(event.op === 'add' ? invalidateFeeds(store, 'reaction') : []),
    ]
  }
  const reactions = withVote(readReactions(row.reactions), event.reaction, event.op)
  store.messages.setReactions(row.id, JSON.stringify(reactions))
  return [{ kind: 'message', id: row.id, conversation: conversationOf(row) }]
}

/** Adds a submessage once, in order of ids. The submessages of an uncached message come with the message. */
function handleSubmessage(context: ReducerContext, event: MessageEventOf<'submessage'>): Change[] {
  const { store } = context
  const row = store.messages.get(event.message_id)
  if (row === undefined || event.msg_type !== 'widget') return []
  const others = readSubmessages(row.submessages).filter((part) => part.id !== event.submessage_id)
  const part = { id: event.submessage_id, senderId: event.sender_id, content: event.content }
  const submessages = JSON.stringify([...others, part].sort((a, b) => a.id - b.id))
  store.messages.put({ ...row, submessages })
  return [{ kind: 'message', id: row.id, conversation: conversationOf(row) }]
}

/** Handles a new message (M1, M23), which is stored even if its stream is unknown. */
function handleMessage(context: ReducerContext, event: MessageEventOf<'message'>): Change[] {
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
function handleDeleteMessage(context: ReducerContext, event: MessageEventOf<'delete_message'>): Change[] {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  const { store } = context
  return ids.flatMap((id) => removeMessage(store, id))
}

export const messagesSlice = slice({
  name: 'messages',
  wire: messagesWire,
  parts: [unreadPart],
  reducers: {
    message: handleMessage,
    update_message: handleUpdateMessage,
    delete_message: handleDeleteMessage,
    update_message_flags: handleFlags,
    reaction: handleReaction,
    submessage: handleSubmessage,
  },
})
