import type { MessageId, StreamId, UserId } from '../values/ids.ts'
import { type EngineDatabase, upsert } from './file/database.ts'
import type { ConversationColumns, MessageRow } from './message-row.ts'
import type { NameChanges } from './names/changed-names.ts'
import type { searchTable } from './search.ts'
import type { Whole } from './table.ts'
import {
  type Destination,
  type Narrow,
  conversationOf,
  directConversation,
  directKeyOf,
  topicConversation,
  topicKey,
} from '../values/conversation.ts'

const columnNames = [
  'id',
  'sender_id',
  'stream_id',
  'topic',
  'topic_key',
  'topic_links',
  'direct_key',
  'content',
  'plain',
  'timestamp',
  'edited_at',
  'moved_at',
  'is_me',
  'is_read',
  'is_starred',
  'is_mentioned',
  'reactions',
  'submessages',
  'has_alert_word',
  'hides_previews',
  'mention',
  'has',
  'raw',
  'verified_epoch',
] as const satisfies readonly (keyof MessageRow)[]

interface Condition {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

function conditionOf(narrow: Narrow): Condition {
  switch (narrow.kind) {
    case 'topic':
      return { sql: 'stream_id = ? AND topic_key = ?', parameters: [narrow.streamId, topicKey(narrow.topic)] }
    case 'stream':
      return { sql: 'stream_id = ?', parameters: [narrow.streamId] }
    case 'direct':
      return { sql: 'direct_key = ?', parameters: [directKeyOf(narrow.userIds)] }
  }
}

/** The tables of messages, topics and direct conversations. */
export function messageTables(
  database: EngineDatabase,
  { search, names }: { readonly search: Whole<ReturnType<typeof searchTable>>; readonly names: NameChanges },
) {
  const put = database.prepare<MessageRow & { is_indexed: number }>(upsert('message', [...columnNames, 'is_indexed']))
  const indexed = database.prepare<[number], { is_indexed: number; plain: string; topic: string }>(
    'SELECT is_indexed, plain, topic FROM message WHERE id = ?',
  )
  const get = database.prepare<[number], MessageRow>('SELECT * FROM message WHERE id = ?')
  const remove = database.prepare('DELETE FROM message WHERE id = ?')
  const maxId = database.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM message')
  const noteTopic = database.prepare(
    `INSERT INTO topic (stream_id, topic_key, name, max_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (stream_id, topic_key) DO UPDATE SET name = excluded.name, max_id = excluded.max_id
     WHERE excluded.max_id >= topic.max_id`,
  )
  const noteDirect = database.prepare(
    `INSERT INTO direct (direct_key, max_id) VALUES (?, ?)
     ON CONFLICT (direct_key) DO UPDATE SET max_id = max(max_id, excluded.max_id)`,
  )
  const newestOfTopic = database.prepare<[number, string], { id: number | null; topic: string | null }>(
    'SELECT max(id) AS id, topic FROM message WHERE stream_id = ? AND topic_key = ?',
  )
  const setTopic = database.prepare(
    'UPDATE topic SET max_id = ?, name = ifnull(?, name) WHERE stream_id = ? AND topic_key = ?',
  )
  const newestUnread = database.prepare<[string], { id: number | null }>(
    'SELECT max(message_id) AS id FROM unread WHERE conversation = ?',
  )
  const dropTopic = database.prepare('DELETE FROM topic WHERE stream_id = ? AND topic_key = ?')
  const newestOfDirect = database.prepare<[string], { id: number | null }>(
    'SELECT max(id) AS id FROM message WHERE direct_key = ?',
  )
  const setDirect = database.prepare('UPDATE direct SET max_id = ? WHERE direct_key = ?')
  const dropDirect = database.prepare('DELETE FROM direct WHERE direct_key = ?')
  const topics = database.prepare<[number], { topic_key: string; name: string; max_id: MessageId }>(
    'SELECT topic_key, name, max_id FROM topic WHERE stream_id = ? ORDER BY max_id DESC',
  )
  const topicName = database.prepare<[number, string], { name: string }>(
    'SELECT name FROM topic WHERE stream_id = ? AND topic_key = ?',
  )
  const linksOfTopic = database.prepare<
    { streamId: number; key: string; limit: number },
    { topic: string; links: string }
  >(
    `SELECT topic, topic_links AS links FROM (
       SELECT topic, topic_links FROM message WHERE stream_id = @streamId AND topic_key = @key ORDER BY id DESC LIMIT @limit)
     WHERE topic_links IS NOT NULL LIMIT 1`,
  )
  const notedInTopic = database.prepare<[number, string], { max_id: MessageId }>(
    'SELECT max_id FROM topic WHERE stream_id = ? AND topic_key = ?',
  )
  const notedInDirect = database.prepare<[string], { max_id: MessageId }>(
    'SELECT max_id FROM direct WHERE direct_key = ?',
  )
  const directs = database.prepare<[number], { direct_key: string; max_id: MessageId }>(
    'SELECT direct_key, max_id FROM direct ORDER BY max_id DESC LIMIT ?',
  )
  // Each list is read in index order, so that no more rows are read than needed.
  const recent = database.prepare<{ limit: number }, { conversation: string }>(
    `SELECT conversation FROM (
       SELECT * FROM (
         SELECT 'topic:' || t.stream_id || ':' || t.topic_key AS conversation, t.max_id
         FROM topic t CROSS JOIN stream s
         WHERE s.id = t.stream_id AND s.is_subscribed = 1 ORDER BY t.max_id DESC LIMIT @limit)
       UNION ALL SELECT * FROM (SELECT 'direct:' || direct_key, max_id FROM direct ORDER BY max_id DESC LIMIT @limit))
     ORDER BY max_id DESC LIMIT @limit`,
  )
  const ofSender = database.prepare<
    { userId: UserId; limit: number },
    { stream_id: StreamId | null; topic_key: string; direct_key: string | null }
  >(`SELECT stream_id, topic_key, direct_key FROM message WHERE sender_id = @userId ORDER BY id DESC LIMIT @limit`)
  const newestOfStreams = database.prepare<[], { stream_id: StreamId; max_id: MessageId | null }>(
    `SELECT s.id AS stream_id, (SELECT max(id) FROM message WHERE stream_id = s.id) AS max_id
     FROM stream s WHERE s.is_subscribed = 1`,
  )
  const hasBefore = database.prepare<[number], { id: number }>('SELECT id FROM message WHERE timestamp < ? LIMIT 1')
  // By the index of times, because most messages from before that time may be kept.
  const firstSince = database.prepare<[number], { id: number | null }>(
    'SELECT min(id) AS id FROM message INDEXED BY message_by_time WHERE timestamp >= ?',
  )
  const timeFrom = database.prepare<[number], { timestamp: number }>(
    'SELECT timestamp FROM message WHERE id >= ? ORDER BY id LIMIT 1',
  )
  const count = database.prepare<[], { n: number }>('SELECT count(*) AS n FROM message')
  const nth = database.prepare<[number], { id: number }>('SELECT id FROM message ORDER BY id LIMIT 1 OFFSET ?')
  const nthLimited = database.prepare<[number], { id: number }>(
    `SELECT id FROM message
     WHERE ifnull('stream:' || stream_id, 'direct') NOT IN (SELECT container FROM kept_history WHERE days IS NULL)
     ORDER BY id LIMIT 1 OFFSET ?`,
  )
  const dropStream = database.prepare('DELETE FROM topic WHERE stream_id = ?')
  const setRead = database.prepare('UPDATE message SET is_read = ? WHERE id = ?')
  const setAllRead = database.prepare('UPDATE message SET is_read = 1 WHERE is_read = 0')
  const setReactions = database.prepare('UPDATE message SET reactions = ? WHERE id = ?')
  const unreadOf = database.prepare<[number], { id: number }>(
    'SELECT u.message_id AS id FROM unread u JOIN message m ON m.id = u.message_id WHERE m.sender_id = ?',
  )
  const older = database.prepare<[number, number], MessageRow>(
    'SELECT * FROM message WHERE id < ? ORDER BY id DESC LIMIT ?',
  )
  const setContent = database.prepare('UPDATE message SET content = ?, plain = ? WHERE id = ?')
  const setRaw = database.prepare('UPDATE message SET raw = ? WHERE id = ?')
  const setHidesPreviews = database.prepare('UPDATE message SET hides_previews = ? WHERE id = ?')
  const setStarred = database.prepare('UPDATE message SET is_starred = ? WHERE id = ?')

  const topicRevisions = new Map<number, number>()
  let removals = 0
  function noteDirects({ changes }: { changes: number }): void {
    if (changes > 0) names.noteDirects()
  }
  /** Records that a topic was written, or all topics of a stream if `key` is null. */
  function noteTopics(streamId: StreamId, key: string | null, { changes }: { changes: number }): void {
    if (changes === 0) return
    topicRevisions.set(streamId, (topicRevisions.get(streamId) ?? 0) + 1)
    names.topics.note(streamId, key)
  }

  function noteConversation(id: number, columns: ConversationColumns): void {
    if (columns.stream_id === null) noteDirects(noteDirect.run(columns.direct_key ?? '', id))
    else {
      const { stream_id, topic_key, topic } = columns
      noteTopics(stream_id, topic_key, noteTopic.run(stream_id, topic_key, topic, id))
    }
  }

  const pageStatements = new Map<string, ReturnType<typeof database.prepare<unknown[], unknown>>>()
  /** Prepares a statement once. `Row` must be the type of its columns. */
  function page<Row = MessageRow>(sql: string) {
    let statement = pageStatements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      pageStatements.set(sql, statement)
    }
    return statement as ReturnType<typeof database.prepare<unknown[], Row>>
  }

  return {
    reads: {
      get: (id: number) => get.get(id),
      /** Returns the `limit` messages nearest below an id in any conversation, newest first. */
      olderThan: (id: number, limit: number) => older.all(id, limit),
      maxId: () => maxId.get()?.id ?? 0,
      /** Returns the `limit` rows of the narrow nearest below `before`, in ascending order. */
      before(narrow: Narrow, before: number, limit: number): MessageRow[] {
        const { sql, parameters } = conditionOf(narrow)
        return page(`SELECT * FROM message WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ?`)
          .all(...parameters, before, limit)
          .reverse()
      },
      /** Returns the distinct senders of the narrow's newest `limit` messages, the latest first. */
      sendersOf(narrow: Narrow, limit: number): UserId[] {
        const { sql, parameters } = conditionOf(narrow)
        const statement = page<Pick<MessageRow, 'sender_id'>>(
          `SELECT sender_id FROM message WHERE ${sql} ORDER BY id DESC LIMIT ?`,
        )
        return [...new Set(statement.all(...parameters, limit).map((row) => row.sender_id))]
      },
      /** Returns a user's newest `limit` cached messages in the narrow, newest first. */
      newestFrom(narrow: Narrow, senderId: UserId, limit: number): MessageRow[] {
        const { sql, parameters } = conditionOf(narrow)
        const statement = page(`SELECT * FROM message WHERE ${sql} AND sender_id = ? ORDER BY id DESC LIMIT ?`)
        return statement.all(...parameters, senderId, limit)
      },
      /** Returns the `limit` rows of the narrow nearest at or above `from`, in ascending order. */
      from(narrow: Narrow, from: number, limit: number): MessageRow[] {
        const { sql, parameters } = conditionOf(narrow)
        return page(`SELECT * FROM message WHERE ${sql} AND id >= ? ORDER BY id LIMIT ?`).all(
          ...parameters,
          from,
          limit,
        )
      },
      /** Returns the number of cached messages of the narrow from an id on. */
      countFrom(narrow: Narrow, from: number): number {
        const { sql, parameters } = conditionOf(narrow)
        const statement = page<{ n: number }>(`SELECT count(*) AS n FROM message WHERE ${sql} AND id >= ?`)
        return statement.get(...parameters, from)?.n ?? 0
      },
      /** Returns the cached messages of the narrow from `low` to `high`, inclusive, in ascending order. */
      between(narrow: Narrow, low: number, high: number): MessageRow[] {
        const { sql, parameters } = conditionOf(narrow)
        return page(`SELECT * FROM message WHERE ${sql} AND id BETWEEN ? AND ? ORDER BY id`).all(
          ...parameters,
          low,
          high,
        )
      },
      /** Returns the cached messages of a user that count as unread on the server. */
      unreadOf: (personId: UserId) => unreadOf.all(personId).map((row) => row.id),
      topics: (streamId: StreamId) => topics.all(streamId),
      /** Returns the newest known message of a conversation, cached or not; 0 if there is none. */
      newestNoted(destination: Destination): number {
        const row =
          destination.kind === 'topic'
            ? notedInTopic.get(destination.streamId, topicKey(destination.topic))
            : notedInDirect.get(directKeyOf(destination.userIds))
        return row?.max_id ?? 0
      },
      /**
       * Returns a revision that increases whenever the topics of a stream or their newest messages may have changed,
       * also after a rollback.
       */
      topicsRevision: (streamId: StreamId) => removals + (topicRevisions.get(streamId) ?? 0),
      /** Returns the conversations of a user's newest `limit` messages. */
      conversationsOf: (userId: UserId, limit: number): ReadonlySet<string> =>
        new Set(ofSender.all({ userId, limit }).map((row) => conversationOf(row))),
      /** Returns the keys of the conversations with the newest messages, newest first. */
      recentConversations: (limit: number) => recent.all({ limit }).map((row) => row.conversation),
      /** Returns the newest message of each subscribed stream, by stream id. */
      newestOfStreams: () => new Map(newestOfStreams.all().map((row) => [row.stream_id, row.max_id ?? 0])),
      /** Returns whether there is a message from before a time (UNIX seconds). */
      hasBefore: (time: number) => hasBefore.get(time) !== undefined,
      /** Returns the lowest id of the messages from a time (UNIX seconds) on. */
      firstSince: (time: number) => firstSince.get(time)?.id ?? undefined,
      /** Returns the time of the first message from an id on, in UNIX seconds. */
      timestampFrom: (id: number) => timeFrom.get(id)?.timestamp,
      count: () => count.get()?.n ?? 0,
      /** Returns the id of the message at an index; the oldest message is at 0. */
      idAt: (position: number) => nth.get(position)?.id,
      /** Returns the id of the message at an index among those of containers that are not kept whole by choice. */
      limitedIdAt: (position: number) => nthLimited.get(position)?.id,
      /**
       * Returns a topic's spelling and links from the newest message that has them, among its newest `limit`
       * messages.
       */
      linksOfTopic: (streamId: StreamId, key: string, limit: number) => linksOfTopic.get({ streamId, key, limit }),
      topicName: (streamId: StreamId, key: string) => topicName.get(streamId, key)?.name,
      directs: (limit: number) => directs.all(limit),
    },
    writes: {
      /** Stores a message and registers its conversation. */
      put(row: MessageRow): void {
        const known = indexed.get(row.id)
        put.run({ ...row, is_indexed: 1 })
        if (known?.is_indexed !== 1 || known.plain !== row.plain || known.topic !== row.topic) {
          if (known?.is_indexed === 1) search.remove(row.id)
          search.put(row)
        }
        noteConversation(row.id, row)
      },
      /** Registers the conversation of a message, which need not be cached. */
      noteConversation,
      remove(id: number): void {
        if (indexed.get(id)?.is_indexed === 1) search.remove(id)
        remove.run(id)
        removals += 1
      },
      /** Stores a reprocessed content and indexes it again, because its words may differ. */
      renew(row: MessageRow): void {
        setContent.run(row.content, row.plain, row.id)
        if (indexed.get(row.id)?.is_indexed !== 1) return
        search.remove(row.id)
        search.put(row)
      },
      setRead: (id: number, isRead: boolean) => setRead.run(isRead ? 1 : 0, id),
      setAllRead: () => setAllRead.run(),
      setHidesPreviews: (id: number, isOn: boolean) => setHidesPreviews.run(isOn ? 1 : 0, id),
      setStarred: (id: number, isStarred: boolean) => setStarred.run(isStarred ? 1 : 0, id),
      setReactions: (id: number, reactions: string) => setReactions.run(reactions, id),
      setRaw: (id: number, raw: string) => setRaw.run(raw, id),
      noteDirect: (key: string, maxMessageId: MessageId) => {
        noteDirects(noteDirect.run(key, maxMessageId))
      },
      noteTopic(streamId: StreamId, name: string, maxMessageId: MessageId): void {
        const key = topicKey(name)
        noteTopics(streamId, key, noteTopic.run(streamId, key, name, maxMessageId))
      },
      /** Updates a topic's entry after rows were removed. A topic without cached and unread messages is deleted. */
      recountTopic(streamId: StreamId, key: string): void {
        const cached = newestOfTopic.get(streamId, key)
        const newest = cached?.id ?? newestUnread.get(topicConversation(streamId, key))?.id ?? null
        noteTopics(
          streamId,
          key,
          newest === null ? dropTopic.run(streamId, key) : setTopic.run(newest, cached?.topic ?? null, streamId, key),
        )
      },
      /**
       * Updates the entry of a direct conversation after rows were removed. One without cached and unread messages is
       * deleted if all direct messages are cached (`isWhole`); otherwise there may be older ones, and it stays.
       */
      recountDirect(key: string, isWhole: boolean): void {
        const newest = newestOfDirect.get(key)?.id ?? newestUnread.get(directConversation(key))?.id ?? null
        if (newest !== null) noteDirects(setDirect.run(newest, key))
        else if (isWhole) noteDirects(dropDirect.run(key))
      },
      dropTopics(streamId: StreamId): void {
        noteTopics(streamId, null, dropStream.run(streamId))
      },
    },
  }
}
