import { containerTable } from './containers.ts'
import { plainAccess, type FileAccess, type FileKey } from '../values/file-access.ts'
import { FileKeyError, storeError, StoreError } from '../values/store-error.ts'
import { openDatabase, type EngineDatabase } from './file/database.ts'
import { directoryTables } from './directory.ts'
import { notificationLogTable } from './documents/notification-log.ts'
import { draftTable } from './drafts.ts'
import { feedQueries } from './feeds.ts'
import { historyFetchTable } from './history/history-fetches.ts'
import { keptHistoryTable } from './history/kept-history.ts'
import { finder } from './find.ts'
import { listTables } from './lists.ts'
import { messageTables } from './messages.ts'
import { metaTable } from './meta.ts'
import { NameChanges } from './names/changed-names.ts'
import { organizationTables } from './organization.ts'
import { outboxTables } from './outbox.ts'
import { preferenceTables } from './preferences.ts'
import { rangeTable } from './ranges.ts'
import { finishRecovery, isMarkedDamaged, markDamaged, recover } from './file/salvage.ts'
import { convertFile, removeUnfinishedConversion } from './file/conversion.ts'
import { keyOfFile } from './file/file-key.ts'
import { searchTable } from './search.ts'
import { editTable, leftFormTable } from './edits.ts'
import { snippetTable } from './snippets.ts'
import type { SlowStatementPorts } from './file/slow-statements.ts'
import { readTables, whole, wholeTables } from './table.ts'
import { undecidedTable } from './undecided.ts'
import { unreadTable } from './unread.ts'

/** A damaged file was moved to `aside`, and `rows` rows of user data were recovered from it. */
export interface Recovery {
  readonly aside: string
  readonly rows: number
}

/** The log is truncated to this size when it restarts. */
const logBytes = 16 * 1024 * 1024

interface Opened {
  readonly database: EngineDatabase
  readonly recovery: Recovery | null
  /** Why the file was not encrypted or decrypted as the user wants; null if it is as wanted. */
  readonly conversionError: string | null
}

/** Opens the file. A damaged one is moved aside, its user data is recovered, and the cache starts empty. */
function openOrRecover(
  path: string,
  { now, slow, access }: { now: number; slow: SlowStatementPorts | undefined; access: FileAccess },
): Opened {
  finishRecovery(path)
  let key: FileKey | null
  let conversionError: string | null = null
  try {
    key = keyOfFile(path, access)
    if (!isMarkedDamaged(path)) {
      ;({ key, conversionError } = convertIfWanted(path, key, access))
      return { database: openDatabase(path, slow, key), recovery: null, conversionError }
    }
  } catch (error) {
    if (error instanceof FileKeyError) throw error
    if (!(error instanceof StoreError) || error.code !== 'CORRUPT_DATABASE') throw storeError(error)
    key = keyOfFile(path, access)
  }
  const recoveredKey = key
  const open = (file: string) => openDatabase(file, undefined, recoveredKey)
  let recovery: Recovery
  try {
    recovery = recover(path, String(now), open, key)
  } catch (error) {
    throw storeError(error)
  }
  return { database: openDatabase(path, slow, key), recovery, conversionError }
}

/** Converts the file if the user wants another form. If that fails, it is used as it is, and the next start tries again. */
function convertIfWanted(
  path: string,
  key: FileKey | null,
  access: FileAccess,
): { key: FileKey | null; conversionError: string | null } {
  removeUnfinishedConversion(path)
  if (access.isWanted === null || access.isWanted === (key !== null)) return { key, conversionError: null }
  const wanted = access.isWanted ? access.key : null
  if (access.isWanted && wanted === null) return { key, conversionError: null }
  try {
    convertFile(path, key, wanted)
    return { key: wanted, conversionError: null }
  } catch (error) {
    return { key, conversionError: String(error) }
  }
}

/** Creates every table of the file. */
function tablesOf(database: EngineDatabase, names: NameChanges) {
  const search = searchTable(database)
  return {
    search,
    meta: metaTable(database),
    directory: directoryTables(database, names),
    messages: messageTables(database, { search: whole(search), names }),
    unread: unreadTable(database),
    undecided: undecidedTable(database),
    preferences: preferenceTables(database),
    organization: organizationTables(database, names),
    lists: listTables(database),
    ranges: rangeTable(database),
    containers: containerTable(database),
    keptHistory: keptHistoryTable(database),
    historyFetches: historyFetchTable(database),
    outbox: outboxTables(database),
    drafts: draftTable(database),
    edits: editTable(database),
    leftForms: leftFormTable(database),
    snippets: snippetTable(database),
    notificationLog: notificationLogTable(database),
  }
}

/**
 * Opens the account's tables, which alone can change the file. `now` (UNIX milliseconds) becomes part of a damaged
 * file's name; `slow` receives reports of slow statements. The file is encrypted or decrypted first if `access` wants
 * that.
 * @throws StoreError if the file was written by a newer Skein or cannot be used, FileKeyError if it is encrypted and
 * the key is not known
 */
export function openStore(path: string, now = 0, slow?: SlowStatementPorts, access: FileAccess = plainAccess) {
  const { database, recovery, conversionError } = openOrRecover(path, { now, slow, access })
  /** The names that were written, for a reader that keeps names in memory. */
  const nameChanges = new NameChanges()
  const tables = tablesOf(database, nameChanges)
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
  const queries = {
    feeds: feedQueries(database),
    finder: finder(database),
    nameChanges,
    /** Returns the used bytes of the file. */
    usedBytes: () => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
  }
  return {
    ...wholeTables(tables),
    ...queries,
    /** The tables for callers that may only read. */
    reading: { ...readTables(tables), ...queries },
    /** It is not null if this start recovered a damaged file. */
    recovery,
    /** Why the file was not encrypted or decrypted as the user wants; null if it is as wanted. */
    conversionError,
    /** Runs `change` in one transaction, which is durable on return, or rolled back if `change` throws. */
    transaction<T>(change: () => T): T {
      return database.transaction(change).immediate()
    },
    /** Returns the free bytes of the file. */
    freeBytes: () => pragma('freelist_count') * pragma('page_size'),
    /** Updates SQLite's statistics, which takes some milliseconds. */
    optimize: () => void database.pragma('optimize = 0x10002'),
    /** Disables automatic checkpoints, because the reader thread checkpoints the write-ahead log. */
    leaveLogAlone(): void {
      database.pragma('wal_autocheckpoint = 0')
      // A log that had to grow is truncated again.
      database.pragma(`journal_size_limit = ${logBytes}`)
    },
    /** Enables SQLite's automatic checkpoints, which are the default. */
    keepLogShort: () => void database.pragma('wal_autocheckpoint = 1000'),
    /** Checkpoints and truncates the log. */
    checkpoint: () => void database.pragma('wal_checkpoint(TRUNCATE)'),
    /** Rewrites the file without free pages, which takes seconds for a large one. */
    vacuum: () => void database.exec('VACUUM'),
    /** Returns `ok`, or the findings of SQLite's integrity check. */
    integrity: () => String(database.pragma('integrity_check', { simple: true })),
    /** Marks the file as damaged, so that the next start recovers its readable data. */
    markDamaged(): void {
      markDamaged(path)
    },
    isOpen: () => database.open,
    close(): void {
      database.close()
    },
  }
}

/** The account's tables and file, as the engine thread uses them. */
export type Store = ReturnType<typeof openStore>

/** The account's tables for views, which can only read them. */
export type ReadStore = Store['reading']
