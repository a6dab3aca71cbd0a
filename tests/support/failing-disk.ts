import Database from 'better-sqlite3'

/** The error of a statement; null lets it run. */
type Trouble = (sql: string) => string | null

const troubles = new Map<string, Trouble>()
type Method = (this: Database.Statement, ...parameters: unknown[]) => unknown
let originals: Record<'run' | 'get' | 'all', Method> | undefined

/** Makes statements of a file fail like SQLite on a full or locked disk: `trouble` returns the code, or null. */
export function failStatements(path: string, trouble: Trouble): void {
  watchDisk()
  troubles.set(path, trouble)
}

/** Ends the trouble for all files. */
export function mendDisk(): void {
  troubles.clear()
}

/** Stops intercepting statements; call it after each test. */
export function restoreStatements(): void {
  mendDisk()
  if (originals !== undefined) Object.assign(prototype(), originals)
  originals = undefined
}

/** Whether a statement writes, or begins or ends a transaction that may. */
export function isWriting(sql: string): boolean {
  return /^\s*(?:INSERT|UPDATE|DELETE|BEGIN|COMMIT)/i.test(sql)
}

function prototype(): Record<'run' | 'get' | 'all', Method> {
  // The class of statements is not exported.
  return Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Record<'run' | 'get' | 'all', Method>
}

/**
 * Starts intercepting statements. Call it before the file is opened, since a connection keeps the methods that exist
 * then.
 */
export function watchDisk(): void {
  if (originals !== undefined) return
  const target = prototype()
  originals = { run: target.run, get: target.get, all: target.all }
  for (const name of ['run', 'get', 'all'] as const) {
    const original = originals[name]
    target[name] = function (...parameters) {
      const code = this.database.readonly ? null : (troubles.get(this.database.name)?.(this.source) ?? null)
      if (code !== null) throw new Database.SqliteError(`the disk of the test: ${code}`, code)
      return original.apply(this, parameters)
    }
  }
}
