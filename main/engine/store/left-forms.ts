import { upsert, type EngineDatabase } from './file/database.ts'

/** A form that was left with text in it. */
export interface LeftFormRow {
  readonly form: string
  /** A JSON object of texts. */
  readonly fields: string
}

export function leftFormTable(database: EngineDatabase) {
  const all = database.prepare<[], LeftFormRow>('SELECT form, fields FROM left_form ORDER BY version')
  const last = database.prepare<[], { version: number }>('SELECT coalesce(max(version), 0) AS version FROM left_form')
  const put = database.prepare<LeftFormRow & { version: number }>(
    upsert('left_form', ['form', 'fields', 'version'], 'form'),
  )
  const remove = database.prepare('DELETE FROM left_form WHERE form = ?')
  const trim = database.prepare(
    'DELETE FROM left_form WHERE form IN (SELECT form FROM left_form ORDER BY version DESC LIMIT -1 OFFSET ?)',
  )
  return {
    reads: {
      /** The form that was stored last stands last. */
      all: () => all.all(),
    },
    writes: {
      /** Stores a form; of more than `most` the oldest go. */
      put(row: LeftFormRow, most: number): void {
        put.run({ ...row, version: (last.get()?.version ?? 0) + 1 })
        trim.run(most)
      },
      remove: (form: string) => remove.run(form),
    },
  }
}
