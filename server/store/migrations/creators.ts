import type { Migration, ServerDatabase } from '../database.ts'

/** Columns for the creators of streams and groups, and for the time of a group's creation; null if it is not known. */
export const creators: Migration = {
  version: 10,
  change(database) {
    addColumn(database, 'stream', 'creator_id')
    addColumn(database, 'user_group', 'creator_id')
    addColumn(database, 'user_group', 'date_created')
  },
}

/** Adds a column of integers; some databases of version 9 have these columns already. */
function addColumn(database: ServerDatabase, table: string, column: string): void {
  const columns = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[] // the form of SQLite
  if (columns.some(({ name }) => name === column)) return
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER`)
}
