import type { MessageId } from '../../values/ids.ts'
import type { Core } from '../../core/core.ts'
import type { Change } from '../../state/changes.ts'
import { removeUnread } from '../../state/unread/unread.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { ActionContext } from '../context.ts'
import {
  dropReads,
  halvesOf,
  idsPerRequest,
  insertMarks,
  markKind,
  markPayload,
  markPayloadOf,
  markWriterOf,
  removeFromRow,
  sendMarks,
  type MarkWriter,
} from '../message-marks.ts'
import { marksQueueKey } from '../../projections/overlay.ts'
import type { ActionCalls } from '../queue-action.ts'
import { sendStep } from '../sending/send-step.ts'
import { unreadKind } from './unread.ts'

/** Marks single messages as read. */
export const readKind = markKind('read', {
  // Reads are gathered for a moment, so that scrolling makes few requests (U7).
  gatherMs: 300,
  execute: sendReads,
  // A message that is read at the server needs no mark; a late mark could undo another device's mark as unread.
  onEvent: ({ store }, event) => {
    if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== 'add' || event.all) return []
    return dropReads(store, new Set(event.messages)) ? [{ kind: 'outbox', queueKey: marksQueueKey }] : []
  },
  overlay: {
    unread: ({ read, unread }, row) => {
      for (const id of markPayloadOf(row).messageIds) {
        read.add(id)
        unread.delete(id)
      }
    },
  },
  isListed: ({ state }) => state === 'failed',
})

/** Marks messages as read, except those that are read already. */
function queueReads(core: Core, messageIds: readonly MessageId[], newId: string): void {
  core.commit(() => {
    const marks = newestMarks(core.store.outbox.ofQueue(marksQueueKey))
    // A message whose newest pending mark is "unread" counts as unread, regardless of the server state.
    const isUnread = (id: number) => {
      const mark = marks.get(id)
      return mark === undefined ? core.accountState.unread.has(id) : mark === unreadKind.name
    }
    return noteReads(markWriterOf(core), [...new Set(messageIds)].filter(isUnread), newId)
  })
}

/** The kind of the newest pending mark of each message; a mark of a whole narrow lists no messages. */
function newestMarks(rows: readonly OutboxRow[]): ReadonlyMap<number, string> {
  return new Map(
    rows
      .filter(({ kind }) => kind === readKind.name || kind === unreadKind.name)
      .flatMap((row) => markPayloadOf(row).messageIds.map((id) => [id, row.kind] as const)),
  )
}

/**
 * Marks the messages that a conversation shows as unread as read, by id and not by narrow: the user sees how many they
 * were and can undo exactly these.
 */
export function readShown(core: Core, shownUnread: readonly number[], newId: string): void {
  if (shownUnread.length > 0) core.commit(() => insertMarks(markWriterOf(core), 'read', shownUnread, newId))
}

/**
 * Marks messages as read inside the running transaction: they join the newest row while it is queued, or get new rows.
 */
export function noteReads(writer: MarkWriter, messageIds: readonly MessageId[], newId: string): Change[] {
  if (messageIds.length === 0) return []
  const { outbox } = writer.store
  const last = outbox.ofQueue(marksQueueKey).at(-1)
  const waiting = last?.kind === readKind.name && last.state === 'queued' ? markPayloadOf(last).messageIds : []
  if (last === undefined || waiting.length === 0 || waiting.length >= idsPerRequest) {
    return insertMarks(writer, 'read', messageIds, newId)
  }
  outbox.update({ ...last, payload: markPayload([...waiting, ...messageIds]) })
  return [{ kind: 'outbox', queueKey: marksQueueKey }]
}

/** Sends the next batch of a row's marks as read (U7). */
async function sendReads(context: ActionContext, row: OutboxRow): Promise<void> {
  const { messageIds } = markPayloadOf(row)
  const batch = messageIds.slice(0, idsPerRequest)
  await sendStep(context, row, {
    request: (options) => sendMarks(context.core, 'read', batch, options),
    done: (_answer, { isNewest }) => finishReads(context, row, batch, isNewest),
    refused: () =>
      batch.length === 1
        ? finishReads(context, row, batch, () => false)
        : splitReads(context, row, batch, messageIds.slice(idsPerRequest)),
  })
}

/** Removes the marks of `done` from the row and marks those that are read in the server state before their event comes. */
async function finishReads(
  context: ActionContext,
  row: OutboxRow,
  done: readonly number[],
  isRead: (id: number) => boolean,
): Promise<void> {
  const { store } = context.core
  await context.commitWithRetry(() => {
    const changes: Change[] = [{ kind: 'outbox', queueKey: row.queue_key }]
    for (const id of done.filter(isRead)) {
      store.messages.setRead(id, true)
      changes.push(...removeUnread(store, id))
    }
    const current = store.outbox.get(row.local_id)
    if (current !== undefined) removeFromRow(store, current, new Set(done))
    return changes
  })
}

/** Divides a refused batch; its second half and the rest of the row get a new row. */
async function splitReads(
  context: ActionContext,
  row: OutboxRow,
  batch: readonly number[],
  rest: readonly number[],
): Promise<void> {
  const [first, second] = halvesOf(batch)
  const now = context.core.ports.clock.now()
  await context.commitWithRetry(() => {
    const { outbox } = context.core.store
    outbox.update({ ...row, payload: markPayload(first) })
    outbox.insert({
      local_id: `${row.local_id}/${now}/${first.length}`,
      kind: readKind.name,
      queue_key: row.queue_key,
      payload: markPayload([...second, ...rest]),
      created_at: row.created_at,
    })
    return [{ kind: 'outbox', queueKey: row.queue_key }]
  })
}

export const readCalls = {
  'messages.markRead': (core, { messageIds }, newId) => {
    queueReads(core, messageIds, newId('read'))
    return { ok: true, value: null }
  },
} as const satisfies ActionCalls
