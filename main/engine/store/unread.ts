import type { MessageId, StreamId } from '../values/ids.ts'
import { topicConversation } from '../values/conversation.ts'
import type { EngineDatabase } from './file/database.ts'

/** An unread message, which need not be cached. */
export interface UnreadRow {
  message_id: MessageId
  conversation: string
  /** The kind of mention as bits of `mentionBits`. */
  mention: number
}

/** The server's set of unread ids (U1). */
export function unreadTable(database: EngineDatabase) {
  const all = database.prepare<[], UnreadRow>('SELECT * FROM unread')
  const get = database.prepare<[number], UnreadRow>('SELECT * FROM unread WHERE message_id = ?')
  const put = database.prepare<UnreadRow>(
    `INSERT INTO unread (message_id, conversation, mention) VALUES (@message_id, @conversation, @mention)
     ON CONFLICT (message_id) DO UPDATE SET conversation = @conversation, mention = @mention`,
  )
  const remove = database.prepare('DELETE FROM unread WHERE message_id = ?')
  const clear = database.prepare('DELETE FROM unread')
  const ofStream = database.prepare<[string], { message_id: MessageId }>(
    'SELECT message_id FROM unread WHERE conversation LIKE ?',
  )
  return {
    reads: {
      all: () => all.all(),
      get: (id: number) => get.get(id),
      idsOfStream: (streamId: StreamId) => ofStream.all(topicConversation(streamId, '%')).map((row) => row.message_id),
    },
    writes: {
      put: (row: UnreadRow) => put.run(row),
      remove: (id: number) => remove.run(id),
      clear: () => clear.run(),
    },
  }
}
