import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrations } from '#server/resources.ts'
import {
  changesByVersion,
  DatabaseVersionError,
  openServerDatabase,
  type Migration,
  type ServerDatabase,
} from '#server/store/database.ts'
import { creators } from '#server/store/migrations/creators.ts'
import { temporaryDatabase } from '#support/files.ts'

const versions = changesByVersion(migrations)

function apply(database: ServerDatabase, change: Migration['change']): void {
  if (typeof change === 'string') database.exec(change)
  else change(database)
}

/** A database of an older version, with a stream. */
function databaseOf(version: number, more: readonly Migration['change'][] = []): string {
  const path = temporaryDatabase()
  const database = new Database(path)
  for (const change of [...versions.slice(0, version).flat(), ...more]) apply(database, change)
  database.exec(
    `INSERT INTO stream (id, name, description, rendered_description, date_created) VALUES (7, 'old hall', 'x', 'x', 5)`,
  )
  database.pragma(`user_version = ${version}`)
  database.close()
  return path
}

/** The columns of each table. */
function schemaOf(database: ServerDatabase): readonly unknown[] {
  return database
    .prepare(
      `SELECT master.name AS place, info.name, info.type, info."notnull", info.dflt_value
       FROM sqlite_master AS master, pragma_table_info(master.name) AS info
       WHERE master.type = 'table' ORDER BY place, info.name`,
    )
    .all()
}

function expectOpens(path: string): void {
  const fresh = openServerDatabase(temporaryDatabase(), migrations)
  const database = openServerDatabase(path, migrations)
  expect(database.pragma('user_version', { simple: true })).toBe(versions.length)
  expect(schemaOf(database)).toEqual(schemaOf(fresh))
  expect(database.prepare('SELECT id, name, creator_id FROM stream').all()).toEqual([
    { id: 7, name: 'old hall', creator_id: null },
  ])
  database.close()
  fresh.close()
}

describe('the organization’s database', () => {
  it.each(versions.map((_, index) => index + 1))(
    'of version %i keeps its streams and gets the newest tables',
    (old) => {
      expectOpens(databaseOf(old))
    },
  )

  it('of version 9 may have the columns of creators already', () => {
    expectOpens(databaseOf(9, [creators.change]))
  })

  it('of a newer server is refused', () => {
    const path = databaseOf(versions.length)
    const newer = new Database(path)
    newer.pragma(`user_version = ${versions.length + 1}`)
    newer.close()
    expect(() => openServerDatabase(path, migrations)).toThrow(DatabaseVersionError)
  })
})
