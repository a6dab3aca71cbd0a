import type { MessageId, StreamId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'

/**
 * The states of a row that can be looked up (a message). `sending` is committed before the request leaves.
 *
 *   queued ──► sending ──► acknowledged ──► the message is stored: the row is deleted in that transaction
 *     ▲           ├──► failed ──► queued (the user tries again) | taken back into the composer
 *     │           └──► unknown ──► looked up: found = acknowledged, absent twice = queued again
 *
 * A `sending` row that is found at start becomes `unknown`. Text leaves this table in no other way.
 */
export type OutboxState = 'queued' | 'sending' | 'acknowledged' | 'unknown' | 'failed'

/** A pending action of the user. */
export interface OutboxRow {
  seq: number
  local_id: string
  /** The name of the row's kind (`actions/kinds.ts`). A newer version may have written an unknown one. */
  kind: string
  /** Rows with the same key are sent strictly in order (S8). */
  queue_key: string
  payload: string
  state: OutboxState
  created_at: number
  attempt_at: number | null
  lookup_after: number | null
  absent_count: number
  may_have_been_sent: number
  message_id: MessageId | null
  error: string | null
}

/** A row to be queued. */
export type NewOutboxRow = Pick<OutboxRow, 'local_id' | 'kind' | 'queue_key' | 'payload' | 'created_at'> &
  Partial<Pick<OutboxRow, 'attempt_at'>>

/** The columns that decide when the first row of a queue can be sent. They are read without the payload. */
export type OutboxHead = Pick<
  OutboxRow,
  'seq' | 'local_id' | 'kind' | 'queue_key' | 'state' | 'created_at' | 'attempt_at' | 'absent_count'
>

/**
 * Every statement of the outbox. Each finds its rows through an index, because ten thousand rows may be pending and
 * the outbox is queried with each commit.
 */
export const outboxQueries = {
  // This skips from key to key in the index, without reading the rows in between.
  heads: `
    WITH RECURSIVE queue (key) AS (
      SELECT min(queue_key) FROM outbox
      UNION ALL
      SELECT (SELECT min(queue_key) FROM outbox WHERE queue_key > queue.key) FROM queue WHERE queue.key IS NOT NULL
    )
    SELECT head.seq, head.local_id, head.kind, head.queue_key, head.state, head.created_at, head.attempt_at,
      head.absent_count
    FROM queue JOIN outbox AS head INDEXED BY outbox_queue
      ON head.queue_key = queue.key AND head.seq = (SELECT min(seq) FROM outbox WHERE queue_key = queue.key)
    ORDER BY head.seq`,
  get: 'SELECT * FROM outbox WHERE local_id = ?',
  ofQueue: 'SELECT * FROM outbox WHERE queue_key = ? ORDER BY seq',
  // The topics of a stream share a prefix; `;` is the character after `:`.
  ofTopics: `
    SELECT * FROM outbox
    WHERE queue_key >= 'topic:' || @streamId || ':' AND queue_key < 'topic:' || @streamId || ';'
    ORDER BY seq`,
  inState: 'SELECT * FROM outbox WHERE state = ? ORDER BY seq LIMIT ?',
  countInState: 'SELECT count(*) AS count FROM outbox WHERE state = ?',
  oldest: 'SELECT created_at FROM outbox WHERE seq = (SELECT min(seq) FROM outbox)',
  countBehind: 'SELECT count(*) AS count FROM outbox WHERE queue_key = ? AND seq > ?',
  failedQueues: `
    SELECT kind, queue_key AS queueKey, count(*) AS count FROM outbox WHERE state = 'failed' GROUP BY kind, queue_key`,
  retryFailed: "UPDATE outbox SET state = 'queued', error = NULL WHERE state = 'failed' AND kind <> 'unreadable'",
  ofKind: 'SELECT * FROM outbox WHERE kind = ? ORDER BY seq',
  newestOfKind: 'SELECT * FROM outbox WHERE kind = ? ORDER BY seq DESC LIMIT 1',
  countOfKind: 'SELECT count(*) AS count FROM outbox WHERE kind = ?',
  ofKinds: 'SELECT * FROM outbox WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY seq',
  withFiles: `
    SELECT * FROM outbox INDEXED BY outbox_files
    WHERE kind IN ('send', 'schedule') AND instr(payload, '"attachments":[{') > 0 ORDER BY seq`,
  // Scheduled messages have separate ids, whose numbers may be the same.
  byMessage: "SELECT * FROM outbox WHERE message_id = ? AND kind <> 'schedule'",
  interrupted: "UPDATE outbox SET state = 'unknown' WHERE state = 'sending'",
  remove: 'DELETE FROM outbox WHERE local_id = ?',
  wasSent: 'SELECT local_id FROM sent WHERE local_id = ?',
  isClaimed: 'SELECT local_id FROM sent WHERE message_id = ?',
  forgetSent: 'DELETE FROM sent WHERE sent_at < ?',
  takeBack: 'DELETE FROM sent WHERE local_id = ? AND message_id IS NULL',
} as const

/** The table of pending actions, and that of sent messages' local ids. */
export function outboxTables(database: EngineDatabase) {
  const heads = database.prepare<[], OutboxHead>(outboxQueries.heads)
  const get = database.prepare<[string], OutboxRow>(outboxQueries.get)
  const ofQueue = database.prepare<[string], OutboxRow>(outboxQueries.ofQueue)
  const ofTopics = database.prepare<{ streamId: string }, OutboxRow>(outboxQueries.ofTopics)
  const ofKind = database.prepare<[string], OutboxRow>(outboxQueries.ofKind)
  const inState = database.prepare<[string, number], OutboxRow>(outboxQueries.inState)
  const countInState = database.prepare<[string], { count: number }>(outboxQueries.countInState)
  const oldest = database.prepare<[], { created_at: number }>(outboxQueries.oldest)
  const countBehind = database.prepare<[string, number], { count: number }>(outboxQueries.countBehind)
  const failedQueues = database.prepare<[], { kind: string; queueKey: string; count: number }>(
    outboxQueries.failedQueues,
  )
  const retryFailed = database.prepare(outboxQueries.retryFailed)
  const newestOfKind = database.prepare<[string], OutboxRow>(outboxQueries.newestOfKind)
  const countOfKind = database.prepare<[string], { count: number }>(outboxQueries.countOfKind)
  const ofKinds = database.prepare<[string], OutboxRow>(outboxQueries.ofKinds)
  const withFiles = database.prepare<[], OutboxRow>(outboxQueries.withFiles)
  const byMessage = database.prepare<[number], OutboxRow>(outboxQueries.byMessage)
  const insert = database.prepare<NewOutboxRow>(
    `INSERT INTO outbox (local_id, kind, queue_key, payload, state, created_at, attempt_at)
     VALUES (@local_id, @kind, @queue_key, @payload, 'queued', @created_at, @attempt_at)`,
  )
  const update = database.prepare<OutboxRow>(
    `UPDATE outbox SET payload = @payload, queue_key = @queue_key, state = @state, attempt_at = @attempt_at,
       lookup_after = @lookup_after, absent_count = @absent_count, may_have_been_sent = @may_have_been_sent,
       message_id = @message_id, error = @error WHERE local_id = @local_id`,
  )
  const localIds = database.prepare<[], { local_id: string }>(
    'SELECT local_id FROM outbox INDEXED BY outbox_queue ORDER BY seq',
  )
  const changeKind = database.prepare<OutboxRow>(
    `UPDATE outbox SET kind = @kind, queue_key = @queue_key, payload = @payload, state = @state, error = @error
     WHERE local_id = @local_id`,
  )
  const remove = database.prepare(outboxQueries.remove)
  const interrupted = database.prepare(outboxQueries.interrupted)
  const noteSent = database.prepare(
    `INSERT INTO sent (local_id, message_id, sent_at) VALUES (?, ?, ?)
     ON CONFLICT (local_id) DO UPDATE SET message_id = coalesce(excluded.message_id, message_id)`,
  )
  const wasSent = database.prepare<[string], { local_id: string }>(outboxQueries.wasSent)
  const isClaimed = database.prepare<[number], { local_id: string }>(outboxQueries.isClaimed)
  const forgetSent = database.prepare(outboxQueries.forgetSent)
  const takeBack = database.prepare(outboxQueries.takeBack)
  return {
    reads: {
      /** Returns the first row of each queue, in order of creation. */
      heads: () => heads.all(),
      get: (localId: string) => get.get(localId),
      ofQueue: (queueKey: string) => ofQueue.all(queueKey),
      ofKind: (kind: string) => ofKind.all(kind),
      /** Returns the rows whose queue key is a topic of a stream. */
      ofTopics: (streamId: StreamId) => ofTopics.all({ streamId: String(streamId) }),
      /** Returns the oldest rows in a state, at most `limit`. */
      inState: (state: OutboxState, limit: number) => inState.all(state, limit),
      countInState: (state: OutboxState) => countInState.get(state)?.count ?? 0,
      /** Returns the time at which the oldest row was created in UNIX milliseconds; null if there is none. */
      oldestAt: () => oldest.get()?.created_at ?? null,
      /** Returns the number of rows behind a row in its queue. */
      countBehind: ({ queue_key, seq }: Pick<OutboxRow, 'queue_key' | 'seq'>) =>
        countBehind.get(queue_key, seq)?.count ?? 0,
      /** Returns the queue keys with failed rows, and the numbers of these. */
      failedQueues: () => failedQueues.all(),
      newestOfKind: (kind: string) => newestOfKind.get(kind),
      countOfKind: (kind: string) => countOfKind.get(kind)?.count ?? 0,
      /** Returns messages and scheduled messages with files. */
      withFiles: () => withFiles.all(),
      /** Returns the rows of several kinds, in order of creation. */
      ofKinds: (kinds: readonly string[]) => ofKinds.all(JSON.stringify(kinds)),
      /** Returns the row that became this message, if it is known. */
      byMessage: (messageId: MessageId) => byMessage.get(messageId),
      /** Returns the local ids of all rows, in order of creation. */
      localIds: () => localIds.all().map((row) => row.local_id),
      /** Returns whether a row with this id is pending or was sent. A row that the user took back is not known. */
      isKnown: (localId: string) => get.get(localId) !== undefined || wasSent.get(localId) !== undefined,
      /** Returns whether the message is known to be the result of a row. */
      isClaimed: (messageId: MessageId) => isClaimed.get(messageId) !== undefined,
    },
    writes: {
      /** Queues every failed row again, except unreadable ones. */
      retryFailed: () => retryFailed.run(),
      insert: (row: NewOutboxRow) => insert.run({ attempt_at: null, ...row }),
      update: (row: OutboxRow) => update.run(row),
      /** Changes the kind, the queue key, the payload, the state and the error of a row. */
      changeKind: (row: OutboxRow) => changeKind.run(row),
      remove: (localId: string) => remove.run(localId),
      /** Deletes a row that the user takes back. Its content may be sent again, also under the same id. */
      takeBack: (localId: string) => {
        remove.run(localId)
        takeBack.run(localId)
      },
      /** Marks rows as unknown that were being sent when the last engine ended, because they may have arrived. */
      recoverInterrupted: () => interrupted.run(),
      /** Records that a row was sent, and the message that it became if that is known. */
      noteSent: (localId: string, messageId: MessageId | null, now: number) => noteSent.run(localId, messageId, now),
      forgetSent: (before: number) => forgetSent.run(before),
    },
  }
}
