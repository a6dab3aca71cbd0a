import Database from 'better-sqlite3'

/** The process of an engine ended at a statement; nothing it does afterwards counts. */
export class CrashError extends Error {
  constructor(path: string) {
    super(`crashed: ${path}`)
    this.name = 'CrashError'
  }
}

/** Statements that a file may still run before its engine crashes; 0 for one that has crashed. */
const countdowns = new Map<string, number>()

/** Lets the engine on a file crash at its k-th statement from now on; a transaction's BEGIN and COMMIT count. */
export function crashAtStatement(path: string, k: number): void {
  countdowns.set(path, k)
}

export function hasCrashed(path: string): boolean {
  return countdowns.get(path) === 0
}

/** The engine is gone: the next one on the file may run. */
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

/** Lets `listener` know of every statement of this process before it runs, with the file that it is for. */
export function onStatement(listener: (path: string) => void): void {
  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Record<
    'run' | 'get' | 'all',
    (this: Database.Statement, ...parameters: unknown[]) => unknown
  > // the class of statements is not exported
  for (const name of ['run', 'get', 'all'] as const) {
    const original = prototype[name]
    prototype[name] = function (...parameters) {
      // Who looks on counts for nothing.
      if (!this.database.readonly) listener(this.database.name)
      return original.apply(this, parameters)
    }
  }
}

/** Every statement of this process is counted from here on. */
export function watchStatements(): void {
  onStatement(count)
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof CrashError)) throw error
  })
}
