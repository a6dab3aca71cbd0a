import type { ServerDatabase } from '../database.ts'

export interface DraftRow {
  id: number
  user_id: number
  /** `''`, `stream` or `private`. */
  type: string
  /** JSON array of ids. */
  recipients: string
  topic: string
  content: string
  /** UNIX seconds. */
  timestamp: number
}

export type NewDraftRow = Omit<DraftRow, 'id'>

export function draftTable(database: ServerDatabase) {
  const ofUser = database.prepare<[number], DraftRow>('SELECT * FROM draft WHERE user_id = ? ORDER BY timestamp, id')
  const get = database.prepare<[number, number], DraftRow>('SELECT * FROM draft WHERE id = ? AND user_id = ?')
  const add = database.prepare<NewDraftRow>(
    `INSERT INTO draft (user_id, type, recipients, topic, content, timestamp)
     VALUES (@user_id, @type, @recipients, @topic, @content, @timestamp)`,
  )
  const replace = database.prepare<DraftRow>(
    `UPDATE draft SET type = @type, recipients = @recipients, topic = @topic, content = @content,
       timestamp = @timestamp WHERE id = @id AND user_id = @user_id`,
  )
  const remove = database.prepare('DELETE FROM draft WHERE id = ? AND user_id = ?')
  const count = database.prepare<[number], { count: number }>('SELECT count(*) AS count FROM draft WHERE user_id = ?')
  const removeAll = database.prepare('DELETE FROM draft WHERE user_id = ?')
  return {
    /** Returns the user's drafts, the least recently edited first. */
    ofUser: (userId: number) => ofUser.all(userId),
    count: (userId: number) => count.get(userId)?.count ?? 0,
    get: (id: number, userId: number) => get.get(id, userId),
    add: (row: NewDraftRow) => Number(add.run(row).lastInsertRowid),
    replace: (row: DraftRow) => replace.run(row),
    remove: (id: number, userId: number) => remove.run(id, userId).changes > 0,
    removeAll: (userId: number) => removeAll.run(userId),
  }
}

export type DraftTable = ReturnType<typeof draftTable>
