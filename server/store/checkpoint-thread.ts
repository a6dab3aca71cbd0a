import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** Runs a passive checkpoint, which copies the frames that no reader blocks and waits for no connection. */
function checkpoint(path: string): void {
  const database = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('fullfsync = ON')
    database.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    database.close()
  }
}

/** Checkpoints the write-ahead log in a thread. It opens the file each time and keeps no state. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('the checkpoint thread was not started as a thread')
  port.on('message', () => {
    try {
      checkpoint(String(workerData))
    } catch {
      // If it fails the log grows; SQLite's automatic checkpoints continue.
    }
    port.postMessage('done')
  })
}

main()
