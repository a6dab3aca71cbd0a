import { createHash } from 'node:crypto'
import type { ServerDatabase } from '../database.ts'

/** The client's identity of a send request: its event queue and a local id. */
export interface SendingIdentity {
  readonly userId: number
  readonly queueId: string
  readonly localId: string
  /** The parameters that define the message, as in the request. */
  readonly parts: readonly (string | undefined)[]
}

/** The outcome of a send request. */
export interface KnownSending {
  readonly id: number
  readonly newPolicy: 2 | 3 | undefined
}

/**
 * The number of seconds, and of a user's newest send requests, in which repetitions are recognized: network stacks
 * retry within seconds.
 */
export const sendingBounds = { seconds: 86_400, ofUser: 1_000, pruneEvery: 100, nameLength: 200 } as const

/**
 * Send requests that took effect, by the client's identity. A network stack may transmit a request twice; the second
 * one must return the message of the first, even if that message is deleted.
 */
export function sendingTable(database: ServerDatabase) {
  const find = database.prepare<
    [number, string, string],
    { message_id: number; fingerprint: string; new_policy: number | null }
  >('SELECT message_id, fingerprint, new_policy FROM sending WHERE user_id = ? AND queue_id = ? AND local_id = ?')
  const note = database.prepare(
    `INSERT INTO sending (user_id, queue_id, local_id, message_id, fingerprint, new_policy, sent_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, queue_id, local_id) DO UPDATE SET message_id = excluded.message_id,
       fingerprint = excluded.fingerprint, new_policy = excluded.new_policy, sent_at = excluded.sent_at`,
  )
  const forgetOld = database.prepare('DELETE FROM sending WHERE sent_at < ?')
  const forgetMany = database.prepare(
    `DELETE FROM sending WHERE user_id = @userId AND message_id <=
       (SELECT message_id FROM sending WHERE user_id = @userId ORDER BY message_id DESC LIMIT 1 OFFSET @kept)`,
  )
  const noted = new Map<number, number>()
  return {
    /**
     * Returns the request with this identity and content; a request with other content under the same identity is a new
     * one.
     */
    find({ userId, queueId, localId, parts }: SendingIdentity): KnownSending | undefined {
      const row = find.get(userId, queueId, localId)
      if (row?.fingerprint !== fingerprintOf(parts)) return undefined
      const { new_policy: policy } = row
      return { id: row.message_id, newPolicy: policy === 2 || policy === 3 ? policy : undefined }
    },
    note({ userId, queueId, localId, parts }: SendingIdentity, sending: KnownSending, now: number): void {
      if (queueId.length > sendingBounds.nameLength || localId.length > sendingBounds.nameLength) return
      const count = noted.get(userId) ?? 0
      noted.set(userId, (count + 1) % sendingBounds.pruneEvery)
      if (count === 0) {
        forgetOld.run(now - sendingBounds.seconds)
        forgetMany.run({ userId, kept: sendingBounds.ofUser })
      }
      note.run(userId, queueId, localId, sending.id, fingerprintOf(parts), sending.newPolicy ?? null, now)
    },
  }
}

function fingerprintOf(parts: SendingIdentity['parts']): string {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('base64')
}

export type SendingTable = ReturnType<typeof sendingTable>
