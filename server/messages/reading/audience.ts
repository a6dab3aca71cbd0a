import { canReadMessage } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'

/**
 * The users who receive events about the message: all with a personal row who may still read it, and the stream's
 * current subscribers if its history is shared.
 */
export function audienceOf(context: ServerContext, row: MessageRow): ReadonlySet<number> {
  const { messages, streams, users } = context.tables
  const audience = new Set<number>()
  const consider = (userId: number, flags: number | null) => {
    const user = users.get(userId)
    if (user !== undefined && canReadMessage(context, user, { ...row, flags })) audience.add(userId)
  }
  const received = new Set<number>()
  for (const reader of messages.readers(row.id)) {
    received.add(reader.userId)
    consider(reader.userId, reader.flags)
  }
  if (row.stream_id !== null) {
    for (const userId of streams.subscribers(row.stream_id)) if (!received.has(userId)) consider(userId, null)
  }
  return audience
}
