import { sendMessage } from '../../api/messages.ts'
import { failureKind } from '../../api/request-failures.ts'
import type { WireMessage } from '../../api/resources/message-schema.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { MessageId } from '../../values/ids.ts'
import { normalize } from '../../values/message-text.ts'
import { requestTimeoutMs, retryMs, type ActionContext } from '../context.ts'
import { messagePayloadOf, messageText } from '../message-payload.ts'
import { wireRecipient } from '../outgoing-message.ts'
import { attemptFailed, noteAbsent } from './attempts.ts'
import { lookUp } from './lookup.ts'

/** Writes the id of a message that the server has taken. */
export type Acknowledge = (context: ActionContext, row: OutboxRow, messageId: MessageId) => Promise<void>

/**
 * How the row of a message is sent. Its state decides the step: files and request, or the look-up of an attempt of
 * unknown outcome, or the fetch of a message whose event does not come.
 * @param acknowledge takes the id that the request or the look-up gave
 */
export function messageSending(acknowledge: Acknowledge): (context: ActionContext, row: OutboxRow) => Promise<void> {
  return async (context, row) => {
    if (row.state === 'unknown') await searchUnknown(context, row, acknowledge)
    else if (row.state === 'acknowledged') await fetchAcknowledged(context, row)
    else if (await context.uploads.upload(row)) await sendQueued(context, row, acknowledge)
  }
}

/** Sends a message whose files are uploaded. */
async function sendQueued(context: ActionContext, queued: OutboxRow, acknowledge: Acknowledge): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const payload = messagePayloadOf(row)
  const { organization } = core.accountState
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

/**
 * Looks up a message whose attempt had an unknown outcome; after two look-ups without a result it is sent again (S6).
 */
async function searchUnknown(context: ActionContext, row: OutboxRow, acknowledge: Acknowledge): Promise<void> {
  const { core } = context
  let found: WireMessage | undefined
  try {
    found = await lookUp(core, { ...messagePayloadOf(row), localId: row.local_id, after: row.lookup_after ?? 0 })
  } catch (error) {
    const failure = failureKind(error)
    // A stream that is gone cannot have the message, so the refusal counts as a look-up without a result.
    if (failure.kind !== 'refused') {
      context.backOffAndReport(failure, row)
      return
    }
  }
  if (core.store.outbox.get(row.local_id)?.state !== 'unknown') return
  if (found !== undefined) {
    context.nextLookupAt.delete(row.queue_key)
    await acknowledge(context, row, found.id)
    return
  }
  await noteAbsent(context, row)
}

/** Fetches an acknowledged message by its id if its event does not come (S5). */
async function fetchAcknowledged(context: ActionContext, row: OutboxRow): Promise<void> {
  if (row.message_id === null) {
    await context.updateWithRetry(row, { state: 'unknown' })
    return
  }
  try {
    await context.fetcher.single(row.message_id, 'foreground')
    // A row that stays after the fetch is fetched again after a pause.
    const { store, ports } = context.core
    const current = store.outbox.get(row.local_id)
    if (current !== undefined) context.nextLookupAt.set(current.queue_key, ports.clock.now() + retryMs)
  } catch (error) {
    const failure = failureKind(error)
    // A refused fetch means that the message was sent and has been deleted since.
    if (failure.kind === 'refused') await context.drop(row)
    else context.backOffAndReport(failure, row)
  }
}
