import type { OutboxRow, OutboxState } from '../store/outbox.ts'
import type { ReadStore } from '../store/store.ts'

/** Rows that wait for the user come first; within a state, rows are in the order of their creation. */
const statesInOrder = ['failed', 'unknown', 'sending', 'acknowledged', 'queued'] as const satisfies OutboxState[]

/** The first rows of the outbox in the order of lists, at most `limit`. */
export function rowsInOrder(outbox: ReadStore['outbox'], limit: number): OutboxRow[] {
  const rows: OutboxRow[] = []
  for (const state of statesInOrder) {
    if (rows.length < limit) rows.push(...outbox.inState(state, limit - rows.length))
  }
  return rows
}

export function countRows(outbox: ReadStore['outbox']): number {
  return statesInOrder.reduce((sum, state) => sum + outbox.countInState(state), 0)
}
