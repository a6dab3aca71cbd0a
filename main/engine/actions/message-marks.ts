import { z } from 'zod'
import { updateFlags } from '../api/messages.ts'
import type { CallOptions } from '../api/client.ts'
import type { Core } from '../core/core.ts'
import { marksQueueKey, type QueueKeyDefinition } from '../projections/overlay.ts'
import type { Change } from '../state/changes.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { MessageId } from '../values/ids.ts'
import type { ActionKindDefinition } from './definition.ts'
import { payloadReader } from './message-payload.ts'

/** The kinds whose payloads list messages: the operation on the flag `read`, and the name in lists of actions. */
const marks = {
  read: { op: 'add', what: { code: 'MARK_READ' } },
  unread: { op: 'remove', what: { code: 'MARK_UNREAD' } },
} as const
export type Mark = keyof typeof marks

/** All marks have one queue key, so that a mark as unread follows the mark as read that it undoes. */
export const readQueueKey: QueueKeyDefinition = { pattern: /^read$/, shows: 'every_message' }

/** The most message ids in one new row, and in one request (U7). */
export const idsPerRequest = 1000

const schema = z.object({
  messageIds: z.array(z.number()),
  /** The messages that were marked as unread, by conversation; they need not be stored. */
  places: z.record(z.string(), z.array(z.number())).optional(),
})
export type MarkPayload = z.infer<typeof schema>
export const markPayloadOf = payloadReader(schema)

/** The parts of a definition in which the kinds of marks differ. */
type OwnParts = Pick<ActionKindDefinition, 'execute' | 'overlay' | 'gatherMs' | 'onEvent' | 'isListed'>

/** Defines a kind that marks single messages. */
export function markKind(mark: Mark, own: OwnParts): ActionKindDefinition<MarkPayload> {
  return {
    name: mark,
    schema,
    queueKey: readQueueKey,
    outcome: 'idempotent',
    describe: () => ({ what: marks[mark].what, conversation: null, text: '' }),
    ...own,
  }
}

/** The tables and the time of new rows, which a core and the context of a reducer have. */
export interface MarkWriter {
  readonly store: Store
  /** UNIX milliseconds. */
  readonly now: number
}

export function markWriterOf({ store, ports }: Core): MarkWriter {
  return { store, now: ports.clock.now() }
}

/**
 * Inserts rows that mark messages, inside the running transaction. `placesOf` returns the conversations of a row's
 * messages; absent: the row names none.
 */
export function insertMarks(
  { store, now }: MarkWriter,
  mark: Mark,
  messageIds: readonly MessageId[],
  newId: string,
  placesOf?: (messageIds: readonly MessageId[]) => MarkPayload['places'],
): Change[] {
  const count = Math.ceil(messageIds.length / idsPerRequest)
  return Array.from({ length: count }, (_, index): Change => {
    const batch = messageIds.slice(index * idsPerRequest, (index + 1) * idsPerRequest)
    store.outbox.insert({
      local_id: `${newId}/${index}`,
      kind: mark,
      queue_key: marksQueueKey,
      payload: markPayload(batch, placesOf?.(batch)),
      created_at: now,
    })
    return { kind: 'outbox', queueKey: marksQueueKey }
  })
}

/** Returns the column `payload` of a row. */
export function markPayload(messageIds: readonly MessageId[], places?: MarkPayload['places']): string {
  return JSON.stringify({ messageIds: [...messageIds], places } satisfies MarkPayload)
}

/**
 * Removes messages from a row, inside the running transaction; a row without messages is deleted.
 * @returns whether the row contained any of them
 */
export function removeFromRow({ outbox }: Store, row: OutboxRow, messageIds: ReadonlySet<MessageId>): boolean {
  const known = markPayloadOf(row).messageIds
  const rest = known.filter((id) => !messageIds.has(id))
  if (rest.length === known.length) return false
  if (rest.length === 0) outbox.remove(row.local_id)
  else outbox.update({ ...row, payload: markPayload(rest) })
  return true
}

/**
 * Removes messages from the pending marks as read, inside the running transaction.
 * @returns whether any row changed
 */
export function dropReads(store: Store, messageIds: ReadonlySet<MessageId>): boolean {
  const rows = store.outbox.ofKind('read' satisfies Mark)
  return rows.filter((row) => removeFromRow(store, row, messageIds)).length > 0
}

/** Sends marks. The server refuses all of them if one message is deleted or hidden; `halvesOf` helps to find it. */
export async function sendMarks(
  core: Core,
  mark: Mark,
  messageIds: readonly MessageId[],
  options: CallOptions,
): Promise<void> {
  await updateFlags(core.api, { messages: messageIds, op: marks[mark].op, flag: 'read' }, options)
}

/** Divides the messages of a refused request for the next two; the first half is the longer one. */
export function halvesOf(messageIds: readonly MessageId[]): readonly [readonly MessageId[], readonly MessageId[]] {
  const middle = Math.ceil(messageIds.length / 2)
  return [messageIds.slice(0, middle), messageIds.slice(middle)]
}
