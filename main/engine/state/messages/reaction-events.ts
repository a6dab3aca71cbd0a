import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { missed } from '../completeness/missing-messages.ts'
import type { ReducerContext } from '../context.ts'
import { conversationOf } from '../../values/conversation.ts'
import { readReactions, withVote } from '../../values/reactions.ts'

/** Adds or removes a reaction. A repeated event changes nothing (M20). */
export function handleReaction(context: ReducerContext, event: MessageEventOf<'reaction'>): Change[] {
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
