import type { ServerDatabase } from '../database.ts'

/**
 * Settings that exist only at other feature levels: JSON by owner (`realm` or a stream's id) and name. The table is
 * created when such a level is first used, so that other databases stay unchanged.
 */
export function levelSettingTable(database: ServerDatabase) {
  database.exec(
    `CREATE TABLE IF NOT EXISTS level_setting (
       place TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (place, name)
     ) STRICT, WITHOUT ROWID`,
  )
  const get = database.prepare<[string, string], { value: string }>(
    'SELECT value FROM level_setting WHERE place = ? AND name = ?',
  )
  const set = database.prepare(
    `INSERT INTO level_setting (place, name, value) VALUES (?, ?, ?)
     ON CONFLICT (place, name) DO UPDATE SET value = excluded.value`,
  )
  return {
    get(place: string, name: string): unknown {
      const row = get.get(place, name)
      return row === undefined ? undefined : (JSON.parse(row.value) as unknown)
    },
    set(place: string, name: string, value: unknown): void {
      set.run(place, name, JSON.stringify(value))
    },
  }
}

export type LevelSettingTable = ReturnType<typeof levelSettingTable>
