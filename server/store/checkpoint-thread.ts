import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** Copies what no reader keeps from being copied; waits for nobody. */
function checkpoint(path: string): void {
  const database = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('fullfsync = ON')
    database.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    database.close()
  }
}

/** The thread that copies the log into the database. It opens the file each time, and keeps nothing in between. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('the checkpoint thread was not started as a thread')
  port.on('message', () => {
    try {
      checkpoint(String(workerData))
    } catch {
      // The log grows meanwhile, and SQLite's own checkpoints go on.
    }
    port.postMessage('done')
  })
}

main()
