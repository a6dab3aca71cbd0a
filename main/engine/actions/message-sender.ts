import { sendMessage, type WireMessage } from '../api/messages.ts'
import { normalize } from '../values/message-text.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind, isProvenUndelivered } from '../sync/failures.ts'
import { requestTimeoutMs, retryMs, type OutboxContext } from './context.ts'
import { lookUp } from './lookup.ts'
import { messageText, sendPayload, wireRecipient } from './payload.ts'

/** Sends a message whose files are at the server. */
export async function sendQueued(context: OutboxContext, queued: OutboxRow): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const payload = sendPayload(row)
  const { organization } = core.world
  context.update(row, {
    state: 'sending',
    attempt_at: core.ports.clock.now(),
    lookup_after: Math.max(core.store.messages.maxId(), organization?.maxMessageId ?? 0),
    absent_count: 0,
    error: null,
  })
  try {
    const id = await sendMessage(
      core.api,
      {
        ...wireRecipient(core, payload.destination),
        content: normalize(messageText(payload)),
        localId: row.local_id,
        queueId: core.store.meta.queue()?.queueId ?? null,
      },
      { priority: 'foreground', timeoutMs: requestTimeoutMs },
    )
    await acknowledge(context, row, id)
  } catch (error) {
    await attemptFailed(context, row, error)
  }
}

/** What the failure of an attempt means for a row that must not be carried out twice (S6). */
export async function attemptFailed(context: OutboxContext, row: OutboxRow, error: unknown): Promise<void> {
  const failure = failureKind(error)
  if (failure.kind === 'refused') {
    await context.settle(row, { state: 'failed', error: failure.reason })
    return
  }
  const isUndelivered = failure.kind === 'signed_out' || failure.kind === 'no_key' || isProvenUndelivered(error)
  // First what others have to know at once: the key is gone, or the network.
  context.hold(failure, row)
  await context.settle(row, { state: isUndelivered ? 'queued' : 'unknown' })
}

/** The server has the message: the row goes when the message is stored, which may have happened already (S3). */
async function acknowledge(context: OutboxContext, row: OutboxRow, messageId: number): Promise<void> {
  const { core } = context
  const { outbox, messages } = core.store
  await context.book(() => {
    const current = outbox.get(row.local_id)
    if (current === undefined) return []
    outbox.noteSent(row.local_id, messageId, core.ports.clock.now())
    if (messages.get(messageId) === undefined) {
      outbox.update({ ...current, state: 'acknowledged', message_id: messageId })
    } else {
      outbox.remove(row.local_id)
    }
    return [{ kind: 'outbox', conversation: current.conversation }]
  })
}

/** Looks for a message whose sending had an unknown outcome; absent twice, it is sent again (design.md §3). */
export async function searchUnknown(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  let found: WireMessage | undefined
  try {
    found = await lookUp(core, { ...sendPayload(row), localId: row.local_id, after: row.lookup_after ?? 0 })
  } catch (error) {
    const failure = failureKind(error)
    // A stream that is gone cannot hold the message: that counts as a good look.
    if (failure.kind !== 'refused') {
      context.hold(failure, row)
      return
    }
  }
  if (core.store.outbox.get(row.local_id)?.state !== 'unknown') return
  if (found !== undefined) {
    context.nextLook.delete(row.conversation)
    await acknowledge(context, row, found.id)
    return
  }
  await noteAbsent(context, row)
}

/** A look found nothing; after the second the row goes out again. */
export async function noteAbsent(context: OutboxContext, row: OutboxRow): Promise<void> {
  if (row.absent_count === 0) {
    context.nextLook.set(row.conversation, context.core.ports.clock.now() + retryMs)
    await context.settle(row, { absent_count: 1 })
    return
  }
  context.nextLook.delete(row.conversation)
  await context.settle(row, { state: 'queued', absent_count: 0, may_have_been_sent: 1 })
}

/** The event of an acknowledged message does not come: the message is fetched by its id (S5). */
export async function fetchAcknowledged(context: OutboxContext, row: OutboxRow): Promise<void> {
  if (row.message_id === null) {
    await context.settle(row, { state: 'unknown' })
    return
  }
  try {
    await context.fetcher.single(row.message_id, 'foreground')
    // A row that stays all the same asks again, but never without a pause.
    const { store, ports } = context.core
    const current = store.outbox.get(row.local_id)
    if (current !== undefined) context.nextLook.set(current.conversation, ports.clock.now() + retryMs)
  } catch (error) {
    const failure = failureKind(error)
    // Refused: it was sent and has been deleted since, so nothing is left to show.
    if (failure.kind === 'refused') await context.drop(row)
    else context.hold(failure, row)
  }
}
