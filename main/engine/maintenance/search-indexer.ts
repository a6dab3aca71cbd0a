import type { Core } from '../core/core.ts'
import { kindsOf } from '../state/content/content.ts'
import { Chore } from './chore.ts'

/** Rows per transaction, which takes some milliseconds. */
const rowsAtOnce = 50

/**
 * Adds messages to the search index that were stored before it existed, newest first. Each row records whether it is
 * indexed, so an interruption loses nothing.
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
