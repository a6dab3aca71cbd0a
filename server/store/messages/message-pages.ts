import type { Statement } from 'better-sqlite3'
import type { ServerDatabase } from '../database.ts'
import { messageColumns, topicKey, type MessageRow } from './message-rows.ts'
import type { PersonalRows } from './personal-rows.ts'

/** The SQL condition of a narrow, and the table that leads to its messages fastest. */
export interface MessageCondition {
  /** The condition over `m` (message), `r` (recipient) and `um` (the reader's personal row, if any). */
  readonly sql: string
  readonly parameters: readonly (string | number)[]
  /** `own`: only messages with a personal row, by the reader's index. Absent: all messages. */
  readonly scope?: 'own'
  /** A query of the FTS5 index. */
  readonly match?: string
}

export interface PageSide {
  readonly comparison: '<' | '<=' | '>' | '>='
  readonly anchor: number
  readonly limit: number
}

/** The query's source. CROSS JOIN fixes the join order, so that one index is read in the order of the answer. */
function source(condition: MessageCondition): { from: string; where: string; id: string } {
  if (condition.match !== undefined) {
    return {
      from: `message_search f CROSS JOIN message m ON m.id = f.rowid CROSS JOIN recipient r ON r.id = m.recipient_id
        LEFT JOIN user_message um ON um.user_id = ? AND um.message_id = m.id`,
      where: `message_search MATCH ? AND ${condition.scope === 'own' ? 'um.flags IS NOT NULL AND ' : ''}`,
      id: 'f.rowid',
    }
  }
  if (condition.scope === 'own') {
    return {
      from: `user_message um CROSS JOIN message m ON m.id = um.message_id CROSS JOIN recipient r ON r.id = m.recipient_id`,
      where: 'um.user_id = ? AND ',
      id: 'um.message_id',
    }
  }
  return {
    from: `message m CROSS JOIN recipient r ON r.id = m.recipient_id
      LEFT JOIN user_message um ON um.user_id = ? AND um.message_id = m.id`,
    where: '',
    id: 'm.id',
  }
}

function values(readerId: number, condition: MessageCondition): unknown[] {
  return [readerId, ...(condition.match === undefined ? [] : [condition.match]), ...condition.parameters]
}

const keptStatements = 200

/** Kinds of conversations. */
export interface ConversationKinds {
  readonly publicStreams: boolean
  readonly privateStreams: boolean
  readonly direct: boolean
}

/** Reads messages by condition. */
export function messagePages(database: ServerDatabase, personal: PersonalRows) {
  const statements = new Map<string, Statement>()

  /** A statement over personal rows. */
  function prepare<Row>(sql: string): Statement<unknown[], Row> {
    personal.settle()
    let statement = statements.get(sql)
    if (statement === undefined) {
      if (statements.size >= keptStatements) statements.clear()
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement as Statement<unknown[], Row> // each SQL text has one row type
  }

  const topics = database.prepare<[number], { name: string; max_id: number }>(
    // The bare column beside max() comes from the row with the maximum, so it is the latest spelling.
    `SELECT m.topic AS name, max(m.id) AS max_id FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE r.stream_id = ? GROUP BY m.topic_key ORDER BY max_id DESC`,
  )
  const receivedTopics = database.prepare<[number, number], { name: string; max_id: number }>(
    `SELECT m.topic AS name, max(m.id) AS max_id FROM message m JOIN recipient r ON r.id = m.recipient_id
     JOIN user_message um ON um.user_id = ? AND um.message_id = m.id
     WHERE r.stream_id = ? GROUP BY m.topic_key ORDER BY max_id DESC`,
  )
  const topicIds = database.prepare<[number, string, number], { id: number }>(
    `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE r.stream_id = ? AND m.topic_key = ? AND m.id >= ? ORDER BY m.id`,
  )
  const latestInTopic = database.prepare<[number, string], { topic: string }>(
    `SELECT m.topic FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE r.stream_id = ? AND m.topic_key = ? ORDER BY m.id DESC LIMIT 1`,
  )
  const topicParticipants = database.prepare<{ streamId: number; key: string }, { user_id: number }>(
    `WITH place AS (SELECT m.id, m.sender_id FROM message m JOIN recipient r ON r.id = m.recipient_id
       WHERE r.stream_id = @streamId AND m.topic_key = @key)
     SELECT sender_id AS user_id FROM place
     UNION SELECT re.user_id FROM reaction re JOIN place ON place.id = re.message_id`,
  )
  const beforeTime = database.prepare<[number, number, number], { id: number }>(
    `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id
     WHERE r.stream_id = ? AND m.timestamp < ? ORDER BY m.id LIMIT ?`,
  )
  const ofSender = database.prepare<[number, number, number, number], { id: number }>(
    `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id LEFT JOIN stream s ON s.id = r.stream_id
     WHERE m.sender_id = ? AND CASE s.invite_only WHEN 0 THEN ? WHEN 1 THEN ? ELSE ? END ORDER BY m.id`,
  )
  const idsOfStream = database.prepare<[number], { id: number }>(
    'SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id WHERE r.stream_id = ?',
  )

  return {
    /** Rows that satisfy `condition`, nearest to the anchor first in either direction. */
    page(readerId: number, condition: MessageCondition, side: PageSide): MessageRow[] {
      const { from, where, id } = source(condition)
      const order = side.comparison.startsWith('<') ? 'DESC' : 'ASC'
      return prepare<MessageRow>(
        `SELECT ${messageColumns} FROM ${from} WHERE ${where}(${condition.sql})
         AND ${id} ${side.comparison} ? ORDER BY ${id} ${order} LIMIT ?`,
      ).all(...values(readerId, condition), side.anchor, side.limit)
    },
    /** Returns the given ids that satisfy the condition. */
    matching(readerId: number, condition: MessageCondition, ids: readonly number[]): MessageRow[] {
      const { from, where, id } = source(condition)
      return prepare<MessageRow>(
        `SELECT ${messageColumns} FROM ${from} WHERE ${where}(${condition.sql})
         AND ${id} IN (SELECT value FROM json_each(?)) ORDER BY ${id}`,
      ).all(...values(readerId, condition), JSON.stringify(ids))
    },
    firstUnread(readerId: number, condition: MessageCondition): number | undefined {
      const { from, where, id } = source(condition)
      return prepare<{ id: number }>(
        `SELECT ${id} AS id FROM ${from} WHERE ${where}(${condition.sql}) AND um.flags & 1 = 0 ORDER BY ${id} LIMIT 1`,
      ).get(...values(readerId, condition))?.id
    },
    /** Ids of the reader's unread messages that satisfy `condition`, ascending. */
    unreadIds(readerId: number, condition: MessageCondition): number[] {
      const { from, where, id } = source({ ...condition, scope: 'own' })
      return prepare<{ id: number }>(
        `SELECT ${id} AS id FROM ${from} WHERE ${where}um.flags & 1 = 0 AND (${condition.sql}) ORDER BY ${id}`,
      )
        .all(...values(readerId, condition))
        .map((row) => row.id)
    },
    /** Topics of a stream, the newest first. */
    topics: (streamId: number) => topics.all(streamId),
    /** Topics in which the reader has received a message. */
    receivedTopics(readerId: number, streamId: number) {
      personal.settle()
      return receivedTopics.all(readerId, streamId)
    },
    /** Ids of a topic's messages from `fromId` on, ascending. */
    topicIds: (streamId: number, topic: string, fromId = 0) =>
      topicIds.all(streamId, topicKey(topic), fromId).map((row) => row.id),
    /** The latest spelling of a topic that has messages. */
    topicSpelling: (streamId: number, topic: string) => latestInTopic.get(streamId, topicKey(topic))?.topic,
    /** The users who wrote in the topic or reacted to a message in it. */
    topicParticipants: (streamId: number, topic: string) =>
      new Set(topicParticipants.all({ streamId, key: topicKey(topic) }).map((row) => row.user_id)),
    /** The oldest messages of a stream that are older than a time (UNIX seconds). */
    idsBefore: (streamId: number, seconds: number, limit: number) =>
      beforeTime.all(streamId, seconds, limit).map((row) => row.id),
    /** Ids of a sender's messages in conversations of the given kinds, ascending. */
    idsOfSender: (senderId: number, kinds: ConversationKinds) =>
      ofSender
        .all(senderId, Number(kinds.publicStreams), Number(kinds.privateStreams), Number(kinds.direct))
        .map((row) => row.id),
    idsOfStream: (streamId: number) => idsOfStream.all(streamId).map((row) => row.id),
  }
}
