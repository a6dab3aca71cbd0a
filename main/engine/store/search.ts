import { indexText } from '../search/words.ts'
import type { EngineDatabase } from './database.ts'
import type { MessageRow } from './messages.ts'

/** What search asks of a row beyond its words. */
export interface SearchCondition {
  /** A condition on `m`; always true where nothing is asked. */
  readonly sql: string
  readonly parameters: readonly (string | number)[]
  /** It names one sender: there are fewer messages of a person than with a word. */
  readonly isByPerson: boolean
}

/** The search index: one entry a message, without a copy of its text. */
export function searchTable(database: EngineDatabase) {
  const insert = database.prepare('INSERT INTO message_text (rowid, topic, body) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM message_text WHERE rowid = ?')
  const missing = database.prepare<[number], MessageRow>(
    'SELECT * FROM message WHERE is_indexed = 0 ORDER BY id DESC LIMIT ?',
  )
  const note = database.prepare('UPDATE message SET is_indexed = 1, has = ? WHERE id = ?')
  const ids = database.prepare<[string], { id: number }>(
    'SELECT rowid AS id FROM message_text WHERE message_text MATCH ? ORDER BY rowid DESC',
  )
  const anyMissing = database.prepare<[], { id: number }>('SELECT id FROM message WHERE is_indexed = 0 LIMIT 1')
  const check = database.prepare("INSERT INTO message_text (message_text) VALUES ('integrity-check')")
  const merge = database.prepare("INSERT INTO message_text (message_text, rank) VALUES ('merge', 200)")
  const statements = new Map<string, ReturnType<typeof database.prepare<unknown[], MessageRow>>>()

  function put(row: Pick<MessageRow, 'id' | 'topic' | 'plain'>): void {
    insert.run(row.id, indexText(row.topic), indexText(row.plain))
  }
  return {
    put,
    remove: (id: number) => remove.run(id),
    /** Messages that were stored before there was an index, the newest first. */
    missing: (limit: number) => missing.all(limit),
    /** Indexes a row that lacked it; `has` are bits of `contentKinds`. */
    fill(row: MessageRow, has: number): void {
      put(row)
      note.run(has, row.id)
    },
    isWhole: () => anyMissing.get() === undefined,
    /** The newest messages below `before` that match; `match` null asks for no words. */
    find(match: string | null, condition: SearchCondition, before: number, limit: number): MessageRow[] {
      const words = match === null ? [] : [match]
      const sql =
        match === null || condition.isByPerson
          ? `SELECT m.* FROM message m
             WHERE ${match === null ? '1' : 'm.id IN (SELECT rowid FROM message_text WHERE message_text MATCH ?)'}
               AND m.id < ? AND ${condition.sql} ORDER BY m.id DESC LIMIT ?`
          : `SELECT m.* FROM message_text t CROSS JOIN message m ON m.id = t.rowid
             WHERE message_text MATCH ? AND t.rowid < ? AND ${condition.sql} ORDER BY t.rowid DESC LIMIT ?`
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = database.prepare<unknown[], MessageRow>(sql)
        statements.set(sql, statement)
      }
      return statement.all(...words, before, ...condition.parameters, limit)
    },
    /** Ids that the bare index finds, without a look at the messages. */
    ids: (match: string) => ids.all(match).map((row) => row.id),
    /** @throws when the index does not hold together. */
    check: () => check.run(),
    /** Some of the tidying that the index needs now and then. */
    merge: () => merge.run(),
  }
}

export type SearchTable = ReturnType<typeof searchTable>
