import type { ServerContext } from '../context/context.ts'
import type { MessageCondition } from '../store/messages/message-pages.ts'
import type { UserRow } from '../store/people/users.ts'

/** Marks the user's unread messages that satisfy a condition as read and publishes it; call inside `context.write`. */
export function markRead(context: ServerContext, user: UserRow, condition: MessageCondition): void {
  const { messages } = context.tables
  const ids = messages.unreadIds(user.id, condition)
  for (const id of ids) messages.changeFlag(user.id, id, 'read', 'add')
  if (ids.length > 0) tellRead(context, user.id, ids)
}

/** Publishes to a user's clients that messages are read; call inside `context.write`. */
export function tellRead(context: ServerContext, userId: number, ids: readonly number[]): void {
  context.events.publish(userId, () => ({
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: ids,
    all: false,
  }))
}
