import type { EngineDatabase } from '../file/database.ts'

/** The user's choice of how much of a container's past is kept. */
export interface KeptHistoryRow {
  readonly container: string
  /** Null if everything is kept. */
  readonly days: number | null
  /** Messages below this id were evicted and are not fetched in the background. */
  readonly evicted_below: number
  /** The time of the copy of a stream without a subscription, UNIX milliseconds; null without a copy. */
  readonly copied_at: number | null
}

/** The choices for single containers of how much of the past is kept. For the others the cache policy holds. */
export function keptHistoryTable(database: EngineDatabase) {
  const all = database.prepare<[], KeptHistoryRow>('SELECT * FROM kept_history')
  const of = database.prepare<[string], KeptHistoryRow>('SELECT * FROM kept_history WHERE container = ?')
  const set = database.prepare<[string, number | null]>(
    `INSERT INTO kept_history (container, days) VALUES (?, ?)
     ON CONFLICT (container) DO UPDATE SET days = excluded.days, evicted_below = 0`,
  )
  const setEvictedBelow = database.prepare<[number, string]>(
    'UPDATE kept_history SET evicted_below = ? WHERE container = ?',
  )
  const setCopiedAt = database.prepare<[number, string]>('UPDATE kept_history SET copied_at = ? WHERE container = ?')
  const remove = database.prepare<[string]>('DELETE FROM kept_history WHERE container = ?')
  const removeLimits = database.prepare('DELETE FROM kept_history WHERE days IS NOT NULL')
  return {
    reads: {
      /** Returns the choices by container. */
      all: (): ReadonlyMap<string, KeptHistoryRow> => new Map(all.all().map((row) => [row.container, row])),
      of: (container: string) => of.get(container),
    },
    writes: {
      /** Stores a choice. What was evicted may be fetched again. */
      set: (container: string, days: number | null) => set.run(container, days),
      setEvictedBelow: (container: string, id: number) => setEvictedBelow.run(id, container),
      /** Records when the newest part of a stream without a subscription was fetched, UNIX milliseconds. */
      setCopiedAt: (container: string, at: number) => setCopiedAt.run(at, container),
      /** Deletes a choice, so that the cache policy holds. */
      remove: (container: string) => remove.run(container),
      /** Deletes the choices to keep only a part. */
      removeLimits: () => removeLimits.run(),
    },
  }
}
