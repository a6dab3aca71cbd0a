import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isDiskTrouble } from '../../values/store-error.ts'
import { type EngineDatabase } from './database.ts'
import type { FileKey } from '../../values/file-access.ts'
import { useKey } from './file-key.ts'

/** The tables of user data that no server has, which must survive a damaged file. */
const tables = [
  {
    // The server's side of a draft is fetched again. As a new local draft, its content resolves conflicts.
    name: 'draft',
    columns: ['id', 'conversation', 'topic', 'content', 'attachments', 'updated_at', 'is_deleted'],
    // Before the third migration a conversation had one draft.
    earlier: `SELECT 'local-' || conversation AS id, conversation, topic, content, '[]' AS attachments, updated_at,
      0 AS is_deleted FROM draft`,
  },
  {
    name: 'outbox',
    // Before version 260 the column `conversation` contained the key.
    earlier: `SELECT seq, local_id, kind, conversation AS queue_key, payload, state, created_at, attempt_at, lookup_after,
      absent_count, may_have_been_sent, message_id, error FROM outbox`,
    columns: [
      'seq',
      'local_id',
      'kind',
      'queue_key',
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
  { name: 'snippet', earlier: null, columns: ['id', 'name', 'content', 'folded', 'updated_at'] },
  {
    name: 'unfinished_edit',
    // Before version 270 the table and its key had other names.
    earlier: 'SELECT place AS narrow, message_id, original, is_again, text, version FROM half_written_edit',
    columns: ['narrow', 'message_id', 'original', 'is_again', 'text', 'version'],
  },
  { name: 'left_form', earlier: null, columns: ['form', 'fields', 'version'] },
] as const

const isContainer = "(container = 'direct' OR container GLOB 'stream:[0-9]*')"

/**
 * The user's choices of how much of the past is kept and fetched. They count as no recovered texts, and only rows that
 * are valid are copied, since the engine trusts them. Nothing is cached now, so that a whole history that was here is
 * fetched again.
 */
const choices = [
  {
    name: 'kept_history',
    columns: ['container', 'days'],
    select: `SELECT container, days FROM kept_history
      WHERE ${isContainer} AND (days IS NULL OR typeof(days) = 'integer' AND days BETWEEN 1 AND 36500)`,
  },
  {
    name: 'history_fetch',
    columns: ['container', 'position', 'state', 'failure'],
    select: `SELECT container, position, CASE state WHEN 'done' THEN 'waiting' ELSE state END AS state, failure
      FROM history_fetch WHERE ${isContainer} AND typeof(position) = 'integer'
        AND state IN ('waiting', 'done', 'failed', 'cancelled')`,
  },
  {
    name: 'meta',
    columns: ['key', 'value'],
    select: "SELECT key, value FROM meta WHERE key IN ('cache_policy', 'history_run') AND json_valid(value)",
  },
] as const

/** The extension of a marker beside a file that was found damaged in use, so that the next start recovers it. */
const markExtension = '.found-damaged'
/** The extension of the recovered data, which becomes the account's file once it is complete. */
const salvageExtension = '.salvaged'
const logExtensions = ['-wal', '-shm'] as const

/** Marks a file as damaged, so that the next start recovers it. */
export function markDamaged(path: string): void {
  writeFileSync(path + markExtension, '', { mode: 0o600 })
}

/** Returns whether the file was marked as damaged. */
export function isMarkedDamaged(path: string): boolean {
  if (!existsSync(path + markExtension)) return false
  if (existsSync(path)) return true
  rmSync(path + markExtension)
  return false
}

/** Completes a recovery that was interrupted between its last two steps. */
export function finishRecovery(path: string): void {
  if (existsSync(path) || !existsSync(path + salvageExtension)) return
  // A remaining log belongs to the damaged file, and SQLite would apply it to a new one.
  for (const extension of logExtensions) rmSync(path + extension, { force: true })
  renameSync(path + salvageExtension, path)
}

/**
 * Creates a new file from the readable data of a damaged one, and moves the damaged one aside. Nothing is moved
 * before all user data is in the new file: if it cannot be written now, as on a full disk, everything stays
 * unchanged.
 * `key` is that of an encrypted file.
 * @throws errors of writing the new file, and errors by which the damaged one is *temporarily* unreadable
 */
export function recover(
  path: string,
  suffix: string,
  open: (path: string) => EngineDatabase,
  key: FileKey | null = null,
): { readonly aside: string; readonly rows: number } {
  const fresh = path + salvageExtension
  removeFile(fresh)
  let rows: number
  try {
    const into = open(fresh)
    try {
      rows = salvage(path, into, key)
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

/** Moves a damaged file and its log aside, and returns the file's new path. */
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
 * Copies user data (`tables`) and choices from a damaged file, row by row as far as they are readable.
 * @returns the number of rows of user data
 */
export function salvage(path: string, into: EngineDatabase, key: FileKey | null = null): number {
  let rows = 0
  let damaged: EngineDatabase
  try {
    damaged = new Database(path, { readonly: true, fileMustExist: true })
    if (key !== null) useKey(damaged, key)
  } catch (error) {
    if (isPassing(error)) throw error
    return rows
  }
  try {
    into.transaction(() => {
      for (const { name, columns, earlier } of tables) {
        const insert = insertOf(into, name, columns)
        for (const row of readable(damaged, `SELECT ${columns.join(', ')} FROM ${name}`, earlier)) {
          rows += insert.run(row).changes
        }
      }
      for (const { name, columns, select: sql } of choices) {
        const insert = insertOf(into, name, columns)
        for (const row of readable(damaged, sql, null)) insert.run(row)
      }
    })()
  } finally {
    damaged.close()
  }
  return rows
}

function insertOf(into: EngineDatabase, name: string, columns: readonly string[]) {
  const values = columns.map((column) => `@${column}`)
  return into.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values.join(', ')}) ON CONFLICT DO NOTHING`,
  )
}

/**
 * Yields the rows of a table up to the first unreadable one. Rows behind a damaged page are lost; other tables are
 * not.
 */
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
    // The caller may stop early, and the file cannot be closed during iteration.
    rows.return?.()
  }
}

/**
 * Returns whether an error means that a file is temporarily unreadable and not damaged. A page that the disk cannot
 * read is lost.
 */
function isPassing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return isDiskTrouble(error) && !/^SQLITE_IOERR_(?:READ|SHORT_READ|CORRUPTFS)$/.test(code)
}

/** Prepares the statement for the current schema, or for the earlier one. */
function select(database: EngineDatabase, today: string, earlier: string | null) {
  try {
    return database.prepare(today)
  } catch (error) {
    if (earlier === null) throw error
    return database.prepare(earlier)
  }
}
