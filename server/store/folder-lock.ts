import Database from 'better-sqlite3'
import { createPrivately } from '../base/private-files.ts'

/** Another server uses the same data folder. */
export class FolderInUseError extends Error {
  readonly code = 'FOLDER_IN_USE'
}

/**
 * Locks a data folder for this process; returns the function that releases it. It is a lock of the operating system on
 * a separate file, so it ends with the process in every case.
 * @throws FolderInUseError
 */
export function lockFolder(lockFile: string): () => void {
  createPrivately(lockFile)
  const database = new Database(lockFile, { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const code = (error as { code?: unknown }).code // better-sqlite3's errors carry SQLite's name
    if (typeof code !== 'string' || !code.startsWith('SQLITE_BUSY')) throw error
    throw new FolderInUseError('this folder is in use by another Skein server; stop that one, or choose another --data')
  }
  return () => {
    database.close()
  }
}
