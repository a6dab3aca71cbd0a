import type { OutboxRow, OutboxState } from '../store/outbox.ts'
import type { ReadStore } from '../store/store.ts'

/**
 * The order of lists: failed rows, which wait for the user, come first. Rows of one state are in the order of creation.
 */
const statesInOrder = ['failed', 'unknown', 'sending', 'acknowledged', 'queued'] as const satisfies OutboxState[]

/** The first `limit` rows of the outbox in the order of lists. */
export function rowsInOrder(outbox: ReadStore['outbox'], limit: number): OutboxRow[] {
  const rows: OutboxRow[] = []
  for (const state of statesInOrder) {
    if (rows.length < limit) rows.push(...outbox.inState(state, limit - rows.length))
  }
  return rows
}

/** The number of rows in the outbox. */
export function countRows(outbox: ReadStore['outbox']): number {
  return statesInOrder.reduce((sum, state) => sum + outbox.countInState(state), 0)
}
