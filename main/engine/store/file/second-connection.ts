import { finder } from '../find.ts'
import type { FileKey } from '../../values/file-access.ts'
import { openWithKey } from './file-key.ts'
import { watchSlowStatements, type SlowStatementPorts } from './slow-statements.ts'

/** The longest wait of a search for the file, in milliseconds. Only a recovery after a crash takes that long. */
const busyTimeoutMs = 5_000

/**
 * Opens a second connection to the file of an open account, for searches in another thread and for checkpoints of the
 * write-ahead log that do not block the engine. It changes no rows. `key` is that of an encrypted file.
 */
export function openSecondConnection(path: string, slow?: SlowStatementPorts, key: FileKey | null = null) {
  const database = openWithKey(path, busyTimeoutMs, key)
  if (slow !== undefined) watchSlowStatements(database, slow)
  database.pragma('query_only = ON')
  database.pragma('synchronous = FULL')
  database.pragma('fullfsync = ON')
  database.pragma('cache_size = -16000')
  return {
    ...finder(database),
    /** Checkpoints as much of the log as possible, and returns the number of remaining pages. */
    checkpoint(): number {
      // SQLite's pragma has these columns
      const [result] = database.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
      return result === undefined ? 0 : Math.max(0, result.log - result.checkpointed)
    },
    close(): void {
      database.close()
    },
  }
}
