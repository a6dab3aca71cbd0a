import { upsert, type EngineDatabase } from './file/database.ts'

/**
 * An edit that was begun and not saved. `narrow` is the key of its narrow in the page, or contains its message once the user has
 * given it up.
 */
export interface EditRow {
  readonly narrow: string
  readonly message_id: number
  readonly original: string
  readonly is_again: number
  readonly text: string
}

/** The table of unsaved edits. */
export function editTable(database: EngineDatabase) {
  const all = database.prepare<[], EditRow>(
    'SELECT narrow, message_id, original, is_again, text FROM unfinished_edit ORDER BY version',
  )
  const get = database.prepare<[string], EditRow>(
    'SELECT narrow, message_id, original, is_again, text FROM unfinished_edit WHERE narrow = ?',
  )
  const last = database.prepare<[], { version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM unfinished_edit',
  )
  const put = database.prepare<EditRow & { version: number }>(
    upsert('unfinished_edit', ['narrow', 'message_id', 'original', 'is_again', 'text', 'version'], 'narrow'),
  )
  const remove = database.prepare('DELETE FROM unfinished_edit WHERE narrow = ?')
  const removeOfMessage = database.prepare('DELETE FROM unfinished_edit WHERE message_id = ?')
  const trim = database.prepare(
    `DELETE FROM unfinished_edit WHERE narrow IN
     (SELECT narrow FROM unfinished_edit ORDER BY version DESC LIMIT -1 OFFSET ?)`,
  )
  return {
    reads: {
      /** Returns all edits; the one that was stored last comes last. */
      all: () => all.all(),
      get: (narrow: string) => get.get(narrow),
    },
    writes: {
      /** Stores an edit, and deletes the oldest ones beyond `most`. */
      put(row: EditRow, most: number): void {
        put.run({ ...row, version: (last.get()?.version ?? 0) + 1 })
        trim.run(most)
      },
      remove: (narrow: string) => remove.run(narrow),
      removeOfMessage: (messageId: number) => removeOfMessage.run(messageId),
    },
  }
}

/** A form that the user left with text in it. */
export interface LeftFormRow {
  readonly form: string
  /** A JSON object of texts by field. */
  readonly fields: string
}

/** The table of forms that were left with text in them. */
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
      /** Returns all forms; the one that was stored last comes last. */
      all: () => all.all(),
    },
    writes: {
      /** Stores a form, and deletes the oldest ones beyond `most`. */
      put(row: LeftFormRow, most: number): void {
        put.run({ ...row, version: (last.get()?.version ?? 0) + 1 })
        trim.run(most)
      },
      remove: (form: string) => remove.run(form),
    },
  }
}
