import type { Migration, ServerDatabase } from '../database.ts'

/** Columns for the creators of streams and groups, and for the creation time of groups; null if unknown. */
export const creators: Migration = {
  version: 10,
  change(database) {
    addColumn(database, 'stream', 'creator_id')
    addColumn(database, 'user_group', 'creator_id')
    addColumn(database, 'user_group', 'date_created')
  },
}

/** Adds a column of integers unless it exists, as in some databases of version 9. */
function addColumn(database: ServerDatabase, table: string, column: string): void {
  const columns = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[] // the form of SQLite
  if (columns.some(({ name }) => name === column)) return
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER`)
}
