import { indexText } from '../values/folded-text.ts'
import type { EngineDatabase } from './file/database.ts'
import { nextMerge, readIndexStructure, type DueMerge } from './file/index-structure.ts'
import type { MessageRow } from './message-row.ts'

/** The bytes of a page of the index (FTS5's `pgsz`; no migration changes it). */
const indexPageBytes = 4050

/** This many segments of similar size are merged into one (`usermerge` of migration 0070). */
const piecesOfLevel = 16

/** The search index, with one contentless entry per message. */
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
  const merge = database.prepare<[number]>("INSERT INTO message_text (message_text, rank) VALUES ('merge', ?)")
  const structure = structureOf(database)
  const totalChanges = database.prepare<[], number>('SELECT total_changes()').pluck()

  function put(row: Pick<MessageRow, 'id' | 'topic' | 'plain'>): void {
    insert.run(row.id, indexText(row.topic), indexText(row.plain))
  }
  return {
    reads: {
      /** Returns messages that were stored before the index existed, newest first. */
      missing: (limit: number) => missing.all(limit),
      isWhole: () => anyMissing.get() === undefined,
      /** Returns the matching ids from the index alone, without reading messages. */
      ids: (match: string) => ids.all(match).map((row) => row.id),
      /** Returns the bytes of the index, without pages that a merge has emptied; null if the structure is unreadable. */
      bytes(): number | null {
        const record = structure?.get()
        const levels = record instanceof Uint8Array ? readIndexStructure(record) : null
        if (levels === null) return null
        const pages = levels.reduce((sum, { segments }) => sum + segments.reduce((all, size) => all + size, 0), 0)
        return pages * indexPageBytes
      },
      /** Returns the next merge; null if there are few segments, `unknown` if the structure is unreadable. */
      nextMerge(): DueMerge | 'unknown' | null {
        const record = structure?.get()
        const levels = record instanceof Uint8Array ? readIndexStructure(record) : null
        return levels === null ? 'unknown' : nextMerge(levels, piecesOfLevel)
      },
    },
    writes: {
      put,
      remove: (id: number) => remove.run(id),
      /** Indexes a row that is not indexed. `has` are bits of `contentKinds`. */
      fill(row: MessageRow, has: number): void {
        put(row)
        note.run(has, row.id)
      },
      /** Checks the index. @throws if it is inconsistent */
      check: () => check.run(),
      /** Merges about this many pages of the index, and returns whether there was anything to merge. */
      merge(pages: number): boolean {
        const before = totalChanges.get() ?? 0
        merge.run(pages)
        // FTS5 counts one change for the command itself.
        return (totalChanges.get() ?? 0) - before >= 2
      },
    },
  }
}

/** Prepares the statement that reads FTS5's internal record of its segments; null if SQLite stores it elsewhere. */
function structureOf(database: EngineDatabase) {
  try {
    return database.prepare<[]>('SELECT block FROM message_text_data WHERE id = 10').pluck()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR') return null
    throw error
  }
}
