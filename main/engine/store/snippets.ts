import { z } from 'zod'
import { upsert, type EngineDatabase } from './file/database.ts'

/** A snippet of the user. */
export interface SnippetRow {
  readonly id: string
  readonly name: string
  readonly content: string
  /** The result of `foldedSnippet` for name and content, which the search compares. */
  readonly folded: string
  /** The time is in UNIX milliseconds. */
  readonly updated_at: number
  readonly server_id: number | null
  /** The title and content that client and server last agreed on; null for a snippet that the server lacks. */
  readonly synced_title: string | null
  readonly synced_content: string | null
  /** It is 1 for a deleted snippet that the server still has. */
  readonly is_deleted: number
  /** The title and content of a request that has no answer yet. */
  readonly sent_title: string | null
  readonly sent_content: string | null
  /**
   * The snippet is not sent before this time (UNIX milliseconds), because the user still types or may undo a
   * deletion.
   */
  readonly due_at: number
  /** The time of the request that has no answer yet, in UNIX milliseconds. */
  readonly attempt_at: number | null
  /** The stored failure for which the server refuses the snippet. */
  readonly refusal: string | null
  /**
   * A JSON list of the titles and contents that the server accepted and whose events have not arrived, oldest first.
   */
  readonly echoes: string
}

const columns = [
  'id',
  'name',
  'content',
  'folded',
  'updated_at',
  'server_id',
  'synced_title',
  'synced_content',
  'is_deleted',
  'sent_title',
  'sent_content',
  'due_at',
  'attempt_at',
  'refusal',
  'echoes',
] as const satisfies readonly (keyof SnippetRow)[]

const echoesSchema = z.array(z.object({ title: z.string(), content: z.string() }))

/** A title and content that the server accepted and whose event has not arrived. */
export type SnippetEcho = z.infer<typeof echoesSchema>[number]

/** Older echoes are dropped, because their events are no longer expected. */
const mostEchoes = 20

/** Parses the titles and contents that the server accepted and has not reported. */
export function snippetEchoes(row: Pick<SnippetRow, 'echoes'>): SnippetEcho[] {
  return echoesSchema.parse(JSON.parse(row.echoes))
}

/** Serializes the newest echoes. */
export function writeSnippetEchoes(echoes: readonly SnippetEcho[]): string {
  return JSON.stringify(echoes.slice(-mostEchoes))
}

/** The columns of a snippet that the server lacks. */
export const unsharedSnippet = {
  server_id: null,
  synced_title: null,
  synced_content: null,
  sent_title: null,
  sent_content: null,
  attempt_at: null,
  refusal: null,
  echoes: '[]',
} as const

/** The rows that contain every word of `@words`, a JSON list. */
const found = `FROM snippet WHERE is_deleted = 0
  AND NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(snippet.folded, value) = 0)`

/** The table of the user's snippets. */
export function snippetTable(database: EngineDatabase) {
  const get = database.prepare<[string], SnippetRow>('SELECT * FROM snippet WHERE id = ?')
  const byServerId = database.prepare<[number], SnippetRow>('SELECT * FROM snippet WHERE server_id = ?')
  const all = database.prepare<[], SnippetRow>('SELECT * FROM snippet ORDER BY updated_at, id')
  const count = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM snippet WHERE is_deleted = 0')
  const matching = database.prepare<
    { words: string; most: number; length: number },
    Pick<SnippetRow, 'id' | 'name' | 'refusal'> & { start: string; length: number }
  >(`SELECT id, name, refusal, substr(content, 1, @length) AS start,
      CASE WHEN instr(content, char(0)) > 0 THEN -1 ELSE length(content) END AS length
      ${found} ORDER BY folded, id LIMIT @most`)
  const matches = database.prepare<{ words: string }, { count: number }>(`SELECT count(*) AS count ${found}`)
  const put = database.prepare<SnippetRow>(upsert('snippet', columns))
  const remove = database.prepare('DELETE FROM snippet WHERE id = ?')
  return {
    reads: {
      get: (id: string) => get.get(id),
      byServerId: (serverId: number) => byServerId.get(serverId),
      /** Returns all rows, including deleted ones; the longest unchanged come first. */
      all: () => all.all(),
      count: () => count.get()?.count ?? 0,
      /**
       * Returns the first `most` rows that contain each of the folded words, with the first `length` characters of
       * their contents and the contents' lengths. The length is -1 for a content with a null character, at which
       * SQLite would stop counting.
       */
      matching: (words: readonly string[], most: number, length: number) =>
        matching.all({ words: JSON.stringify(words), most, length }),
      /** Returns the number of rows that contain each of the folded words. */
      matches: (words: readonly string[]) => matches.get({ words: JSON.stringify(words) })?.count ?? 0,
    },
    writes: {
      put: (row: SnippetRow) => put.run(row),
      remove: (id: string) => remove.run(id),
    },
  }
}
