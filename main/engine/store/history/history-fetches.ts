import type { EngineDatabase } from '../file/database.ts'

/**
 * The state of a container's fetch. A cancelled one stays, since otherwise the background would continue it. `failed`
 * means that it cannot be continued.
 */
export type HistoryFetchState = 'waiting' | 'done' | 'failed' | 'cancelled'

/** The fetch of a container's whole history. */
export interface HistoryFetchRow {
  readonly container: string
  /** The place in the order of the fetches. */
  readonly position: number
  readonly state: HistoryFetchState
  /** The oldest cached message without a gap to the newest when the fetch began; null until its first answer. */
  readonly start_low: number | null
  /** A stored failure (`storedFailure`); null unless it failed. */
  readonly failure: string | null
}

/** The fetches of whole histories, at most one for each container. */
export function historyFetchTable(database: EngineDatabase) {
  const all = database.prepare<[], HistoryFetchRow>('SELECT * FROM history_fetch ORDER BY position, container')
  const of = database.prepare<[string], HistoryFetchRow>('SELECT * FROM history_fetch WHERE container = ?')
  const next = database.prepare<[], HistoryFetchRow>(
    "SELECT * FROM history_fetch WHERE state = 'waiting' ORDER BY position, container LIMIT 1",
  )
  const last = database.prepare<[], { position: number | null }>('SELECT max(position) AS position FROM history_fetch')
  const put = database.prepare<HistoryFetchRow>(
    `INSERT INTO history_fetch (container, position, state, start_low, failure)
     VALUES (@container, @position, @state, @start_low, @failure)
     ON CONFLICT (container) DO UPDATE SET
       position = @position, state = @state, start_low = @start_low, failure = @failure`,
  )
  const remove = database.prepare<[string]>('DELETE FROM history_fetch WHERE container = ?')
  const removeEnded = database.prepare("DELETE FROM history_fetch WHERE state IN ('done', 'failed')")
  const removeUnkept = database.prepare(
    'DELETE FROM history_fetch WHERE container NOT IN (SELECT container FROM kept_history WHERE days IS NULL)',
  )
  const cancelAll = database.prepare("UPDATE history_fetch SET state = 'cancelled' WHERE state = 'waiting'")
  return {
    reads: {
      /** Returns all fetches in their order. */
      all: () => all.all(),
      of: (container: string) => of.get(container),
      /** Returns the fetch that is due. */
      next: () => next.get(),
      /** Returns the last place in the order; 0 if there is no fetch. */
      lastPosition: () => last.get()?.position ?? 0,
    },
    writes: {
      put: (row: HistoryFetchRow) => put.run(row),
      remove: (container: string) => remove.run(container),
      /** Deletes the fetches that are done or have failed. */
      removeEnded: () => removeEnded.run(),
      /** Deletes the fetches of containers that are not kept whole by the user's choice for them. */
      removeUnkept: () => removeUnkept.run(),
      /** Cancels the fetches that are not done. */
      cancelAll: () => cancelAll.run(),
    },
  }
}
