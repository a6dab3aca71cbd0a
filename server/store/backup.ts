import Database from 'better-sqlite3'
import { createPrivately } from '../base/private-files.ts'

/** The size in bytes of the pieces in which files are stored. */
export const partBytes = 4 * 1024 * 1024

/** The file is not a backup of an organization. */
export class BackupError extends Error {
  readonly code = 'BACKUP'
}

/** Copies a database in its present state and applies `change` to the copy. */
function copyAndChange(source: string, target: string, change: (copy: Database.Database) => void): void {
  // SQLite copies into the empty file and keeps its mode.
  createPrivately(target)
  const database = new Database(source, { readonly: true, fileMustExist: true })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  const copy = new Database(target)
  try {
    change(copy)
  } finally {
    copy.close()
  }
}

/** Copies the database in its present state without event queues, also while a server writes to it. */
export function copyDatabase(source: string, target: string): void {
  copyAndChange(source, target, (copy) => {
    // A client that resumed a queue of the backup would miss the changes that the restore reverts.
    copy.exec('DELETE FROM event; DELETE FROM event_queue')
    copy.exec(
      'CREATE TABLE stored_file (path TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (path, part)) STRICT',
    )
  })
}

/** Adds files to a copied database in pieces. */
export function addStoredFiles(target: string, files: Iterable<{ path: string; parts: Iterable<Buffer> }>): void {
  const database = new Database(target)
  try {
    const add = database.prepare('INSERT INTO stored_file (path, part, bytes) VALUES (?, ?, ?)')
    for (const file of files) {
      let part = 0
      for (const bytes of file.parts) {
        add.run(file.path, part, bytes)
        part += 1
      }
      if (part === 0) add.run(file.path, 0, Buffer.alloc(0))
    }
  } finally {
    database.close()
  }
}

/** Reads the files of a backup in pieces, in order. @throws BackupError */
export function* storedFiles(backup: string): Generator<{ path: string; part: number; bytes: Buffer }> {
  const database = new Database(backup, { readonly: true, fileMustExist: true })
  try {
    const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'stored_file'").pluck()
    if (tables.get() !== 1) throw new BackupError('this file is no backup of a Skein organization')
    const rows = database.prepare<[], { path: string; part: number; bytes: Buffer }>(
      'SELECT path, part, bytes FROM stored_file ORDER BY path, part',
    )
    yield* rows.iterate()
  } finally {
    database.close()
  }
}

/** Copies the organization of a backup, without its files. */
export function extractDatabase(backup: string, target: string): void {
  copyAndChange(backup, target, (copy) => copy.exec('DROP TABLE stored_file; VACUUM'))
}
