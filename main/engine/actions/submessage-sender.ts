import { sendSubmessage } from '../api/submessages.ts'
import { readSubmessages } from '../model/messages/submessages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import { requestTimeoutMs, type OutboxContext } from './context.ts'
import { attemptFailed } from './message-sender.ts'
import { submessagePayload } from './payload.ts'

/** Sends a part of a poll or a to-do list. */
export async function submitQueued(context: OutboxContext, queued: OutboxRow): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const { messageId, content, after: known } = submessagePayload(row)
  const parts = () => readSubmessages(core.store.messages.get(messageId)?.submessages ?? '[]')
  const after = Math.max(known, ...parts().map((part) => part.id))
  const payload = JSON.stringify({ messageId, content, after })
  context.update(row, { state: 'sending', attempt_at: core.ports.clock.now(), error: null, payload })
  try {
    await sendSubmessage(core.api, { messageId, content }, { priority: 'foreground', timeoutMs: requestTimeoutMs })
    // Its event, or the message as it is fetched next, brings it; until then it is shown from here.
    await context.settle(row, { state: 'acknowledged' })
  } catch (error) {
    await attemptFailed(context, row, error)
  }
}

/**
 * The outcome of a vote or a stroke is unknown, or its event did not come: the message as the server has it tells.
 * What is not there is not sent again unasked: a toggle that arrives twice undoes itself (design.md §3).
 */
export async function searchSubmessage(context: OutboxContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const { messageId, content, after } = submessagePayload(row)
  try {
    const message = await context.fetcher.single(messageId, 'foreground')
    const isThere = message.submessages.some(
      (part) => part.id > after && part.sender_id === core.world.selfId && part.content === content,
    )
    if (core.store.outbox.get(row.local_id) === undefined) return
    if (isThere || row.state === 'acknowledged') await context.drop(row)
    else
      await context.settle(row, {
        state: 'failed',
        error: 'The connection broke, and this did not arrive. Send it again?',
      })
  } catch (error) {
    const failure = failureKind(error)
    // A message that is gone takes no votes.
    if (failure.kind === 'refused') await context.drop(row)
    else context.hold(failure, row)
  }
}
