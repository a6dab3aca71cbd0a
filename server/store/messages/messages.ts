import type { ServerDatabase } from '../database.ts'
import { messagePages } from './message-pages.ts'
import { personalRows, type PersonalRow } from './personal-rows.ts'
import {
  flagBits,
  messageColumns,
  topicKey,
  type EditRow,
  type FlagName,
  type MessageRow,
  type NewContent,
  type NewMessage,
  type UnreadRow,
} from './message-rows.ts'
import { searchText } from '../search-text.ts'

export function messageTable(database: ServerDatabase) {
  const personal = personalRows(database)
  const insert = database.prepare(
    `INSERT INTO message (sender_id, recipient_id, topic, topic_key, topic_links, content, rendered, has, timestamp, client)
     VALUES (@senderId, @recipientId, @topic, @topicKey, @topicLinks, @content, @rendered, @has, @timestamp, @client)`,
  )
  const index = database.prepare('INSERT INTO message_search (rowid, topic, body) VALUES (?, ?, ?)')
  const unindex = database.prepare('DELETE FROM message_search WHERE rowid = ?')
  const insertRow = database.prepare('INSERT INTO user_message (user_id, message_id, flags) VALUES (?, ?, ?)')
  const removeRow = database.prepare('DELETE FROM user_message WHERE user_id = ? AND message_id = ?')
  const byId = database.prepare<[number, number], MessageRow>(
    `SELECT ${messageColumns} FROM message m JOIN recipient r ON r.id = m.recipient_id
     LEFT JOIN user_message um ON um.user_id = ? AND um.message_id = m.id WHERE m.id = ?`,
  )
  const byIdAlone = database.prepare<[number], MessageRow>(
    `SELECT ${messageColumns.replace('um.flags', 'NULL AS flags')} FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE m.id = ?`,
  )
  const streamRecipient = database.prepare<[number], { id: number }>('SELECT id FROM recipient WHERE stream_id = ?')
  const directRecipient = database.prepare<[string], { id: number }>('SELECT id FROM recipient WHERE user_ids = ?')
  const addStreamRecipient = database.prepare('INSERT INTO recipient (stream_id) VALUES (?)')
  const addDirectRecipient = database.prepare('INSERT INTO recipient (user_ids) VALUES (?)')
  const addMember = database.prepare('INSERT INTO recipient_member (user_id, recipient_id) VALUES (?, ?)')
  const unread = database
    .prepare<[number, number], UnreadRow>(
      `SELECT m.id, m.topic, r.stream_id, r.user_ids, um.flags FROM user_message um
       CROSS JOIN message m ON m.id = um.message_id CROSS JOIN recipient r ON r.id = m.recipient_id
       WHERE um.user_id = ? AND um.flags & 1 = 0 ORDER BY um.message_id DESC LIMIT ?`,
    )
    .raw()
  const starred = database.prepare<[number, number], { message_id: number; stream_id: number | null }>(
    `SELECT um.message_id, r.stream_id FROM user_message um
     CROSS JOIN message m ON m.id = um.message_id CROSS JOIN recipient r ON r.id = m.recipient_id
     WHERE um.user_id = ? AND um.flags & 2 <> 0 ORDER BY um.message_id DESC LIMIT ?`,
  )
  const maxId = database.prepare<[], { id: number }>('SELECT coalesce(max(id), -1) AS id FROM message')
  const directConversations = database.prepare<[number, number], { user_ids: string; max_message_id: number }>(
    `SELECT r.user_ids, (SELECT max(m.id) FROM message m WHERE m.recipient_id = r.id) AS max_message_id
     FROM recipient_member rm JOIN recipient r ON r.id = rm.recipient_id
     WHERE rm.user_id = ? AND max_message_id IS NOT NULL ORDER BY max_message_id DESC LIMIT ?`,
  )
  const directPartners = database.prepare<[number], { user_id: number }>(
    `SELECT DISTINCT other.user_id FROM recipient_member own JOIN recipient_member other ON other.recipient_id = own.recipient_id
     WHERE own.user_id = ?`,
  )
  const setFlags = database.prepare('UPDATE user_message SET flags = ? WHERE user_id = ? AND message_id = ?')
  const setAllRead = database.prepare('UPDATE user_message SET flags = flags | 1 WHERE user_id = ? AND flags & 1 = 0')
  const remove = database.prepare('DELETE FROM message WHERE id = ?')
  const readers = database.prepare<[number], { user_id: number; flags: number }>(
    'SELECT user_id, flags FROM user_message WHERE message_id = ?',
  )
  const setContent = database.prepare(
    'UPDATE message SET content = @content, rendered = @rendered, has = @has, last_edit_timestamp = @timestamp WHERE id = @id',
  )
  const setPlace = database.prepare(
    `UPDATE message SET recipient_id = @recipientId, topic = @topic, topic_key = @topicKey, topic_links = @topicLinks,
       last_edit_timestamp = @timestamp WHERE id = @id`,
  )
  const addEdit = database.prepare(
    `INSERT INTO message_edit (message_id, user_id, timestamp, prev_content, prev_rendered, prev_stream, stream, prev_topic, topic)
     VALUES (@messageId, @user_id, @timestamp, @prev_content, @prev_rendered, @prev_stream, @stream, @prev_topic, @topic)`,
  )
  const edits = database.prepare<[number], EditRow>('SELECT * FROM message_edit WHERE message_id = ? ORDER BY id')
  const editsKept = database.prepare<[number], { count: number; length: number }>(
    `SELECT count(*) AS count, coalesce(sum(length(prev_content) + length(prev_rendered)), 0) AS length
     FROM message_edit WHERE message_id = ? AND prev_content IS NOT NULL`,
  )
  const getFlags = database.prepare<[number, number], { flags: number }>(
    'SELECT flags FROM user_message WHERE user_id = ? AND message_id = ?',
  )
  const weekly = database.prepare<[number], { stream_id: number; count: number }>(
    `SELECT r.stream_id, count(*) AS count FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE m.timestamp >= ? AND r.stream_id IS NOT NULL
     GROUP BY r.stream_id`,
  )

  return {
    ...messagePages(database, personal),
    add(message: NewMessage, rows: readonly PersonalRow[]): number {
      const id = Number(insert.run({ ...message, topicKey: topicKey(message.topic) }).lastInsertRowid)
      personal.add(id, rows)
      index.run(id, searchText(message.topic), searchText(message.rendered, { isHtml: true }))
      return id
    },
    get(id: number, readerId: number): MessageRow | undefined {
      personal.settle()
      return byId.get(readerId, id)
    },
    /** Returns the message without the reader's flags. */
    find: (id: number) => byIdAlone.get(id),
    streamRecipient(streamId: number): number {
      return streamRecipient.get(streamId)?.id ?? Number(addStreamRecipient.run(streamId).lastInsertRowid)
    },
    findStreamRecipient: (streamId: number) => streamRecipient.get(streamId)?.id,
    /**
     * Returns the recipient of a direct conversation.
     * @param userIds all members, the sender included
     */
    directRecipient(userIds: readonly number[]): number {
      const members = [...new Set(userIds)].sort((a, b) => a - b)
      const key = members.join(',')
      const found = directRecipient.get(key)?.id
      if (found !== undefined) return found
      const id = Number(addDirectRecipient.run(key).lastInsertRowid)
      for (const member of members) addMember.run(member, id)
      return id
    },
    findDirectRecipient: (userIds: readonly number[]) =>
      directRecipient.get([...new Set(userIds)].sort((a, b) => a - b).join(','))?.id,
    unread(userId: number, limit: number): UnreadRow[] {
      personal.settle()
      return unread.all(userId, limit)
    },
    /** Starred messages and their streams, the newest first. */
    starred(userId: number, limit: number) {
      personal.settle()
      return starred.all(userId, limit)
    },
    maxId: () => maxId.get()?.id ?? -1,
    directConversations: (userId: number, limit: number) => directConversations.all(userId, limit),
    /** Ids of all users in direct conversations with the user, the user included. */
    directPartners: (userId: number) => directPartners.all(userId).map((row) => row.user_id),
    /** Returns the number of messages of each stream since a time (UNIX seconds). */
    countsSince: (seconds: number) => new Map(weekly.all(seconds).map((row) => [row.stream_id, row.count])),
    /** Sets or clears one flag; returns whether it changed. Missing rows are not created. */
    changeFlag(userId: number, messageId: number, flag: FlagName, op: 'add' | 'remove'): boolean {
      personal.settle()
      const row = getFlags.get(userId, messageId)
      if (row === undefined) return false
      const flags = op === 'add' ? row.flags | flagBits[flag] : row.flags & ~flagBits[flag]
      if (flags === row.flags) return false
      setFlags.run(flags, userId, messageId)
      return true
    },
    setAllRead(userId: number): void {
      personal.settle()
      setAllRead.run(userId)
    },
    remove(id: number): void {
      personal.settle()
      unindex.run(id)
      remove.run(id)
    },
    /** The personal rows of the message. */
    readers(id: number): PersonalRow[] {
      personal.settle()
      return readers.all(id).map((row) => ({ userId: row.user_id, flags: row.flags }))
    },
    setFlags(userId: number, messageId: number, flags: number): void {
      personal.settle()
      setFlags.run(flags, userId, messageId)
    },
    addReader(userId: number, messageId: number, flags: number): void {
      personal.settle()
      insertRow.run(userId, messageId, flags)
    },
    removeReader(userId: number, messageId: number): void {
      personal.settle()
      removeRow.run(userId, messageId)
    },
    setContent(id: number, topic: string, change: NewContent): void {
      setContent.run({ id, ...change })
      unindex.run(id)
      index.run(id, searchText(topic), searchText(change.rendered, { isHtml: true }))
    },
    /** Moves a message to another topic or stream. */
    setPlace(
      row: MessageRow,
      place: { recipientId: number; topic: string; topicLinks: string; timestamp: number },
    ): void {
      setPlace.run({ id: row.id, ...place, topicKey: topicKey(place.topic) })
      unindex.run(row.id)
      index.run(row.id, searchText(place.topic), searchText(row.rendered, { isHtml: true }))
    },
    addEdit: (messageId: number, edit: EditRow) => addEdit.run({ messageId, ...edit }),
    /** The previous versions, oldest first. */
    edits: (messageId: number) => edits.all(messageId),
    /** The number of previous versions of a message and their total length. */
    editsKept: (messageId: number) => editsKept.get(messageId) ?? { count: 0, length: 0 },
    /** The personal rows that are not in their table yet. */
    personal,
    forget: () => {
      personal.forget()
    },
    addHistorical(userId: number, messageId: number, flags: number): void {
      personal.settle()
      insertRow.run(userId, messageId, flags | flagBits.historical)
    },
  }
}

export type MessageTable = ReturnType<typeof messageTable>
