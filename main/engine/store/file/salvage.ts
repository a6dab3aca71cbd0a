import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isDiskTrouble, type EngineDatabase } from './database.ts'

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
/** What was taken over so far; it becomes the account's file once all of it is there. */
const salvageExtension = '.salvaged'
const logExtensions = ['-wal', '-shm'] as const

export function markDamaged(path: string): void {
  writeFileSync(path + markExtension, '')
}

/** Whether the file was found damaged. */
export function isMarkedDamaged(path: string): boolean {
  if (!existsSync(path + markExtension)) return false
  if (existsSync(path)) return true
  rmSync(path + markExtension)
  return false
}

/** A recovery that was ended between its last two steps is brought to its end. */
export function finishRecovery(path: string): void {
  if (existsSync(path) || !existsSync(path + salvageExtension)) return
  // A log that is left is the damaged file's; beside a new one it would be read as that one's.
  for (const extension of logExtensions) rmSync(path + extension, { force: true })
  renameSync(path + salvageExtension, path)
}

/**
 * Makes a new file of what can be read of a damaged one, and moves the damaged one aside. Nothing is moved before all that
 * the user wrote is in the new file: where that cannot be written now, of a full disk say, all stays as it is.
 * @throws what writing the new file throws, and what says that the damaged one cannot be read *now*
 */
export function recover(
  path: string,
  suffix: string,
  open: (path: string) => EngineDatabase,
): { readonly aside: string; readonly rows: number } {
  const fresh = path + salvageExtension
  removeFile(fresh)
  let rows: number
  try {
    const into = open(fresh)
    try {
      rows = salvage(path, into)
      into.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      into.close()
    }
  } catch (error) {
    removeFile(fresh)
    throw error
  }
  const aside = moveAside(path, suffix)
  finishRecovery(path)
  rmSync(path + markExtension, { force: true })
  return { aside, rows }
}

/** Moves a damaged file (and its log) out of the way; returns where it lies now. */
function moveAside(path: string, suffix: string): string {
  const aside = `${path}.damaged-${suffix}`
  renameSync(path, aside)
  for (const extension of logExtensions) {
    try {
      renameSync(path + extension, aside + extension)
    } catch {
      rmSync(path + extension, { force: true })
    }
  }
  return aside
}

function removeFile(path: string): void {
  for (const extension of ['', ...logExtensions]) rmSync(path + extension, { force: true })
}

/**
 * Copies drafts, outbox and the memory of what was sent from a damaged file, row by row as far as they can be read.
 * @returns how many rows those are
 */
export function salvage(path: string, into: EngineDatabase): number {
  let rows = 0
  let damaged: EngineDatabase
  try {
    damaged = new Database(path, { readonly: true, fileMustExist: true })
  } catch (error) {
    if (isPassing(error)) throw error
    return rows
  }
  try {
    into.transaction(() => {
      for (const { name, columns, earlier } of tables) {
        const insert = into.prepare(
          `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')}) ON CONFLICT DO NOTHING`,
        )
        for (const row of readable(damaged, `SELECT ${columns.join(', ')} FROM ${name}`, earlier)) {
          rows += insert.run(row).changes
        }
      }
    })()
  } finally {
    damaged.close()
  }
  return rows
}

/** The rows of a table up to the first that cannot be read; what lies behind a damaged page is lost, other tables are not. */
function* readable(damaged: EngineDatabase, today: string, earlier: string | null): Generator {
  let rows: IterableIterator<unknown>
  try {
    rows = select(damaged, today, earlier).iterate()
  } catch (error) {
    if (isPassing(error)) throw error
    return
  }
  try {
    for (;;) {
      let next: IteratorResult<unknown>
      try {
        next = rows.next()
      } catch (error) {
        if (isPassing(error)) throw error
        return
      }
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // Whoever takes the rows may end before they do; the file cannot be closed while they are being read.
    rows.return?.()
  }
}

/** Whether an error says that a file cannot be read now, not that it is damaged; a page that no disk gives back is lost. */
function isPassing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return isDiskTrouble(error) && !/^SQLITE_IOERR_(?:READ|SHORT_READ|CORRUPTFS)$/.test(code)
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
