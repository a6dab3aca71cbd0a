import type { OutboxRow } from '../../store/outbox.ts'
import { failureKind, isProvenUndelivered } from '../../api/request-failures.ts'
import { retryMs, type ActionContext } from '../context.ts'

/** Writes the failure of an attempt of an action that must not be executed twice (S6). */
export async function attemptFailed(context: ActionContext, row: OutboxRow, error: unknown): Promise<void> {
  const failure = failureKind(error)
  if (failure.kind === 'refused') {
    await context.fail(row, failure.reason)
    return
  }
  const isUndelivered = failure.kind === 'signed_out' || failure.kind === 'no_key' || isProvenUndelivered(error)
  // The report precedes the slow disk write: the poller has to know at once that the key or the network is gone.
  context.backOffAndReport(failure, row)
  await context.updateWithRetry(row, { state: isUndelivered ? 'queued' : 'unknown' })
}

/** Writes that a look-up found nothing; after the second one the row is sent again. */
export async function noteAbsent(context: ActionContext, row: OutboxRow): Promise<void> {
  if (row.absent_count === 0) {
    context.nextLookupAt.set(row.queue_key, context.core.ports.clock.now() + retryMs)
    await context.updateWithRetry(row, { absent_count: 1 })
    return
  }
  context.nextLookupAt.delete(row.queue_key)
  await context.updateWithRetry(row, { state: 'queued', absent_count: 0, may_have_been_sent: 1 })
}
