import type { ServerDatabase } from './database.ts'

/** Bits of `user_message.flags`, and their names on the wire (wire-protocol.md §2.4.3). */
export const flagBits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  historical: 32,
} as const

export type FlagName = keyof typeof flagBits

export interface MessageRow {
  id: number
  sender_id: number
  recipient_id: number
  topic: string
  content: string
  rendered: string
  timestamp: number
  client: string
  last_edit_timestamp: number | null
  stream_id: number | null
  user_ids: string | null
  /** The reader's flags; null where the reader has no personal row. */
  flags: number | null
}

export interface EditRow {
  user_id: number
  timestamp: number
  prev_content: string
  prev_rendered: string
}

export interface NewMessage {
  readonly senderId: number
  readonly recipientId: number
  readonly topic: string
  readonly content: string
  readonly rendered: string
  readonly timestamp: number
  readonly client: string
}

export interface MessageCondition {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

/** Topics are equal when these are (wire-protocol.md §2.6: ignoring case, keeping it). */
export function topicKey(topic: string): string {
  return topic.toLowerCase()
}

const columns = 'm.*, r.stream_id, r.user_ids, um.flags'

export function messageTable(database: ServerDatabase) {
  const insert = database.prepare(
    `INSERT INTO message (sender_id, recipient_id, topic, topic_key, content, rendered, timestamp, client)
     VALUES (@senderId, @recipientId, @topic, @topicKey, @content, @rendered, @timestamp, @client)`,
  )
  const insertRow = database.prepare('INSERT INTO user_message (user_id, message_id, flags) VALUES (?, ?, ?)')
  const byId = database.prepare<[number, number], MessageRow>(
    `SELECT ${columns} FROM message m JOIN recipient r ON r.id = m.recipient_id
     LEFT JOIN user_message um ON um.user_id = ? AND um.message_id = m.id WHERE m.id = ?`,
  )
  const streamRecipient = database.prepare<[number], { id: number }>('SELECT id FROM recipient WHERE stream_id = ?')
  const directRecipient = database.prepare<[string], { id: number }>('SELECT id FROM recipient WHERE user_ids = ?')
  const addStreamRecipient = database.prepare('INSERT INTO recipient (stream_id) VALUES (?)')
  const addDirectRecipient = database.prepare('INSERT INTO recipient (user_ids) VALUES (?)')
  const unread = database.prepare<[number, number], MessageRow>(
    `SELECT m.id, m.sender_id, m.topic, r.stream_id, r.user_ids, um.flags FROM user_message um
     JOIN message m ON m.id = um.message_id JOIN recipient r ON r.id = m.recipient_id
     WHERE um.user_id = ? AND um.flags & 1 = 0 ORDER BY um.message_id DESC LIMIT ?`,
  )
  const flagged = database.prepare<[number, number, number], { message_id: number }>(
    'SELECT message_id FROM user_message WHERE user_id = ? AND flags & ? ORDER BY message_id DESC LIMIT ?',
  )
  const maxId = database.prepare<[], { id: number }>('SELECT coalesce(max(id), -1) AS id FROM message')
  const directConversations = database.prepare<[string, number], { user_ids: string; max_message_id: number }>(
    `SELECT r.user_ids, (SELECT max(m.id) FROM message m WHERE m.recipient_id = r.id) AS max_message_id FROM recipient r
     WHERE r.user_ids IS NOT NULL AND ',' || r.user_ids || ',' LIKE ? AND max_message_id IS NOT NULL
     ORDER BY max_message_id DESC LIMIT ?`,
  )
  const topics = database.prepare<[number], { name: string; max_id: number }>(
    // The bare column beside max() comes from the row that holds the maximum: the latest spelling wins.
    `SELECT m.topic AS name, max(m.id) AS max_id FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE r.stream_id = ? GROUP BY m.topic_key ORDER BY max_id DESC`,
  )
  const setFlags = database.prepare('UPDATE user_message SET flags = ? WHERE user_id = ? AND message_id = ?')
  const setAllRead = database.prepare('UPDATE user_message SET flags = flags | 1 WHERE user_id = ? AND flags & 1 = 0')
  const remove = database.prepare('DELETE FROM message WHERE id = ?')
  const readers = database.prepare<[number], { user_id: number; flags: number }>(
    'SELECT user_id, flags FROM user_message WHERE message_id = ?',
  )
  const setContent = database.prepare(
    'UPDATE message SET content = @content, rendered = @rendered, last_edit_timestamp = @timestamp WHERE id = @id',
  )
  const addEdit = database.prepare(
    `INSERT INTO message_edit (message_id, user_id, timestamp, prev_content, prev_rendered)
     VALUES (@messageId, @userId, @timestamp, @content, @rendered)`,
  )
  const edits = database.prepare<[number], EditRow>('SELECT * FROM message_edit WHERE message_id = ? ORDER BY id')
  const getFlags = database.prepare<[number, number], { flags: number }>(
    'SELECT flags FROM user_message WHERE user_id = ? AND message_id = ?',
  )

  return {
    add(message: NewMessage, rows: readonly { userId: number; flags: number }[]): number {
      const id = Number(insert.run({ ...message, topicKey: topicKey(message.topic) }).lastInsertRowid)
      for (const row of rows) insertRow.run(row.userId, id, row.flags)
      return id
    },
    get: (id: number, readerId: number) => byId.get(readerId, id),
    streamRecipient(streamId: number): number {
      return streamRecipient.get(streamId)?.id ?? Number(addStreamRecipient.run(streamId).lastInsertRowid)
    },
    /** `userIds` holds every member, the sender too; the key is the sorted list. */
    directRecipient(userIds: readonly number[]): number {
      const key = [...new Set(userIds)].sort((a, b) => a - b).join(',')
      return directRecipient.get(key)?.id ?? Number(addDirectRecipient.run(key).lastInsertRowid)
    },
    /** Rows that satisfy `condition`, nearest to the anchor first in either direction. */
    page(
      readerId: number,
      condition: MessageCondition,
      side: { comparison: '<' | '<=' | '>' | '>='; anchor: number; limit: number },
    ): MessageRow[] {
      const order = side.comparison.startsWith('<') ? 'DESC' : 'ASC'
      return database
        .prepare<unknown[], MessageRow>(
          `SELECT ${columns} FROM message m JOIN recipient r ON r.id = m.recipient_id
           LEFT JOIN user_message um ON um.user_id = ? AND um.message_id = m.id
           WHERE ${condition.sql} AND m.id ${side.comparison} ? ORDER BY m.id ${order} LIMIT ?`,
        )
        .all(readerId, ...condition.parameters, side.anchor, side.limit)
    },
    firstUnread(readerId: number, condition: MessageCondition): number | undefined {
      const row = database
        .prepare<unknown[], { id: number }>(
          `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id
           JOIN user_message um ON um.user_id = ? AND um.message_id = m.id
           WHERE ${condition.sql} AND um.flags & 1 = 0 ORDER BY m.id LIMIT 1`,
        )
        .get(readerId, ...condition.parameters)
      return row?.id
    },
    /** Ids of the reader's unread messages that satisfy `condition`, ascending. */
    unreadIds(readerId: number, condition: MessageCondition): number[] {
      return database
        .prepare<unknown[], { id: number }>(
          `SELECT m.id FROM user_message um JOIN message m ON m.id = um.message_id
           JOIN recipient r ON r.id = m.recipient_id
           WHERE um.user_id = ? AND um.flags & 1 = 0 AND (${condition.sql}) ORDER BY m.id`,
        )
        .all(readerId, ...condition.parameters)
        .map((row) => row.id)
    },
    unread: (userId: number, limit: number) => unread.all(userId, limit),
    flagged: (userId: number, flag: FlagName, limit: number) =>
      flagged.all(userId, flagBits[flag], limit).map((row) => row.message_id),
    maxId: () => maxId.get()?.id ?? -1,
    directConversations: (userId: number, limit: number) => directConversations.all(`%,${userId},%`, limit),
    topics: (streamId: number) => topics.all(streamId),
    /** Sets or clears one flag; returns whether something changed. Rows that do not exist stay absent. */
    changeFlag(userId: number, messageId: number, flag: FlagName, op: 'add' | 'remove'): boolean {
      const row = getFlags.get(userId, messageId)
      if (row === undefined) return false
      const flags = op === 'add' ? row.flags | flagBits[flag] : row.flags & ~flagBits[flag]
      if (flags === row.flags) return false
      setFlags.run(flags, userId, messageId)
      return true
    },
    setAllRead: (userId: number) => setAllRead.run(userId),
    remove: (id: number) => remove.run(id),
    /** Who has a personal row of the message, with its flags. */
    readers: (id: number) => readers.all(id).map((row) => ({ userId: row.user_id, flags: row.flags })),
    setFlags: (userId: number, messageId: number, flags: number) => setFlags.run(flags, userId, messageId),
    setContent: (id: number, change: { content: string; rendered: string; timestamp: number }) =>
      setContent.run({ id, ...change }),
    addEdit: (edit: { messageId: number; userId: number; timestamp: number; content: string; rendered: string }) =>
      addEdit.run(edit),
    /** What was replaced, oldest first. */
    edits: (messageId: number) => edits.all(messageId),
    addHistorical(userId: number, messageId: number, flags: number): void {
      insertRow.run(userId, messageId, flags | flagBits.historical)
    },
  }
}

export type MessageTable = ReturnType<typeof messageTable>
