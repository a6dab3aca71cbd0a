import type { ServerDatabase } from '../database.ts'

export interface ScheduledRow {
  id: number
  user_id: number
  /** `stream` or `private`. */
  type: string
  /** JSON array: the stream's id, or user ids. */
  recipients: string
  topic: string
  content: string
  rendered: string
  /** UNIX seconds. */
  deliver_at: number
  read_by_sender: number
  client: string
  failed: number
}

export type NewScheduledRow = Omit<ScheduledRow, 'id' | 'failed'>

export function scheduledMessageTable(database: ServerDatabase) {
  const ofUser = database.prepare<[number], ScheduledRow>(
    'SELECT * FROM scheduled_message WHERE user_id = ? ORDER BY deliver_at, id',
  )
  const get = database.prepare<[number, number], ScheduledRow>(
    'SELECT * FROM scheduled_message WHERE id = ? AND user_id = ?',
  )
  const add = database.prepare<NewScheduledRow>(
    `INSERT INTO scheduled_message (user_id, type, recipients, topic, content, rendered, deliver_at, read_by_sender, client)
     VALUES (@user_id, @type, @recipients, @topic, @content, @rendered, @deliver_at, @read_by_sender, @client)`,
  )
  const replace = database.prepare<ScheduledRow>(
    `UPDATE scheduled_message SET type = @type, recipients = @recipients, topic = @topic, content = @content,
       rendered = @rendered, deliver_at = @deliver_at, failed = @failed WHERE id = @id`,
  )
  const remove = database.prepare('DELETE FROM scheduled_message WHERE id = ?')
  const due = database.prepare<[number, number], ScheduledRow>(
    'SELECT * FROM scheduled_message WHERE failed = 0 AND deliver_at <= ? ORDER BY deliver_at, id LIMIT ?',
  )
  const next = database.prepare<[], { at: number | null }>(
    'SELECT min(deliver_at) AS at FROM scheduled_message WHERE failed = 0',
  )
  return {
    /** Undelivered messages, failed ones included, by delivery time. */
    ofUser: (userId: number) => ofUser.all(userId),
    get: (id: number, userId: number) => get.get(id, userId),
    add: (row: NewScheduledRow) => Number(add.run(row).lastInsertRowid),
    replace: (row: ScheduledRow) => replace.run(row),
    remove: (id: number) => remove.run(id),
    due: (now: number, limit: number) => due.all(now, limit),
    /** The time of the next delivery, UNIX seconds. */
    nextDelivery: () => next.get()?.at ?? undefined,
  }
}

export type ScheduledMessageTable = ReturnType<typeof scheduledMessageTable>
