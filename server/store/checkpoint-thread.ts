import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** A passive checkpoint: copies the frames that no reader blocks and waits for no connection. */
function checkpoint(path: string): void {
  const database = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('fullfsync = ON')
    database.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    database.close()
  }
}

/** The thread that checkpoints the write-ahead log. It opens the file each time and keeps no state. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('the checkpoint thread was not started as a thread')
  port.on('message', () => {
    try {
      checkpoint(String(workerData))
    } catch {
      // The log grows meanwhile; SQLite's automatic checkpoints continue.
    }
    port.postMessage('done')
  })
}

main()
