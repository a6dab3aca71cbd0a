import type { ServerEvent } from '../state/events.ts'
import type { Change } from '../state/changes.ts'
import type { ReducerContext } from '../state/context.ts'
import type { Store } from '../store/store.ts'
import { kindsWhere } from './kinds.ts'

const reactions = kindsWhere(({ onEvent }) => onEvent !== undefined).flatMap(({ onEvent }) => onEvent ?? [])
const messageQueueKeys = [
  ...new Set(
    kindsWhere(({ queueKey }) => queueKey.ofMessage !== undefined).flatMap(({ queueKey }) => queueKey.ofMessage ?? []),
  ),
]

/**
 * Removes or updates the pending actions that an event confirms or makes pointless, in the event's transaction, after
 * its reducer. It is idempotent, because every event may come twice.
 */
export function reconcileWithEvent(context: ReducerContext, event: ServerEvent): Change[] {
  // Most events come while no action is pending.
  if (context.store.outbox.oldestAt() === null) return []
  const dropped = event.type === 'delete_message' ? dropOfDeleted(context.store, event) : []
  return [...dropped, ...reactions.flatMap((onEvent) => onEvent(context, event))]
}

/** Drops the pending actions on deleted messages. */
function dropOfDeleted({ outbox }: Store, event: Extract<ServerEvent, { type: 'delete_message' }>): Change[] {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  const queueKeys = ids.flatMap((id) => messageQueueKeys.map((queueKeyOf) => queueKeyOf(id)))
  return queueKeys.flatMap((queueKey): Change[] => {
    const rows = outbox.ofQueue(queueKey)
    for (const row of rows) outbox.remove(row.local_id)
    return rows.length === 0 ? [] : [{ kind: 'outbox', queueKey }]
  })
}
