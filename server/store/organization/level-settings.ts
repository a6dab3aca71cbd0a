import type { ServerDatabase } from '../database.ts'

/**
 * Settings that exist only at other feature levels: JSON by owner (`realm`, a stream's id or `group:` with a group's
 * id) and name. The table is created at the first use of such a level, so that other databases are unchanged. Its rows
 * are cached, since permissions depend on them.
 */
export function levelSettingTable(database: ServerDatabase) {
  database.exec(
    `CREATE TABLE IF NOT EXISTS level_setting (
       place TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (place, name)
     ) STRICT, WITHOUT ROWID`,
  )
  const every = database.prepare<[], { place: string; name: string; value: string }>('SELECT * FROM level_setting')
  const set = database.prepare(
    `INSERT INTO level_setting (place, name, value) VALUES (?, ?, ?)
     ON CONFLICT (place, name) DO UPDATE SET value = excluded.value`,
  )
  let known: Map<string, unknown> | undefined

  function loaded(): Map<string, unknown> {
    known ??= new Map(every.all().map(({ place, name, value }) => [`${place} ${name}`, JSON.parse(value) as unknown]))
    return known
  }

  return {
    get: (place: string, name: string): unknown => loaded().get(`${place} ${name}`),
    set(place: string, name: string, value: unknown): void {
      set.run(place, name, JSON.stringify(value))
      loaded().set(`${place} ${name}`, value)
    },
    /** Reloads the in-memory cache after a rollback. */
    forget(): void {
      known = undefined
    },
  }
}

export type LevelSettingTable = ReturnType<typeof levelSettingTable>
