import type { Core } from '../core.ts'
import { kindsOf } from '../model/content/content.ts'
import { Chore } from './chore.ts'

/** Rows a transaction takes: some milliseconds. */
const rowsAtOnce = 50

/**
 * Fills the search index for messages that were stored before there was one, the newest first. A stop in between costs
 * nothing: rows know whether they are indexed.
 */
export function searchIndexer(core: Core): Chore {
  const { store } = core
  return new Chore(core, 'the search index could not be filled', () => {
    const rows = store.search.missing(rowsAtOnce)
    if (rows.length === 0) return false
    store.transaction(() => {
      for (const row of rows) store.search.fill(row, kindsOf(row.content))
    })
    return true
  })
}
