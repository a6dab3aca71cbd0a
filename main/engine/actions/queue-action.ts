import type { Core } from '../core/core.ts'
import type { Change } from '../state/changes.ts'
import type { NewOutboxRow, OutboxRow } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { ActionKindDefinition } from './definition.ts'
import type { Result } from '#contract/base/failures.ts'
import type { EngineCallName, EngineInput, Output } from '#contract/calls.ts'

/**
 * The page's calls that queue actions, by call name; main has validated their inputs against the contract. `newId`
 * makes an id for a row that the page has not named.
 */
export type ActionCalls = {
  readonly [N in EngineCallName]?: (
    core: Core,
    input: EngineInput<N>,
    newId: (kind: string) => string,
  ) => Result<Output<N>>
}

type Kind = Pick<ActionKindDefinition, 'name' | 'isReversible' | 'replaces'>

/** A new row of the outbox; the schema of its kind accepts `payload`. */
export interface NewAction {
  readonly localId: string
  readonly queueKey: string
  readonly payload: unknown
}

/** The rows that a new action supersedes; they are removed in the transaction that inserts it. */
export function supersededBy(store: Store, kind: Kind, { queueKey, payload }: Omit<NewAction, 'localId'>): OutboxRow[] {
  const later = { payload: JSON.stringify(payload) }
  return store.outbox.ofQueue(queueKey).filter((earlier) => kind.replaces?.(earlier, later) === true)
}

/**
 * When the last request of unknown outcome of the superseded rows left, UNIX milliseconds; null if there is none. The
 * outcome of a refused request is known.
 */
export function uncertainSinceOf(superseded: readonly Pick<OutboxRow, 'attempt_at' | 'state'>[]): number | null {
  const attempts = superseded.flatMap((row) => (row.state === 'failed' ? [] : (row.attempt_at ?? [])))
  return attempts.length === 0 ? null : Math.max(...attempts)
}

/**
 * Inserts an action into the outbox and removes the rows that it supersedes in the same transaction, so that a stop in
 * between cannot lose the older action without the newer one. `first` runs before, inside the transaction.
 */
export function queueAction(core: Core, kind: Kind, action: NewAction, first: () => Change[] = () => []): void {
  core.commit(() => {
    const changes = first()
    const superseded = supersededBy(core.store, kind, action)
    removeRows(core.store, superseded)
    const uncertainSince = kind.isReversible === true ? uncertainSinceOf(superseded) : null
    return [...changes, ...insertAction(core, kind, { ...action, uncertainSince })]
  })
}

/**
 * Inserts the row of an action inside the running transaction. `uncertainSince` is the result of `uncertainSinceOf` for
 * the superseded rows.
 */
export function insertAction(
  core: Core,
  kind: Pick<Kind, 'name'>,
  { localId, queueKey, payload, uncertainSince = null }: NewAction & { readonly uncertainSince?: number | null },
): Change[] {
  const row: NewOutboxRow = {
    local_id: localId,
    kind: kind.name,
    queue_key: queueKey,
    payload: JSON.stringify(payload),
    created_at: core.ports.clock.now(),
    attempt_at: uncertainSince,
  }
  core.store.outbox.insert(row)
  return [{ kind: 'outbox', queueKey }]
}

/** Removes rows inside the running transaction. */
export function removeRows(store: Store, rows: readonly Pick<OutboxRow, 'local_id'>[]): void {
  for (const row of rows) store.outbox.remove(row.local_id)
}
