import type { EngineDatabase } from './file/database.ts'
import { indexText } from '../values/folded-text.ts'
import { messageCounter } from './history/message-counts.ts'
import { nameFinder } from './names/find-names.ts'
import type { MessageRow } from './message-row.ts'

/** The filters of a search beyond its words. */
export interface SearchCondition {
  /** A condition on the alias `m`, which is always true without filters. */
  readonly sql: string
  readonly parameters: readonly (string | number)[]
  /** The condition names one sender, so that it selects fewer messages than a word does. */
  readonly isByPerson: boolean
}

/** A search of the cached messages. */
export interface FindQuery {
  /** The FTS5 query; null without words. */
  readonly match: string | null
  /**
   * The words of `match` if they are only beginnings of one or two characters, otherwise null. Most messages have
   * such words, and the index would list all of them before the first result.
   */
  readonly beginnings: readonly string[] | null
  readonly condition: SearchCondition
  /** Only messages with lower ids are found. */
  readonly before: number
  readonly limit: number
}

/**
 * The ids are searched in as many parts as the file has gigabytes. FTS5 reads the whole doclists of a phrase's words
 * for each part, so that more parts cost many times as much; one of this size takes tens of milliseconds.
 */
const partBytes = 2 ** 30

const mostStatements = 50
/** This many of the newest messages are read one by one for short beginnings of words. */
const readSingly = 1000

/** Searches the messages of a database. The connection may be read-only. */
export function finder(database: EngineDatabase, bytesOfPart = partBytes) {
  const bounds = database.prepare<[], { oldest: number; newest: number; bytes: number }>(
    `SELECT ifnull((SELECT min(id) FROM message), 0) AS oldest, ifnull((SELECT max(id) FROM message), 0) AS newest,
            page_count * page_size AS bytes
     FROM pragma_page_count, pragma_page_size`,
  )
  const statements = new Map<string, ReturnType<typeof database.prepare<unknown[], MessageRow>>>()

  function findBetween(query: FindQuery, from: number, before: number, limit: number): MessageRow[] {
    const { match, condition } = query
    const words = match === null ? [] : [match]
    const sql =
      match === null || condition.isByPerson
        ? `SELECT m.* FROM message m
           WHERE ${match === null ? '1' : 'm.id IN (SELECT rowid FROM message_text WHERE message_text MATCH ?)'}
             AND m.id >= ? AND m.id < ? AND ${condition.sql} ORDER BY m.id DESC LIMIT ?`
        : `SELECT m.* FROM message_text t CROSS JOIN message m ON m.id = t.rowid
           WHERE message_text MATCH ? AND t.rowid >= ? AND t.rowid < ? AND ${condition.sql}
           ORDER BY t.rowid DESC LIMIT ?`
    let statement = statements.get(sql)
    if (statement === undefined) {
      // Each combination of filters is a separate statement.
      if (statements.size >= mostStatements) statements.clear()
      statement = database.prepare<unknown[], MessageRow>(sql)
      statements.set(sql, statement)
    }
    return statement.all(...words, from, before, ...condition.parameters, limit)
  }

  /**
   * Returns the newest messages with short beginnings of words; null if there may be too few, or if the search has
   * other words.
   */
  function recentWith({ beginnings, condition, before, limit }: FindQuery): MessageRow[] | null {
    if (beginnings === null) return null
    const rows = database
      .prepare<unknown[], MessageRow>(
        `SELECT m.* FROM (SELECT * FROM message WHERE id < ? ORDER BY id DESC LIMIT ${readSingly}) m WHERE ${condition.sql}`,
      )
      .iterate(before, ...condition.parameters)
    const found: MessageRow[] = []
    for (const row of rows) {
      const words = ` ${indexText(row.topic)} ${indexText(row.plain)}`
      if (beginnings.every((word) => words.includes(` ${word}`))) found.push(row)
      if (found.length >= limit) return found
    }
    return null
  }

  return {
    ...nameFinder(database),
    /** Returns the numbers of cached messages. */
    countMessages: messageCounter(database),
    /**
     * Yields the newest matching messages, newest first, one part of the ids at a time, so that the caller can stop
     * in between.
     */
    *find(query: FindQuery): Generator<MessageRow[], void, void> {
      const recent = recentWith(query)
      if (recent !== null) {
        yield recent
        return
      }
      const { oldest = 0, newest = 0, bytes = 0 } = bounds.get() ?? {}
      const length = Math.ceil((newest - oldest + 1) / Math.ceil(bytes / bytesOfPart))
      let before = Math.min(query.before, newest + 1)
      let wanted = query.limit
      while (before > oldest && wanted > 0) {
        const from = before - length
        const rows = findBetween(query, from, before, wanted)
        wanted -= rows.length
        before = from
        yield rows
      }
    },
  }
}

export type Finder = ReturnType<typeof finder>
