import { upsert, type EngineDatabase } from './file/database.ts'

/** A saved text of the user. */
export interface SnippetRow {
  readonly id: string
  readonly name: string
  readonly content: string
  /** Name and content as `foldText` makes them, for the search. */
  readonly folded: string
  /** UNIX milliseconds. */
  readonly updated_at: number
}

/** Parameters are named like the columns; the words of a search are a JSON list. */
const found = `FROM snippet WHERE NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(snippet.folded, value) = 0)`

export function snippetTable(database: EngineDatabase) {
  const get = database.prepare<[string], SnippetRow>('SELECT * FROM snippet WHERE id = ?')
  const count = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM snippet')
  const matching = database.prepare<
    { words: string; most: number; length: number },
    { id: string; name: string; start: string }
  >(`SELECT id, name, substr(content, 1, @length) AS start ${found} ORDER BY folded, id LIMIT @most`)
  const matches = database.prepare<{ words: string }, { count: number }>(`SELECT count(*) AS count ${found}`)
  const put = database.prepare<SnippetRow>(upsert('snippet', ['id', 'name', 'content', 'folded', 'updated_at']))
  const remove = database.prepare('DELETE FROM snippet WHERE id = ?')
  return {
    reads: {
      get: (id: string) => get.get(id),
      count: () => count.get()?.count ?? 0,
      /** The first `most` rows that contain each of the folded words, each with the first `length` characters. */
      matching: (words: readonly string[], most: number, length: number) =>
        matching.all({ words: JSON.stringify(words), most, length }),
      /** The number of rows that contain each of the folded words. */
      matches: (words: readonly string[]) => matches.get({ words: JSON.stringify(words) })?.count ?? 0,
    },
    writes: {
      put: (row: SnippetRow) => put.run(row),
      remove: (id: string) => remove.run(id),
    },
  }
}
