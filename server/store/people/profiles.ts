import type { ServerDatabase } from '../database.ts'

export interface ProfileFieldRow {
  id: number
  type: number
  position: number
  name: string
  hint: string
  /** JSON text, or empty. */
  field_data: string
  in_summary: number
}

export interface ProfileValueRow {
  user_id: number
  field_id: number
  value: string
  rendered_value: string | null
}

/** One shared list for all users without values, which callers compare by identity. */
const none: readonly ProfileValueRow[] = []

/** Custom profile fields and their values. */
export function profileTables(database: ServerDatabase) {
  const fields = database.prepare<[], ProfileFieldRow>('SELECT * FROM profile_field ORDER BY position, id')
  const field = database.prepare<[number], ProfileFieldRow>('SELECT * FROM profile_field WHERE id = ?')
  const add = database.prepare(
    `INSERT INTO profile_field (type, position, name, hint, field_data, in_summary)
     VALUES (@type, (SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'profile_field'), @name, @hint, @field_data, @in_summary)`,
  )
  const change = database.prepare<ProfileFieldRow>(
    `UPDATE profile_field SET position = @position, name = @name, hint = @hint, field_data = @field_data,
       in_summary = @in_summary WHERE id = @id AND type = @type`,
  )
  const remove = database.prepare('DELETE FROM profile_field WHERE id = ?')
  const everyValue = database.prepare<[], ProfileValueRow>('SELECT * FROM profile_value ORDER BY user_id, field_id')
  const put = database.prepare<ProfileValueRow>(
    `INSERT INTO profile_value (user_id, field_id, value, rendered_value) VALUES (@user_id, @field_id, @value, @rendered_value)
     ON CONFLICT (user_id, field_id) DO UPDATE SET value = @value, rendered_value = @rendered_value`,
  )
  const clear = database.prepare('DELETE FROM profile_value WHERE user_id = ? AND field_id = ?')
  let values: Map<number, ProfileValueRow[]> | undefined
  return {
    /** Returns the fields in display order. */
    fields: () => fields.all(),
    field: (id: number) => field.get(id),
    addField: (row: Omit<ProfileFieldRow, 'id' | 'position'>) => Number(add.run(row).lastInsertRowid),
    changeField: (row: ProfileFieldRow) => change.run(row),
    removeField(id: number): void {
      remove.run(id)
      values = undefined
    },
    valuesOf(userId: number): readonly ProfileValueRow[] {
      if (values === undefined) {
        values = new Map()
        for (const row of everyValue.all()) {
          const own = values.get(row.user_id)
          if (own === undefined) values.set(row.user_id, [row])
          else own.push(row)
        }
      }
      return values.get(userId) ?? none
    },
    setValue(row: ProfileValueRow): void {
      put.run(row)
      values = undefined
    },
    /** Returns whether the value existed. */
    clearValue(userId: number, fieldId: number): boolean {
      values = undefined
      return clear.run(userId, fieldId).changes > 0
    },
    /** Reloads the in-memory cache after a rollback. */
    forget(): void {
      values = undefined
    },
  }
}

export type ProfileTables = ReturnType<typeof profileTables>
