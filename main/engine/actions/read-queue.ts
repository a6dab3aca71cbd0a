import type { MessageId } from '../values/ids.ts'
import { z } from 'zod'
import type { Store } from '../store/store.ts'
import { payloadReader } from './message-payload.ts'
import type { QueueKeyDefinition } from '../projections/overlay.ts'

/** The names of the kinds whose payloads list messages. */
export const markNames = { read: 'read', unread: 'unread' } as const
/** Marks as read and unread are sent in batches, and an unread mark follows the read that it undoes. */
export const readQueueKey: QueueKeyDefinition = { pattern: /^read$/, shows: 'every_message' }

/** The most message ids in one row, which is what one request takes (U7). */
const idsPerRow = 1000

/** The payload of the kinds `read` and `unread`. */
export const readSchema = z.object({
  messageIds: z.array(z.number()),
  /** The messages that were marked as unread, by conversation; they need not be stored. */
  places: z.record(z.string(), z.array(z.number())).optional(),
})
export type ReadPayload = z.infer<typeof readSchema>
export const readPayload = payloadReader(readSchema)

/** Splits ids into batches for one row each. */
export function batches(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / idsPerRow)
  return Array.from({ length: count }, (_, index) => ids.slice(index * idsPerRow, (index + 1) * idsPerRow))
}

/** Whether a row with these messages accepts no more. */
export function isFull(messageIds: readonly MessageId[]): boolean {
  return messageIds.length >= idsPerRow
}

/**
 * Removes messages from the pending marks as read, inside the running transaction; a row without messages is deleted.
 * @returns whether any row changed
 */
export function withoutReads({ outbox }: Store, messageIds: ReadonlySet<MessageId>): boolean {
  let hasChanged = false
  for (const row of outbox.ofKind(markNames.read)) {
    const known = readPayload(row).messageIds
    const rest = known.filter((id) => !messageIds.has(id))
    if (rest.length === known.length) continue
    hasChanged = true
    if (rest.length === 0) outbox.remove(row.local_id)
    else outbox.update({ ...row, payload: JSON.stringify({ messageIds: rest } satisfies ReadPayload) })
  }
  return hasChanged
}
