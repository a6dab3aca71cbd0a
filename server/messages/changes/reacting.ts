import { reactionType } from '../../people/emoji-choice.ts'
import { audienceOf } from '../reading/audience.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Emoji } from '../../people/emoji-choice.ts'
import { apiEmail } from '../../people/people.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'
import { participate } from '../../streams/topic-policies.ts'

/** Adds a reaction and publishes it; returns whether it is new. Call inside `context.write`. */
export function addReaction(context: ServerContext, user: UserRow, row: MessageRow, emoji: Emoji): boolean {
  if (!context.tables.reactions.add({ message_id: row.id, user_id: user.id, ...emoji })) return false
  tellReaction(context, 'add', { user, row, emoji })
  if (row.stream_id !== null) {
    participate(context, user, { streamId: row.stream_id, topic: row.topic }, 'participated')
  }
  return true
}

/** Publishes a reaction to all users who have the message (wire-protocol.md §2.3); call inside `context.write`. */
export function tellReaction(
  context: ServerContext,
  op: 'add' | 'remove',
  { user, row, emoji }: { readonly user: UserRow; readonly row: MessageRow; readonly emoji: Emoji },
): void {
  const event = {
    type: 'reaction',
    op,
    message_id: row.id,
    ...emoji,
    reaction_type: reactionType(context, emoji.reaction_type),
    user_id: user.id,
    user: { user_id: user.id, email: apiEmail(user), full_name: user.full_name },
  }
  context.events.publishToAll(audienceOf(context, row), () => event)
}
