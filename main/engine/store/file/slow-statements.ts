import type Database from 'better-sqlite3'

/** Statements that run longer block the engine noticeably. */
const slowMs = 40

/** The functions that the report of slow statements needs. */
export interface SlowStatementPorts {
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly log: (message: string) => void
}

type Method = 'run' | 'get' | 'all'

/**
 * Reports each statement that takes longer than 40 ms, with its query plan. Statements contain placeholders instead
 * of values, so that the log contains no user data.
 */
export function watchSlowStatements(database: Database.Database, ports: SlowStatementPorts): void {
  const prepare = database.prepare.bind(database)
  const watched = (sql: string): Database.Statement => {
    const statement = prepare(sql)
    for (const name of ['run', 'get', 'all'] as const) watch(statement, name, sql)
    return statement
  }

  function watch(statement: Database.Statement, name: Method, sql: string): void {
    const original: (...parameters: unknown[]) => unknown = statement[name].bind(statement)
    const timed = (...parameters: unknown[]) => {
      const begun = ports.elapsed()
      try {
        return original(...parameters)
      } finally {
        const took = ports.elapsed() - begun
        if (took > slowMs) log(sql, parameters, took)
      }
    }
    Object.defineProperty(statement, name, { value: timed })
  }

  function log(sql: string, parameters: readonly unknown[], took: number): void {
    let plan = 'no plan'
    try {
      // SQLite's statement has this column
      const steps = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
      plan = steps.map((step) => step.detail).join('; ')
    } catch {
      // Not every statement has a plan.
    }
    ports.log(`slow statement (${Math.round(took)} ms): ${sql.replaceAll(/\s+/g, ' ').trim()} | plan: ${plan}`)
  }

  Object.defineProperty(database, 'prepare', { value: watched })
}
