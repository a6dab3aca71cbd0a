import type { MessageRow } from '../../store/message-row.ts'
import type { ReadStore } from '../../store/store.ts'
import type { ReadAccountState } from '../account-state.ts'

/**
 * Returns whether events have kept a row fresh since it was stored (M2). Otherwise the row is stale: it was received
 * before the current queue began, the queue does not deliver its stream or did not for a while, or its flags are
 * undecided (U6).
 */
export function isFresh(
  { store, accountState }: { readonly store: ReadStore; readonly accountState: ReadAccountState },
  row: MessageRow,
): boolean {
  return isVerified(accountState, row) && !store.undecided.has(row.id)
}

/** Returns whether a row is fresh except for its flags: the queue has delivered its stream since the row was stored. */
export function isVerified(accountState: ReadAccountState, row: MessageRow): boolean {
  return row.verified_epoch === accountState.epochStamps.stampOf(row.stream_id) && accountState.isLive(row.stream_id)
}

/** Returns `isFresh` for many rows, with one read of the undecided flags. */
export function freshnessOf({
  store,
  accountState,
}: {
  readonly store: ReadStore
  readonly accountState: ReadAccountState
}): (row: MessageRow) => boolean {
  const bounds = store.undecided.bounds()
  const undecided = new Set(bounds === undefined ? [] : store.undecided.between(bounds.low, bounds.high))
  return (row) => isVerified(accountState, row) && !undecided.has(row.id)
}
