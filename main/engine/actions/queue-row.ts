import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import type { NewOutboxRow } from '../store/outbox.ts'

type Action = Pick<NewOutboxRow, 'local_id' | 'kind' | 'conversation' | 'attempt_at'> & { readonly payload: unknown }

/** Writes an action into the outbox, inside the running transaction. */
export function insertRow(core: Core, row: Action): Change[] {
  core.store.outbox.insert({ ...row, payload: JSON.stringify(row.payload), created_at: core.ports.clock.now() })
  return [{ kind: 'outbox', conversation: row.conversation }]
}

/**
 * Writes an action into the outbox, and nothing else (design.md §2 "The way of an action"). What it replaces goes in the
 * same transaction: a stop in between must not lose the older wish without having the newer one.
 */
export function queueRow(core: Core, row: Action, replace: () => Change[] = () => []): void {
  core.commit(() => [...replace(), ...insertRow(core, row)])
}
