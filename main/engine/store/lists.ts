import type { EngineDatabase } from './file/database.ts'

/** `bot`: bots that the user may administer, without their keys. */
export type ListKind = 'playground' | 'domain' | 'stream_group' | 'bot'

export interface ListRow {
  readonly kind: ListKind
  /** The unique key of the entry within its kind. */
  readonly key: string
  readonly position: number
  /** JSON of the entry. */
  readonly value: string
}

/** A file that the user has uploaded. */
export interface AttachmentRow {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The path on the server. */
  readonly path: string
  /** UNIX seconds. */
  readonly created_at: number
  /** JSON: ids of the messages that link to it. */
  readonly messages: string
}

/** Small lists of the organization, and the user's files. */
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
      /** In the organization's order. */
      all: (kind: ListKind) => all.all(kind),
      get: (kind: ListKind, key: string) => get.get(kind, key),
      /** The position after the last entry. */
      nextPosition: (kind: ListKind) => (last.get(kind) ?? -1) + 1,
      /** Newest first. */
      attachments: () => attachments.all(),
    },
    writes: {
      put: (row: ListRow) => put.run(row),
      remove: (kind: ListKind, key: string) => remove.run(kind, key),
      /** Replaces all entries of a kind; of repeated ones the later counts. */
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
