import { openDatabase } from './database.ts'
import { directoryTables } from './directory.ts'
import { draftTable } from './drafts.ts'
import { messageTables } from './messages.ts'
import { metaTable } from './meta.ts'
import { outboxTables } from './outbox.ts'
import { rangeTable } from './ranges.ts'
import { unreadTable } from './unread.ts'

/** The account's tables, and the one way to change them. */
export function openStore(path: string) {
  const database = openDatabase(path)
  return {
    meta: metaTable(database),
    directory: directoryTables(database),
    messages: messageTables(database),
    unread: unreadTable(database),
    ranges: rangeTable(database),
    outbox: outboxTables(database),
    drafts: draftTable(database),
    /** Runs `change` in one transaction: all of it is durable when this returns, or none of it has happened. */
    transaction<T>(change: () => T): T {
      return database.transaction(change).immediate()
    },
    /** `ok`, or what SQLite's own check found. */
    integrity: () => String(database.pragma('integrity_check', { simple: true })),
    close(): void {
      database.close()
    },
  }
}

export type Store = ReturnType<typeof openStore>
