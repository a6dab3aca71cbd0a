import { z } from 'zod'
import type { MessageId, UserId } from '../../values/ids.ts'
import { upsert, type EngineDatabase } from '../file/database.ts'

/** A reason as it is stored: its code, and the values of its sentence. */
export interface StoredReason {
  readonly code: string
  readonly values?: unknown
}

/** The decision about the notification of a message. */
export interface NotificationLogRow {
  readonly message_id: MessageId
  /** The key of the conversation at the time of the decision. */
  readonly conversation: string
  readonly sender_id: UserId
  /** The time is in UNIX milliseconds. */
  readonly decided_at: number
  readonly outcome: 'shown' | 'summary' | 'none'
  readonly has_sound: number
  /** JSON, which `storedReasons` parses. */
  readonly reasons: string
  /** The stored reason for which the notification was withdrawn; null if it was not. */
  readonly later: string | null
  /** The time of the withdrawal in UNIX milliseconds. */
  readonly later_at: number | null
}

const columns = [
  'message_id',
  'conversation',
  'sender_id',
  'decided_at',
  'outcome',
  'has_sound',
  'reasons',
  'later',
  'later_at',
] as const satisfies readonly (keyof NotificationLogRow)[]

const reasonSchema = z.object({ code: z.string(), values: z.unknown().optional() })

/** Serializes reasons. */
export function writeReasons(reasons: readonly StoredReason[]): string {
  return JSON.stringify(reasons)
}

/** Parses stored reasons. Damaged ones are left out; the catalogue knows no sentence for codes of another version. */
export function storedReasons(text: string | null): readonly StoredReason[] {
  if (text === null) return []
  try {
    const parsed = z.array(reasonSchema).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

const listed = `SELECT * FROM notification_log
  WHERE @scope = 'all' OR (@scope = 'none') = (outcome = 'none')
  ORDER BY message_id DESC LIMIT @most`

/** The table of decisions about notifications. */
export function notificationLogTable(database: EngineDatabase) {
  const get = database.prepare<[number], NotificationLogRow>('SELECT * FROM notification_log WHERE message_id = ?')
  const list = database.prepare<{ scope: string; most: number }, NotificationLogRow>(listed)
  const count = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM notification_log')
  const put = database.prepare<NotificationLogRow>(upsert('notification_log', columns, 'message_id'))
  const later = database.prepare('UPDATE notification_log SET later = ?, later_at = ? WHERE message_id = ?')
  const removeOld = database.prepare('DELETE FROM notification_log WHERE decided_at < ?')
  const removeMany = database.prepare(
    `DELETE FROM notification_log WHERE message_id <= (
       SELECT message_id FROM notification_log ORDER BY message_id DESC LIMIT 1 OFFSET ?)`,
  )
  return {
    reads: {
      get: (messageId: MessageId) => get.get(messageId),
      /** Returns the newest `most` decisions of a scope, newest message first. */
      newest: (scope: 'all' | 'shown' | 'none', most: number) => list.all({ scope, most }),
      count: () => count.get()?.count ?? 0,
    },
    writes: {
      put: (row: NotificationLogRow) => put.run(row),
      /** Notes why the notification of a message was withdrawn, and when (UNIX milliseconds). */
      noteLater: (messageId: MessageId, reason: StoredReason, at: number) =>
        later.run(writeReasons([reason]), at, messageId),
      /** Removes decisions from before a time (UNIX milliseconds), and all but the newest `most`. */
      prune(before: number, most: number): void {
        removeOld.run(before)
        removeMany.run(most)
      },
    },
  }
}
