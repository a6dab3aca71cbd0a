import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { EngineDatabase } from './database.ts'

/** What the user wrote, and no server has: it must outlive a damaged file. */
const tables = [
  {
    // What the server knows of a draft is asked of it again: as a new one here, its content settles the matter.
    name: 'draft',
    columns: ['id', 'conversation', 'topic', 'content', 'attachments', 'updated_at', 'is_deleted'],
    // Before the third migration a conversation had one draft.
    earlier: `SELECT 'local-' || conversation AS id, conversation, topic, content, '[]' AS attachments, updated_at,
      0 AS is_deleted FROM draft`,
  },
  {
    name: 'outbox',
    earlier: null,
    columns: [
      'seq',
      'local_id',
      'kind',
      'conversation',
      'payload',
      'state',
      'created_at',
      'attempt_at',
      'lookup_after',
      'absent_count',
      'may_have_been_sent',
      'message_id',
      'error',
    ],
  },
  { name: 'sent', earlier: null, columns: ['local_id', 'message_id', 'sent_at'] },
] as const

/** Written beside a file that was found damaged while in use, so that the next opening starts over. */
const markExtension = '.found-damaged'

export function markDamaged(path: string): void {
  writeFileSync(path + markExtension, '')
}

/** Whether the file was marked; the mark is gone afterwards. */
export function takeDamageMark(path: string): boolean {
  if (!existsSync(path + markExtension)) return false
  rmSync(path + markExtension)
  return existsSync(path)
}

/** Moves a damaged file (and its log) out of the way; returns where it lies now. */
export function moveAside(path: string, suffix: string): string {
  const aside = `${path}.damaged-${suffix}`
  renameSync(path, aside)
  // The write-ahead log belongs to the damaged file; beside a new one it would be read as that one's.
  for (const extension of ['-wal', '-shm']) {
    try {
      renameSync(path + extension, aside + extension)
    } catch {
      rmSync(path + extension, { force: true })
    }
  }
  return aside
}

/** Copies drafts, outbox and the memory of what was sent from a damaged file, row by row as far as they can be read. */
export function salvage(aside: string, into: EngineDatabase): { readonly rows: number } {
  let rows = 0
  let damaged: EngineDatabase
  try {
    damaged = new Database(aside, { readonly: true, fileMustExist: true })
  } catch {
    return { rows }
  }
  for (const { name, columns, earlier } of tables) {
    const insert = into.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')}) ON CONFLICT DO NOTHING`,
    )
    try {
      for (const row of select(damaged, `SELECT ${columns.join(', ')} FROM ${name}`, earlier).iterate()) {
        insert.run(row)
        rows += 1
      }
    } catch {
      // What lies behind the damaged page cannot be read; the next table may be whole.
    }
  }
  damaged.close()
  return { rows }
}

/** The statement for a file of today, or of before, whichever the file's schema answers. */
function select(database: EngineDatabase, today: string, earlier: string | null) {
  try {
    return database.prepare(today)
  } catch (error) {
    if (earlier === null) throw error
    return database.prepare(earlier)
  }
}
