import { flagNarrow, updateFlags } from '../api/messages.ts'
import type { Change } from '../model/changes.ts'
import { removeUnread } from '../model/messages/message-reducers.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import { narrowTerms } from '../sync/narrow-terms.ts'
import { requestTimeoutMs, type OutboxContext } from './context.ts'
import { readNarrowPayload, readPayload } from './payload.ts'

const readBatch = 1000

/** Tells the server what was read, a batch at a time (U7). */
export async function sendReads(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const { messageIds } = readPayload(row)
  const batch = messageIds.slice(0, readBatch)
  const watch = context.touched.watch()
  const { epoch } = core.world
  try {
    await updateFlags(
      core.api,
      { messages: batch, op: 'add', flag: 'read' },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
    // What events have said of these messages since is newer than this answer; so is a new registration (M4).
    await finishReads(context, row, batch, () =>
      epoch === core.world.epoch ? batch.filter((id) => !watch.changed.has(id)) : [],
    )
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind !== 'refused') {
      context.hold(failure, row)
      return
    }
    // One of them is gone or hidden: find out which by halves.
    if (batch.length === 1) await finishReads(context, row, batch, () => [])
    else await splitReads(context, row, batch, messageIds.slice(readBatch))
  } finally {
    watch.end()
  }
}

/** The wish is fulfilled for `done`; of these the base may say so for `read`, before their event comes. */
async function finishReads(
  context: OutboxContext,
  row: OutboxRow,
  done: readonly number[],
  read: () => readonly number[],
): Promise<void> {
  const { store } = context.core
  await context.book(() => {
    const changes: Change[] = [{ kind: 'outbox', conversation: row.conversation }]
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
  context: OutboxContext,
  row: OutboxRow,
  batch: readonly number[],
  rest: readonly number[],
): Promise<void> {
  const middle = Math.ceil(batch.length / 2)
  const now = context.core.ports.clock.now()
  await context.book(() => {
    const { outbox } = context.core.store
    outbox.update({ ...row, payload: JSON.stringify({ messageIds: batch.slice(0, middle) }) })
    outbox.insert({
      local_id: `${row.local_id}/${now}/${middle}`,
      kind: 'read',
      conversation: row.conversation,
      payload: JSON.stringify({ messageIds: [...batch.slice(middle), ...rest] }),
      created_at: row.created_at,
    })
    return [{ kind: 'outbox', conversation: row.conversation }]
  })
}

/**
 * Marks a whole narrow as read, one step a call (U9): the next thousand unread messages from where the last step ended.
 * How far it has come is stored, so that a restart or a 429 in the middle goes on from there. The base is left to the
 * events: which messages stood in the narrow only the server knows, one may have been moved out of it at that moment.
 */
export async function readNarrowStep(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const payload = readNarrowPayload(row)
  const { epoch } = core.world
  try {
    const answer = await flagNarrow(
      core.api,
      {
        narrow: [...(payload.scope === 'all' ? [] : narrowTerms(core, payload.scope)), ['is', 'unread']],
        anchor: payload.reached ?? 'oldest',
        numAfter: readBatch,
      },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
    const last = answer.last_processed_id
    const isFinished = answer.found_newest || last === null || last >= payload.through
    await context.book(() => {
      const changes: Change[] = [{ kind: 'outbox', conversation: row.conversation }]
      const current = core.store.outbox.get(row.local_id)
      if (current === undefined) return changes
      if (!isFinished) {
        const next = { ...payload, reached: last, done: payload.done + answer.updated_count }
        core.store.outbox.update({ ...current, payload: JSON.stringify(next) })
        return changes
      }
      // Until its events have come the wish goes on hiding what was unread.
      core.store.outbox.update({ ...current, state: 'acknowledged', attempt_at: core.ports.clock.now() })
      const organization = core.store.meta.organization()
      // Nothing older is unread any more, so nothing is unknown either (U3).
      if (payload.scope === 'all' && epoch === core.world.epoch && organization?.oldUnreadsMissing === true) {
        core.store.meta.setOrganization({ ...organization, oldUnreadsMissing: false })
        changes.push({ kind: 'organization' })
      }
      return changes
    })
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused') {
      // A place that is gone has nothing unread.
      core.ports.log('info', `marking as read was refused: ${failure.reason}`)
      await context.drop(row)
    } else {
      context.hold(failure, row)
    }
  }
}
