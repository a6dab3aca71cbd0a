import type { Core } from '../core.ts'
import type { NewOutboxRow } from '../store/outbox.ts'

/** Writes an action into the outbox, and nothing else (design.md §2 "The way of an action"). */
export function queueRow(
  core: Core,
  row: Pick<NewOutboxRow, 'local_id' | 'kind' | 'conversation' | 'attempt_at'> & { readonly payload: unknown },
): void {
  core.commit(() => {
    core.store.outbox.insert({ ...row, payload: JSON.stringify(row.payload), created_at: core.ports.clock.now() })
    return [{ kind: 'outbox', conversation: row.conversation }]
  })
}
