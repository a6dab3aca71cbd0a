import type { EngineDatabase } from './file/database.ts'

/** The kind of an entry. `bot` are the bots that the user may administer, without their keys. */
export type ListKind = 'playground' | 'domain' | 'stream_group' | 'bot'

/** An entry of a small list of the organization. */
export interface ListRow {
  readonly kind: ListKind
  /** The key of the entry is unique within its kind. */
  readonly key: string
  readonly position: number
  /** JSON of the entry. */
  readonly value: string
}

/** A file that the user has uploaded. */
export interface AttachmentRow {
  readonly id: number
  readonly name: string
  /** The size is in bytes. */
  readonly size: number
  /** The path on the server. */
  readonly path: string
  /** The time is in UNIX seconds. */
  readonly created_at: number
  /** A JSON list of the ids of the messages that link to the file. */
  readonly messages: string
}

/** The tables of the organization's small lists and of the user's files. */
export function listTables(database: EngineDatabase) {
  const all = database.prepare<[ListKind], ListRow>('SELECT * FROM organization_list WHERE kind = ? ORDER BY position')
  const get = database.prepare<[ListKind, string], ListRow>(
    'SELECT * FROM organization_list WHERE kind = ? AND key = ?',
  )
  const put = database.prepare<ListRow>(
    `INSERT INTO organization_list (kind, key, position, value) VALUES (@kind, @key, @position, @value)
     ON CONFLICT (kind, key) DO UPDATE SET position = @position, value = @value`,
  )
  const remove = database.prepare('DELETE FROM organization_list WHERE kind = ? AND key = ?')
  const clear = database.prepare('DELETE FROM organization_list WHERE kind = ?')
  const last = database
    .prepare<[ListKind], number>('SELECT coalesce(max(position), -1) FROM organization_list WHERE kind = ?')
    .pluck()
  const attachments = database.prepare<[], AttachmentRow>('SELECT * FROM attachment ORDER BY id DESC')
  const putAttachment = database.prepare<AttachmentRow>(
    `INSERT INTO attachment (id, name, size, path, created_at, messages)
     VALUES (@id, @name, @size, @path, @created_at, @messages)
     ON CONFLICT (id) DO UPDATE SET name = @name, size = @size, path = @path, created_at = @created_at,
       messages = @messages`,
  )
  const removeAttachment = database.prepare('DELETE FROM attachment WHERE id = ?')
  const clearAttachments = database.prepare('DELETE FROM attachment')
  return {
    reads: {
      /** Returns the entries of a kind in the organization's order. */
      all: (kind: ListKind) => all.all(kind),
      get: (kind: ListKind, key: string) => get.get(kind, key),
      /** Returns the position after the last entry of a kind. */
      nextPosition: (kind: ListKind) => (last.get(kind) ?? -1) + 1,
      /** Returns the user's files, newest first. */
      attachments: () => attachments.all(),
    },
    writes: {
      put: (row: ListRow) => put.run(row),
      remove: (kind: ListKind, key: string) => remove.run(kind, key),
      /** Replaces all entries of a kind. Of repeated entries the last one counts. */
      replace(kind: ListKind, rows: readonly ListRow[]): void {
        clear.run(kind)
        for (const row of rows) put.run(row)
      },
      putAttachment: (row: AttachmentRow) => putAttachment.run(row),
      removeAttachment: (id: number) => removeAttachment.run(id),
      replaceAttachments(rows: readonly AttachmentRow[]): void {
        clearAttachments.run()
        for (const row of rows) putAttachment.run(row)
      },
    },
  }
}
