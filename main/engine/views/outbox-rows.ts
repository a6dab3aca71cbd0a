import type { OutboxRow, OutboxState } from '../store/outbox.ts'
import type { ReadStore } from '../store/store.ts'
import type { Narrow } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { withoutSpoilers } from '#shared/content/spoilers.ts'
import type { ActionDescription } from '../projections/overlay.ts'
import type { ReadCore } from '../core/read-core.ts'
import { narrowOfKey } from '../projections/headings.ts'

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

const textLength = clientLimits.actionText.most

/** The beginning of an action's text, without the content of spoilers. */
export function beginningOf(whole: string): string {
  const text = withoutSpoilers(whole)
  return [...text.slice(0, 2 * textLength)].slice(0, textLength).join('')
}

/** The conversation of an action; null if it has none. */
export function narrowOfAction(core: ReadCore, { narrow, conversation }: ActionDescription): Narrow | null {
  return narrow ?? (conversation === null ? null : narrowOfKey(core, conversation))
}
