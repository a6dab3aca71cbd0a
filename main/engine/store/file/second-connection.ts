import Database from 'better-sqlite3'
import { finder } from '../find.ts'
import { watchSlowStatements, type SlowStatementPorts } from './slow-statements.ts'

/** Searches wait so long for the file at most, milliseconds; only a recovery after a crash makes them wait. */
const busyTimeoutMs = 5_000

/**
 * A second connection to the file of an account that is open already: for searches in another thread, and to move what
 * the log holds into the file without holding the engine up. It changes no rows.
 */
export function openSecondConnection(path: string, slow?: SlowStatementPorts) {
  const database = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })
  if (slow !== undefined) watchSlowStatements(database, slow)
  database.pragma('query_only = ON')
  database.pragma('synchronous = FULL')
  database.pragma('fullfsync = ON')
  database.pragma('cache_size = -16000')
  return {
    ...finder(database),
    /** Moves what it can of the log into the file; the pages that the log holds still. */
    checkpoint(): number {
      const [result] = database.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[] // SQLite's own answer
      return result === undefined ? 0 : Math.max(0, result.log - result.checkpointed)
    },
    close(): void {
      database.close()
    },
  }
}
