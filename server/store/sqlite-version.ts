import Database from 'better-sqlite3'

/** The SQLite version in better-sqlite3, such as `3.50.4`. */
export function sqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
