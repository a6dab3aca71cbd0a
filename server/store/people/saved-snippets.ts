import type { Migration, ServerDatabase } from '../database.ts'

/** The saved snippets of users. Only servers from level 297 on write to the table. */
export const savedSnippetMigration: Migration = {
  version: 9,
  change: `
    CREATE TABLE saved_snippet (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES user (id),
      title TEXT NOT NULL,
      content TEXT NOT NULL,
      date_created INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX saved_snippet_by_user ON saved_snippet (user_id, id);
  `,
}

export interface SavedSnippetRow {
  id: number
  user_id: number
  title: string
  content: string
  /** UNIX seconds. */
  date_created: number
}

export function savedSnippetTable(database: ServerDatabase) {
  const ofUser = database.prepare<[number], SavedSnippetRow>(
    'SELECT * FROM saved_snippet WHERE user_id = ? ORDER BY id',
  )
  const get = database.prepare<[number, number], SavedSnippetRow>(
    'SELECT * FROM saved_snippet WHERE id = ? AND user_id = ?',
  )
  const add = database.prepare<Omit<SavedSnippetRow, 'id'>>(
    `INSERT INTO saved_snippet (user_id, title, content, date_created)
     VALUES (@user_id, @title, @content, @date_created)`,
  )
  const change = database.prepare<SavedSnippetRow>(
    'UPDATE saved_snippet SET title = @title, content = @content WHERE id = @id AND user_id = @user_id',
  )
  const remove = database.prepare('DELETE FROM saved_snippet WHERE id = ? AND user_id = ?')
  const count = database.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM saved_snippet WHERE user_id = ?',
  )
  return {
    /** Returns the user's snippets, oldest first. */
    ofUser: (userId: number) => ofUser.all(userId),
    count: (userId: number) => count.get(userId)?.count ?? 0,
    get: (id: number, userId: number) => get.get(id, userId),
    add: (row: Omit<SavedSnippetRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    change: (row: SavedSnippetRow) => change.run(row),
    remove: (id: number, userId: number) => remove.run(id, userId).changes > 0,
  }
}
