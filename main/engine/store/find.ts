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

/** A search of the messages on disk. */
export interface FindQuestion {
  /** In the index's own language; null asks for no words. */
  readonly match: string | null
  readonly condition: SearchCondition
  /** Only messages below this id. */
  readonly before: number
  readonly limit: number
}

/** The first part of the ids that is looked through; each part is so many times as long as the one before. */
const firstPart = 50_000
const growth = 4

/** Searches the messages of a database, whose connection may be one that only reads. */
export function finder(database: EngineDatabase) {
  const newest = database.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM message')
  const statements = new Map<string, ReturnType<typeof database.prepare<unknown[], MessageRow>>>()

  function findBetween(question: FindQuestion, from: number, before: number, limit: number): MessageRow[] {
    const { match, condition } = question
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
      statement = database.prepare<unknown[], MessageRow>(sql)
      statements.set(sql, statement)
    }
    return statement.all(...words, from, before, ...condition.parameters, limit)
  }

  return {
    /**
     * The newest messages that answer a question, a part of the ids at a time, from the newest on: who iterates can
     * stop in between.
     */
    *find(question: FindQuestion): Generator<MessageRow[], void, void> {
      let before = Math.min(question.before, (newest.get()?.id ?? 0) + 1)
      let wanted = question.limit
      for (let length = firstPart; before > 0 && wanted > 0; length *= growth) {
        const from = Math.max(0, before - length)
        const rows = findBetween(question, from, before, wanted)
        wanted -= rows.length
        before = from
        yield rows
      }
    },
  }
}

export type Finder = ReturnType<typeof finder>
