import type { ServerDatabase } from '../database.ts'

export interface AttachmentRow {
  id: number
  user_id: number
  /** The path below `/user_uploads/`. */
  path_id: string
  name: string
  size: number
  /** UNIX seconds. */
  create_time: number
}

/** Uploaded files and the messages that link to them. */
export function attachmentTable(database: ServerDatabase) {
  const add = database.prepare<Omit<AttachmentRow, 'id'>>(
    `INSERT INTO attachment (user_id, path_id, name, size, create_time)
     VALUES (@user_id, @path_id, @name, @size, @create_time)`,
  )
  const get = database.prepare<[number], AttachmentRow>('SELECT * FROM attachment WHERE id = ?')
  const byPath = database.prepare<[string], AttachmentRow>('SELECT * FROM attachment WHERE path_id = ?')
  const ofUser = database.prepare<[number], AttachmentRow>('SELECT * FROM attachment WHERE user_id = ? ORDER BY id')
  const link = database.prepare(
    'INSERT INTO attachment_message (attachment_id, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const unlink = database.prepare('DELETE FROM attachment_message WHERE attachment_id = ? AND message_id = ?')
  const ofMessage = database.prepare<[number], AttachmentRow>(
    'SELECT a.* FROM attachment a JOIN attachment_message l ON l.attachment_id = a.id WHERE l.message_id = ?',
  )
  const messages = database.prepare<[number], { id: number; timestamp: number }>(
    `SELECT m.id, m.timestamp FROM attachment_message l JOIN message m ON m.id = l.message_id
     WHERE l.attachment_id = ? ORDER BY m.id`,
  )
  const usedByAll = database.prepare<[], { bytes: number }>('SELECT coalesce(sum(size), 0) AS bytes FROM attachment')
  const remove = database.prepare('DELETE FROM attachment WHERE id = ?')
  return {
    add: (row: Omit<AttachmentRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    get: (id: number) => get.get(id),
    byPath: (pathId: string) => byPath.get(pathId),
    ofUser: (userId: number) => ofUser.all(userId),
    link: (attachmentId: number, messageId: number) => link.run(attachmentId, messageId).changes > 0,
    unlink: (attachmentId: number, messageId: number) => unlink.run(attachmentId, messageId),
    ofMessage: (messageId: number) => ofMessage.all(messageId),
    /** Returns the messages that link to the file. */
    messages: (attachmentId: number) => messages.all(attachmentId),
    /** Returns the total size of all files, in bytes. */
    usedBytesOfAll: () => usedByAll.get()?.bytes ?? 0,
    remove: (id: number) => remove.run(id),
  }
}

export type AttachmentTable = ReturnType<typeof attachmentTable>
