import type { EngineDatabase } from './database.ts'

/**
 * Life of a row that can be looked up (a message). `sending` is committed before the request leaves.
 *
 *   queued ──► sending ──► acknowledged ──► the message is stored: the row is deleted in that transaction
 *     ▲           ├──► failed ──► queued (the user tries again) | taken back into the composer
 *     │           └──► unknown ──► looked up: found = acknowledged, absent twice = queued again
 *
 * A `sending` row found at start is `unknown`. Text leaves this table in no other way.
 */
export type OutboxState = 'queued' | 'sending' | 'acknowledged' | 'unknown' | 'failed'

/** What a row wants. */
export type OutboxKind =
  /** A message, now or at a later time, and what becomes of one that waits at the server. */
  | 'send'
  | 'schedule'
  | 'schedule_edit'
  | 'schedule_delete'
  /** Messages read, unread again, or a whole narrow read. */
  | 'read'
  | 'unread'
  | 'read_narrow'
  /** Changes of messages. */
  | 'star'
  | 'edit'
  | 'delete'
  | 'move'
  | 'reaction'
  /** A part of a poll or a to-do list. */
  | 'submessage'
  /** What the user chose for a topic, a stream, a person. */
  | 'topic_policy'
  | 'subscription'
  | 'mute_user'

export interface OutboxRow {
  seq: number
  local_id: string
  kind: OutboxKind
  /** Rows of one conversation go out strictly one after the other (S8). */
  conversation: string
  payload: string
  state: OutboxState
  created_at: number
  attempt_at: number | null
  lookup_after: number | null
  absent_count: number
  may_have_been_sent: number
  message_id: number | null
  error: string | null
}

export type NewOutboxRow = Pick<OutboxRow, 'local_id' | 'kind' | 'conversation' | 'payload' | 'created_at'> &
  Partial<Pick<OutboxRow, 'attempt_at'>>

export function outboxTables(database: EngineDatabase) {
  const all = database.prepare<[], OutboxRow>('SELECT * FROM outbox ORDER BY seq')
  const get = database.prepare<[string], OutboxRow>('SELECT * FROM outbox WHERE local_id = ?')
  const ofConversation = database.prepare<[string], OutboxRow>(
    'SELECT * FROM outbox WHERE conversation = ? ORDER BY seq',
  )
  const ofKind = database.prepare<[string], OutboxRow>('SELECT * FROM outbox WHERE kind = ? ORDER BY seq')
  const changes = database.prepare<[], OutboxRow>(
    "SELECT * FROM outbox WHERE kind IN ('star', 'edit', 'delete', 'reaction', 'submessage') ORDER BY seq",
  )
  // What is scheduled has ids of its own, which may be the same numbers.
  const byMessage = database.prepare<[number], OutboxRow>(
    "SELECT * FROM outbox WHERE message_id = ? AND kind <> 'schedule'",
  )
  const insert = database.prepare<NewOutboxRow>(
    `INSERT INTO outbox (local_id, kind, conversation, payload, state, created_at, attempt_at)
     VALUES (@local_id, @kind, @conversation, @payload, 'queued', @created_at, @attempt_at)`,
  )
  const update = database.prepare<OutboxRow>(
    `UPDATE outbox SET payload = @payload, conversation = @conversation, state = @state, attempt_at = @attempt_at,
       lookup_after = @lookup_after, absent_count = @absent_count, may_have_been_sent = @may_have_been_sent,
       message_id = @message_id, error = @error WHERE local_id = @local_id`,
  )
  const remove = database.prepare('DELETE FROM outbox WHERE local_id = ?')
  const interrupted = database.prepare(`UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`)
  const noteSent = database.prepare(
    `INSERT INTO sent (local_id, message_id, sent_at) VALUES (?, ?, ?)
     ON CONFLICT (local_id) DO UPDATE SET message_id = coalesce(excluded.message_id, message_id)`,
  )
  const wasSent = database.prepare<[string], { local_id: string }>('SELECT local_id FROM sent WHERE local_id = ?')
  const isClaimed = database.prepare<[number], { local_id: string }>('SELECT local_id FROM sent WHERE message_id = ?')
  const forgetSent = database.prepare('DELETE FROM sent WHERE sent_at < ?')
  return {
    all: () => all.all(),
    get: (localId: string) => get.get(localId),
    ofConversation: (conversation: string) => ofConversation.all(conversation),
    ofKind: (kind: OutboxRow['kind']) => ofKind.all(kind),
    /** Wishes for single messages, as their rows show them. */
    changes: () => changes.all(),
    /** The row that became this message, as far as that is known. */
    byMessage: (messageId: number) => byMessage.get(messageId),
    insert: (row: NewOutboxRow) => insert.run({ attempt_at: null, ...row }),
    update: (row: OutboxRow) => update.run(row),
    remove: (localId: string) => remove.run(localId),
    /** What was on its way when the last engine ended may have arrived. */
    recoverInterrupted: () => interrupted.run(),
    noteSent: (localId: string, messageId: number | null, now: number) => noteSent.run(localId, messageId, now),
    wasSent: (localId: string) => wasSent.get(localId) !== undefined,
    isClaimed: (messageId: number) => isClaimed.get(messageId) !== undefined,
    forgetSent: (before: number) => forgetSent.run(before),
  }
}

export type OutboxTables = ReturnType<typeof outboxTables>
