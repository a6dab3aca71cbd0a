import type { StreamId } from '../../values/ids.ts'
import { topicKey, directKeyOf, type Narrow } from '../../values/conversation.ts'
import { intervalOf, union, type Interval } from '../../values/ranges.ts'
import { directoryTables } from '../directory.ts'
import type { MessageRow } from '../message-row.ts'
import { metaTable } from '../meta.ts'
import { NameChanges } from '../names/changed-names.ts'
import type { FileKey } from '../../values/file-access.ts'
import { openWithKey } from './file-key.ts'
import { rangeTable } from '../ranges.ts'

/** The longest wait for the file, in milliseconds. */
const busyTimeoutMs = 5_000

/** A conversation by the columns of its messages. */
export type StoredConversation =
  | { readonly kind: 'topic'; readonly streamId: StreamId; readonly topicKey: string }
  | { readonly kind: 'direct'; readonly directKey: string }

/** A conversation with cached messages, the number of those, and the newest of them. */
export interface CountedConversation {
  readonly conversation: StoredConversation
  readonly count: number
  readonly newestId: number
}

/** A time in UNIX seconds and the id of its message. */
export interface MessageMoment {
  readonly id: number
  readonly timestamp: number
}

interface Condition {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

function conditionOf(conversation: StoredConversation): Condition {
  switch (conversation.kind) {
    case 'topic':
      return { sql: 'stream_id = ? AND topic_key = ?', parameters: [conversation.streamId, conversation.topicKey] }
    case 'direct':
      return { sql: 'direct_key = ?', parameters: [conversation.directKey] }
  }
}

/** Returns the conditions on topics and on direct conversations; null for those that a narrow excludes. */
function conditionsOf(narrow: Narrow | null): {
  readonly topics: Condition | null
  readonly directs: Condition | null
} {
  switch (narrow?.kind) {
    case undefined:
      return {
        topics: { sql: 'stream_id IS NOT NULL', parameters: [] },
        directs: { sql: 'direct_key IS NOT NULL', parameters: [] },
      }
    case 'topic':
      return {
        topics: { sql: 'stream_id = ? AND topic_key = ?', parameters: [narrow.streamId, topicKey(narrow.topic)] },
        directs: null,
      }
    case 'stream':
      return { topics: { sql: 'stream_id = ?', parameters: [narrow.streamId] }, directs: null }
    case 'direct':
      return { topics: null, directs: { sql: 'direct_key = ?', parameters: [directKeyOf(narrow.userIds)] } }
  }
}

/**
 * Opens a connection that only reads the file of an open account, for an export in another thread. Every query reads
 * for itself, so that a long export does not keep the write-ahead log from being checkpointed. `key` is that of an
 * encrypted file.
 */
export function openExportConnection(path: string, key: FileKey | null = null) {
  const database = openWithKey(path, busyTimeoutMs, key)
  database.pragma('query_only = ON')
  database.pragma('cache_size = -16000')
  const meta = metaTable(database).reads
  const directory = directoryTables(database, new NameChanges()).reads
  const ranges = rangeTable(database).reads
  const maxId = database.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM message')
  const get = database.prepare<[number], MessageRow>('SELECT * FROM message WHERE id = ?')
  const statements = new Map<string, ReturnType<typeof database.prepare<unknown[], unknown>>>()

  /** Prepares a statement once. `Row` must be the type of its columns. */
  function prepared<Row>(sql: string) {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement as ReturnType<typeof database.prepare<unknown[], Row>>
  }

  function topicsOf({ sql, parameters }: Condition, upTo: number): CountedConversation[] {
    return prepared<{ stream_id: StreamId; topic_key: string; count: number; newest: number }>(
      `SELECT stream_id, topic_key, count(*) AS count, max(id) AS newest FROM message
       WHERE ${sql} AND id <= ? GROUP BY stream_id, topic_key`,
    )
      .all(...parameters, upTo)
      .map((row) => ({
        conversation: { kind: 'topic', streamId: row.stream_id, topicKey: row.topic_key },
        count: row.count,
        newestId: row.newest,
      }))
  }

  function directsOf({ sql, parameters }: Condition, upTo: number): CountedConversation[] {
    return prepared<{ direct_key: string; count: number; newest: number }>(
      `SELECT direct_key, count(*) AS count, max(id) AS newest FROM message
       WHERE ${sql} AND id <= ? GROUP BY direct_key`,
    )
      .all(...parameters, upTo)
      .map((row) => ({
        conversation: { kind: 'direct', directKey: row.direct_key },
        count: row.count,
        newestId: row.newest,
      }))
  }

  return {
    organization: () => meta.organization(),
    /** Returns the time of the last poll of the event queue in UNIX milliseconds; null if there was none. */
    polledAt: () => meta.queue()?.touchedAt ?? null,
    emptyTopicName: () => meta.settings().organization.empty_topic_display_name,
    /** Returns whether the account shows 24 hours; null if the system decides. */
    isTwentyFourHours: () => meta.userSettings().twenty_four_hour_time,
    people: () => directory.people(),
    streams: () => directory.streams(),
    maxId: () => maxId.get()?.id ?? 0,
    message: (id: number) => get.get(id),
    /** Returns the intervals of ids in which the containers together have every message. */
    coverage(containers: readonly string[]): Interval[] {
      const epoch = meta.epoch()
      const highs = meta.epochHighs()
      return union(containers.flatMap((container) => ranges.of(container).map((row) => intervalOf(row, epoch, highs))))
    },
    /** Returns the conversations of a narrow, or all of them, with cached messages up to an id. */
    conversations(narrow: Narrow | null, upTo: number): CountedConversation[] {
      const { topics, directs } = conditionsOf(narrow)
      return [...(topics === null ? [] : topicsOf(topics, upTo)), ...(directs === null ? [] : directsOf(directs, upTo))]
    },
    /** Returns the id of the nth message after an id, counted from 1; undefined if there are fewer up to `upTo`. */
    nthAfter(conversation: StoredConversation, id: number, n: number, upTo: number): number | undefined {
      const { sql, parameters } = conditionOf(conversation)
      return prepared<{ id: number }>(
        `SELECT id FROM message WHERE ${sql} AND id > ? AND id <= ? ORDER BY id LIMIT 1 OFFSET ?`,
      ).get(...parameters, id, upTo, n - 1)?.id
    },
    /** Returns the first message at or above an id. */
    firstFrom(conversation: StoredConversation, id: number): MessageMoment | undefined {
      const { sql, parameters } = conditionOf(conversation)
      return prepared<MessageMoment>(
        `SELECT id, timestamp FROM message WHERE ${sql} AND id >= ? ORDER BY id LIMIT 1`,
      ).get(...parameters, id)
    },
    /** Returns the last message at or below an id. */
    lastUpTo(conversation: StoredConversation, id: number): MessageMoment | undefined {
      const { sql, parameters } = conditionOf(conversation)
      return prepared<MessageMoment>(
        `SELECT id, timestamp FROM message WHERE ${sql} AND id <= ? ORDER BY id DESC LIMIT 1`,
      ).get(...parameters, id)
    },
    /** Returns the time of the first message at or above an id in a stream or (null) among the direct messages. */
    timeFrom(streamId: StreamId | null, id: number): number | undefined {
      const sql = streamId === null ? 'stream_id IS NULL' : 'stream_id = ?'
      const parameters = streamId === null ? [] : [streamId]
      return prepared<MessageMoment>(
        `SELECT id, timestamp FROM message WHERE ${sql} AND id >= ? ORDER BY id LIMIT 1`,
      ).get(...parameters, id)?.timestamp
    },
    /** Returns the time of the last message at or below an id in a stream or (null) among the direct messages. */
    timeUpTo(streamId: StreamId | null, id: number): number | undefined {
      const sql = streamId === null ? 'stream_id IS NULL' : 'stream_id = ?'
      const parameters = streamId === null ? [] : [streamId]
      return prepared<MessageMoment>(
        `SELECT id, timestamp FROM message WHERE ${sql} AND id <= ? ORDER BY id DESC LIMIT 1`,
      ).get(...parameters, id)?.timestamp
    },
    /** Returns the `limit` messages nearest above `after`, up to `high`, in ascending order. */
    rows(conversation: StoredConversation, after: number, high: number, limit: number): MessageRow[] {
      const { sql, parameters } = conditionOf(conversation)
      return prepared<MessageRow>(`SELECT * FROM message WHERE ${sql} AND id > ? AND id <= ? ORDER BY id LIMIT ?`).all(
        ...parameters,
        after,
        high,
        limit,
      )
    },
    /** Returns the HTML of messages that may name files, like `rows`. */
    contentsWithFiles(
      conversation: StoredConversation,
      after: number,
      high: number,
      limit: number,
    ): { readonly id: number; readonly content: string }[] {
      const { sql, parameters } = conditionOf(conversation)
      return prepared<{ id: number; content: string }>(
        `SELECT id, content FROM message WHERE ${sql} AND id > ? AND id <= ?
           AND (instr(content, ' data-') > 0 OR instr(content, '/user_uploads/') > 0) ORDER BY id LIMIT ?`,
      ).all(...parameters, after, high, limit)
    },
    close(): void {
      database.close()
    },
  }
}

export type ExportConnection = ReturnType<typeof openExportConnection>
