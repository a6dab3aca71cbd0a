import { messagesWire, type MessageEventOf } from '../../api/resources/messages.ts'
import { slice } from '../slice.ts'
import { handleUpdateMessage } from './edits.ts'
import { handleFlags } from './flags.ts'
import { handleDeleteMessage, handleMessage } from './new-and-deleted.ts'
import { readSubmessages } from '../../values/submessages.ts'
import { unreadPart } from '../unread/unread.ts'
import type { Change } from '../changes.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { missed } from '../completeness/contradicted-coverage.ts'
import type { ReducerContext } from '../context.ts'
import { conversationOf } from '../../values/conversation.ts'
import { readReactions, withVote } from '../../values/reactions.ts'

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
