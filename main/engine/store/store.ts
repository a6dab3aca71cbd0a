import { containerTable } from './containers.ts'
import { openDatabase, StoreError, storeError, type EngineDatabase } from './file/database.ts'
import { directoryTables } from './directory.ts'
import { draftTable } from './drafts.ts'
import { feedQueries } from './feeds.ts'
import { finder } from './find.ts'
import { listTables } from './lists.ts'
import { messageTables } from './messages.ts'
import { metaTable } from './meta.ts'
import { organizationTables } from './organization.ts'
import { outboxTables } from './outbox.ts'
import { preferenceTables } from './preferences.ts'
import { rangeTable } from './ranges.ts'
import { finishRecovery, isMarkedDamaged, markDamaged, recover } from './file/salvage.ts'
import { searchTable } from './search.ts'
import type { SlowStatementPorts } from './file/slow-statements.ts'
import { readTables, whole, wholeTables } from './table.ts'
import { undecidedTable } from './undecided.ts'
import { unreadTable } from './unread.ts'

/** A file that was damaged lies aside; `rows` of drafts and unsent messages were taken over from it. */
export interface Recovery {
  readonly aside: string
  readonly rows: number
}

/** The log is cut down to this when it begins anew. */
const logBytes = 16 * 1024 * 1024

/** Opens the file; a damaged one is moved aside, its drafts and outbox are salvaged, and the cache begins anew. */
function openOrRecover(
  path: string,
  now: number,
  slow?: SlowStatementPorts,
): { database: EngineDatabase; recovery: Recovery | null } {
  finishRecovery(path)
  try {
    if (!isMarkedDamaged(path)) return { database: openDatabase(path, slow), recovery: null }
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'CORRUPT_DATABASE') throw error
  }
  let recovery: Recovery
  try {
    recovery = recover(path, String(now), openDatabase)
  } catch (error) {
    throw storeError(error)
  }
  return { database: openDatabase(path, slow), recovery }
}

/** Every table of the file, one line each. */
function tablesOf(database: EngineDatabase) {
  const search = searchTable(database)
  return {
    search,
    meta: metaTable(database),
    directory: directoryTables(database),
    messages: messageTables(database, whole(search)),
    unread: unreadTable(database),
    undecided: undecidedTable(database),
    preferences: preferenceTables(database),
    organization: organizationTables(database),
    lists: listTables(database),
    ranges: rangeTable(database),
    containers: containerTable(database),
    outbox: outboxTables(database),
    drafts: draftTable(database),
  }
}

/**
 * The account's tables, and the one way to change them. `now` (UNIX milliseconds) names a damaged file; `slow` hears of
 * statements that take too long.
 * @throws StoreError when the file was written by a newer Skein or cannot be used.
 */
export function openStore(path: string, now = 0, slow?: SlowStatementPorts) {
  const { database, recovery } = openOrRecover(path, now, slow)
  const tables = tablesOf(database)
  const queries = { feeds: feedQueries(database), finder: finder(database) }
  return {
    ...wholeTables(tables),
    ...queries,
    /** The same tables for those who may only read them. */
    reading: { ...readTables(tables), ...queries },
    /** Not null when this opening had to start over from a damaged file. */
    recovery,
    /** Runs `change` in one transaction: all of it is durable when this returns, or none of it has happened. */
    transaction<T>(change: () => T): T {
      return database.transaction(change).immediate()
    },
    /** Bytes of the file that hold something. */
    usedBytes(): number {
      const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
      return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
    },
    /** Bytes of the file that hold nothing any more. */
    freeBytes(): number {
      const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
      return pragma('freelist_count') * pragma('page_size')
    },
    /** Brings what SQLite knows of its tables up to date; some milliseconds. */
    optimize: () => void database.pragma('optimize = 0x10002'),
    /** From now on somebody else moves what the log holds into the file, and says when. */
    leaveLogAlone(): void {
      database.pragma('wal_autocheckpoint = 0')
      // A log that had to grow does not stay large.
      database.pragma(`journal_size_limit = ${logBytes}`)
    },
    /** SQLite looks after its log again, as it does by itself. */
    keepLogShort: () => void database.pragma('wal_autocheckpoint = 1000'),
    /** Moves what the log holds into the file. */
    checkpoint: () => void database.pragma('wal_checkpoint(TRUNCATE)'),
    /** Writes the file anew without its holes; seconds for a large one. */
    vacuum: () => void database.exec('VACUUM'),
    /** `ok`, or what SQLite's own check found. */
    integrity: () => String(database.pragma('integrity_check', { simple: true })),
    /** The file was found damaged: the next opening starts over from what can be salvaged. */
    markDamaged(): void {
      markDamaged(path)
    },
    isOpen: () => database.open,
    close(): void {
      database.close()
    },
  }
}

export type Store = ReturnType<typeof openStore>

/** The account's tables as views see them: they can be read and nothing else. */
export type ReadStore = Store['reading']
