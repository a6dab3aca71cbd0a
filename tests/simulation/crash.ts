import Database from 'better-sqlite3'

/** The engine's process ended at a statement; its later actions have no effect. */
export class CrashError extends Error {
  constructor(path: string) {
    super(`crashed: ${path}`)
    this.name = 'CrashError'
  }
}

/** The number of statements before the engine of a file crashes; 0 after the crash. */
const countdowns = new Map<string, number>()

/** Makes the engine of a file crash at its k-th statement from now on; BEGIN and COMMIT count. */
export function crashAtStatement(path: string, k: number): void {
  countdowns.set(path, k)
}

export function hasCrashed(path: string): boolean {
  return countdowns.get(path) === 0
}

/** Allows the next engine to use the file of a crashed one. */
export function forgetCrash(path: string): void {
  countdowns.delete(path)
}

function count(path: string): void {
  const left = countdowns.get(path)
  if (left === undefined) return
  if (left <= 1) {
    countdowns.set(path, 0)
    throw new CrashError(path)
  }
  countdowns.set(path, left - 1)
}

/** Calls `listener` before every statement of this process, with the file of the statement. */
export function onStatement(listener: (path: string) => void): void {
  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Record<
    'run' | 'get' | 'all',
    (this: Database.Statement, ...parameters: unknown[]) => unknown
  > // the class of statements is not exported
  for (const name of ['run', 'get', 'all'] as const) {
    const original = prototype[name]
    prototype[name] = function (...parameters) {
      // Statements of the checks, on read-only connections, do not count.
      if (!this.database.readonly) listener(this.database.name)
      return original.apply(this, parameters)
    }
  }
}

/** Counts all further statements of this process. */
export function watchStatements(): void {
  onStatement(count)
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof CrashError)) throw error
  })
}
