import type { Migration, ServerDatabase } from '../../store/database.ts'

/** Exports of the organization's data. Their archives are below `exports/` of the stored files. */
export const exportMigration: Migration = {
  version: 11,
  change: `
    CREATE TABLE realm_export (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      type INTEGER NOT NULL,
      acting_user_id INTEGER NOT NULL REFERENCES user (id),
      -- The secret part of the address, and the origin before it.
      key TEXT NOT NULL UNIQUE,
      origin TEXT NOT NULL,
      requested_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'deleted')),
      -- When it failed or was deleted.
      ended_at INTEGER
    ) STRICT;
  `,
}

/** `public`: what all members can read; `consented`: also what consenting people can read. */
export const exportTypes = { public: 1, consented: 2 } as const

export interface ExportRow {
  id: number
  type: number
  acting_user_id: number
  key: string
  origin: string
  /** UNIX seconds. */
  requested_at: number
  state: 'pending' | 'done' | 'failed' | 'deleted'
  ended_at: number | null
}

/** A message as an export contains it. */
export interface ExportedMessage {
  id: number
  sender_id: number
  stream_id: number | null
  /** The ids of the people of a direct message, with commas. */
  user_ids: string | null
  topic: string
  content: string
  rendered: string
  timestamp: number
  last_edit_timestamp: number | null
}

export function exportTable(database: ServerDatabase) {
  const add = database.prepare(
    `INSERT INTO realm_export (type, acting_user_id, key, origin, requested_at, state)
     VALUES (@type, @acting_user_id, @key, @origin, @requested_at, 'pending')`,
  )
  const all = database.prepare<[], ExportRow>('SELECT * FROM realm_export ORDER BY id')
  const get = database.prepare<[number], ExportRow>('SELECT * FROM realm_export WHERE id = ?')
  const byKey = database.prepare<[string], ExportRow>('SELECT * FROM realm_export WHERE key = ?')
  const set = database.prepare('UPDATE realm_export SET state = ?, ended_at = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM realm_export WHERE id = ?')
  const messages = database.prepare<[number, number], ExportedMessage>(
    `SELECT m.id, m.sender_id, r.stream_id, r.user_ids, m.topic, m.content, m.rendered, m.timestamp,
       m.last_edit_timestamp
     FROM message m JOIN recipient r ON r.id = m.recipient_id WHERE m.id > ? ORDER BY m.id LIMIT ?`,
  )
  const count = database.prepare<[number], number>('SELECT count(*) FROM (SELECT 1 FROM message LIMIT ?)').pluck()
  return {
    /** Adds a pending export and returns its id. */
    add: (row: Omit<ExportRow, 'id' | 'state' | 'ended_at'>) => Number(add.run(row).lastInsertRowid),
    /** All exports, oldest first. */
    all: () => all.all(),
    get: (id: number) => get.get(id),
    byKey: (key: string) => byKey.get(key),
    set: (id: number, state: ExportRow['state'], endedAt: number | null) => set.run(state, endedAt, id),
    remove: (id: number) => remove.run(id),
    /** The next messages of the organization after this id. */
    messagesAfter: (id: number, limit: number) => messages.all(id, limit),
    /** Whether the organization has more messages than this. */
    hasMoreMessages: (most: number) => (count.get(most + 1) ?? 0) > most,
  }
}
