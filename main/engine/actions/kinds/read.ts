import type { MessageId } from '../../values/ids.ts'
import { updateFlags } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import type { Change } from '../../state/changes.ts'
import { removeUnread } from '../../state/unread/unread.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { Store } from '../../store/store.ts'
import { failureKind } from '../../api/request-failures.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'
import type { ActionKindDefinition } from '../definition.ts'
import {
  batches,
  isFull,
  markNames,
  readQueueKey,
  readPayload,
  readSchema,
  withoutReads,
  type ReadPayload,
} from '../read-queue.ts'
import { marksQueueKey } from '../../projections/overlay.ts'
import type { ActionCalls } from '../queue-action.ts'

/** Message ids in one request (U7). */
const idsPerRequest = 1000

/** Marks single messages as read. */
export const readKind: ActionKindDefinition<ReadPayload> = {
  name: markNames.read,
  schema: readSchema,
  queueKey: readQueueKey,
  outcome: 'idempotent',
  // Reads are gathered for a moment, so that scrolling makes few requests (U7).
  gatherMs: 300,
  execute: sendReads,
  // A message that is read at the server needs no mark; a late mark could undo another device's mark as unread.
  onEvent: ({ store }, event) => {
    if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== 'add' || event.all) return []
    return withoutReads(store, new Set(event.messages)) ? [{ kind: 'outbox', queueKey: marksQueueKey }] : []
  },
  overlay: {
    unread: ({ read, unread }, row) => {
      for (const id of readPayload(row).messageIds) {
        read.add(id)
        unread.delete(id)
      }
    },
  },
  describe: () => ({ what: { code: 'MARK_READ' }, conversation: null, text: '' }),
  isListed: ({ state }) => state === 'failed',
}

interface Writer {
  readonly store: Store
  /** UNIX milliseconds. */
  readonly now: number
}

/** Marks messages as read, except those that are read already. */
function queueReads(core: Core, messageIds: readonly MessageId[], newId: string): void {
  core.commit(() => {
    const marks = newestMarks(core.store.outbox.ofQueue(marksQueueKey))
    // A message whose newest pending mark is "unread" counts as unread, regardless of the server state.
    const isUnread = (id: number) => {
      const mark = marks.get(id)
      return mark === undefined ? core.accountState.unread.has(id) : mark === markNames.unread
    }
    return noteReads(writerOf(core), [...new Set(messageIds)].filter(isUnread), newId)
  })
}

/** The kind of the newest pending mark of each message; a mark of a whole narrow lists no messages. */
function newestMarks(rows: readonly OutboxRow[]): ReadonlyMap<number, string> {
  return new Map(
    rows
      .filter(({ kind }) => kind === readKind.name || kind === markNames.unread)
      .flatMap((row) => readPayload(row).messageIds.map((id) => [id, row.kind] as const)),
  )
}

/**
 * Marks the messages that a conversation shows as unread as read, by id and not by narrow: the user sees how many they
 * were and can undo exactly these.
 */
export function readShown(core: Core, shownUnread: readonly number[], newId: string): void {
  if (shownUnread.length > 0) core.commit(() => insertReads(writerOf(core), shownUnread, newId))
}

function writerOf({ store, ports }: Core): Writer {
  return { store, now: ports.clock.now() }
}

/**
 * Marks messages as read inside the running transaction: they join the newest row while it is queued, or get new rows.
 */
export function noteReads(writer: Writer, messageIds: readonly MessageId[], newId: string): Change[] {
  if (messageIds.length === 0) return []
  const { outbox } = writer.store
  const last = outbox.ofQueue(marksQueueKey).at(-1)
  const waiting = last?.kind === readKind.name && last.state === 'queued' ? readPayload(last).messageIds : []
  if (last === undefined || waiting.length === 0 || isFull(waiting)) return insertReads(writer, messageIds, newId)
  outbox.update({ ...last, payload: JSON.stringify({ messageIds: [...waiting, ...messageIds] } satisfies ReadPayload) })
  return [{ kind: 'outbox', queueKey: marksQueueKey }]
}

/** Inserts rows that mark the messages as read, inside the running transaction. */
function insertReads({ store, now }: Writer, messageIds: readonly MessageId[], newId: string): Change[] {
  return batches(messageIds).map((batch, index): Change => {
    store.outbox.insert({
      local_id: `${newId}/${index}`,
      kind: readKind.name,
      queue_key: marksQueueKey,
      payload: JSON.stringify({ messageIds: batch } satisfies ReadPayload),
      created_at: now,
    })
    return { kind: 'outbox', queueKey: marksQueueKey }
  })
}

/** Sends the next batch of a row's marks as read (U7). */
async function sendReads(context: ActionContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const { messageIds } = readPayload(row)
  const batch = messageIds.slice(0, idsPerRequest)
  const watch = context.touched.watch()
  const { epoch } = core.accountState
  try {
    await updateFlags(
      core.api,
      { messages: batch, op: 'add', flag: 'read' },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
    // Events that touched a message in the meantime are newer than this response, and so is a new registration (M4).
    await finishReads(context, row, batch, () =>
      epoch === core.accountState.epoch ? batch.filter((id) => !watch.changed.has(id)) : [],
    )
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind !== 'refused') {
      context.backOffAndReport(failure, row)
      return
    }
    // The server refuses the whole batch if it contains a deleted or hidden message; bisection finds it.
    if (batch.length === 1) await finishReads(context, row, batch, () => [])
    else await splitReads(context, row, batch, messageIds.slice(idsPerRequest))
  } finally {
    watch.end()
  }
}

/** Removes the marks of `done` from the row and marks those of `read` in the server state before their event comes. */
async function finishReads(
  context: ActionContext,
  row: OutboxRow,
  done: readonly number[],
  read: () => readonly number[],
): Promise<void> {
  const { store } = context.core
  await context.commitWithRetry(() => {
    const changes: Change[] = [{ kind: 'outbox', queueKey: row.queue_key }]
    for (const id of read()) {
      store.messages.setRead(id, true)
      changes.push(...removeUnread(store, id))
    }
    const current = store.outbox.get(row.local_id)
    if (current === undefined) return changes
    const finished = new Set(done)
    const rest = readPayload(current).messageIds.filter((id) => !finished.has(id))
    if (rest.length === 0) store.outbox.remove(row.local_id)
    else store.outbox.update({ ...current, payload: JSON.stringify({ messageIds: rest }) })
    return changes
  })
}

async function splitReads(
  context: ActionContext,
  row: OutboxRow,
  batch: readonly number[],
  rest: readonly number[],
): Promise<void> {
  const middle = Math.ceil(batch.length / 2)
  const now = context.core.ports.clock.now()
  await context.commitWithRetry(() => {
    const { outbox } = context.core.store
    outbox.update({ ...row, payload: JSON.stringify({ messageIds: batch.slice(0, middle) }) })
    outbox.insert({
      local_id: `${row.local_id}/${now}/${middle}`,
      kind: readKind.name,
      queue_key: row.queue_key,
      payload: JSON.stringify({ messageIds: [...batch.slice(middle), ...rest] }),
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
