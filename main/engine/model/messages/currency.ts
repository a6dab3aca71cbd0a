import type { MessageRow } from '../../store/message-row.ts'
import type { ReadStore } from '../../store/store.ts'
import type { ReadWorld } from '../world.ts'

/**
 * Whether events have kept a row right since it was stored (M2). One that is not current is in doubt: it was told or
 * fetched before the present queue began, the queue does not deliver its stream, or did not in between (F6), or its flags are
 * undecided (U6).
 */
export function isCurrent(
  { store, world }: { readonly store: ReadStore; readonly world: ReadWorld },
  row: MessageRow,
): boolean {
  return isKept(world, row) && !store.undecided.has(row.id)
}

/** The same of all but its flags: the queue has delivered its stream since the row was stored in the present era. */
export function isKept(world: ReadWorld, row: MessageRow): boolean {
  return row.verified_epoch === world.era.stampOf(row.stream_id) && world.isLive(row.stream_id)
}

/** Whether many rows are current, of which the undecided ones are read at once. */
export function currencyOf({
  store,
  world,
}: {
  readonly store: ReadStore
  readonly world: ReadWorld
}): (row: MessageRow) => boolean {
  const bounds = store.undecided.bounds()
  const undecided = new Set(bounds === undefined ? [] : store.undecided.between(bounds.low, bounds.high))
  return (row) => isKept(world, row) && !undecided.has(row.id)
}
