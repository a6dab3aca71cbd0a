import type { MessageId } from '../../values/ids.ts'
import { getMessage } from '../../api/messages.ts'
import type { WireMessage } from '../../api/resources/message-schema.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { failureKind, isProvenUndelivered, reasonLogText } from '../../sync/request-failures.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'
import type { ChangeRequest, Since } from '../definition.ts'
import { waitForConfirmation } from './confirmation.ts'

/** Events that come while a message is looked at may be newer than the answer: it is looked at so often. */
const mostLooks = 3

/** The change that a row makes; `isReversible` as its kind's definition says. */
export interface RowChange extends ChangeRequest {
  readonly isReversible?: true
}

/** Sends a change that may be sent again freely: its outcome is judged by the final state. */
export async function sendChange(context: ActionContext, row: OutboxRow, change: RowChange): Promise<void> {
  const { core } = context
  const watch = context.touched.watch()
  const { epoch } = core.accountState
  if (change.isReversible) context.update(row, { attempt_at: core.ports.clock.now() })
  try {
    await change.request(core, row, { priority: 'foreground', timeoutMs: requestTimeoutMs })
    const hasConfirmation = await waitForConfirmation(core, () => change.isConfirmed?.(core, row) ?? true)
    // Events that came meanwhile are newer than this answer (M4).
    const isSameEpoch = () => epoch === core.accountState.epoch
    let isSeen = false
    const since: Since = {
      isNewest: (id) => isSeen || (isSameEpoch() && !watch.changed.has(id) && !watch.deleted.has(id)),
      arePreferencesNewest: () => isSameEpoch() && !watch.preferences,
      hasConfirmation,
    }
    const { seenOn } = change
    const messageId = seenOn?.messageId(row) ?? null
    if (seenOn !== undefined && messageId !== null && !hasConfirmation && !since.isNewest(messageId)) {
      const isAsWanted = (message: WireMessage) => seenOn.isAsWanted(core, row, message)
      await context.retryOnDiskTrouble(async () => {
        isSeen = await isSeenAsWanted(context, messageId, isAsWanted)
      })
    }
    await context.commitWithRetry(() => {
      core.store.outbox.remove(row.local_id)
      forgetUncertainty(context, row, change)
      return [{ kind: 'outbox', queueKey: row.queue_key }, ...(change.applyResponse?.(core, row, since) ?? [])]
    })
    // An answer to an earlier request that arrives from now on does not know of the change (M4).
    if (messageId !== null) context.touched.noteStored(messageId)
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused' || isProvenUndelivered(error)) {
      await context.commitWithRetry(() => {
        forgetUncertainty(context, row, change)
        return []
      })
    }
    if (failure.kind !== 'refused') context.backOffAndReport(failure, row)
    else if (change.refused !== undefined) await change.refused(context, row, { reason: failure.reason, error })
    else {
      core.ports.log('info', `${row.kind} was refused: ${reasonLogText(failure.reason)}`)
      await context.drop(row)
    }
  } finally {
    watch.end()
  }
}

/**
 * Asks the server whether a message is as wanted, before the action is removed. If the queue lags, the answer of the
 * request may be older than the events of the message, and those may be older than the answer. Without this look the
 * message would show its old state until the event of the change comes, and the user could not undo the change (M4).
 */
async function isSeenAsWanted(
  { core, touched }: ActionContext,
  messageId: MessageId,
  isAsWanted: (message: WireMessage) => boolean,
): Promise<boolean> {
  for (let look = 1; look <= mostLooks; look += 1) {
    if (core.store.messages.get(messageId) === undefined) return false
    const watch = touched.watch()
    try {
      const message = await getMessage(core.api, messageId, { priority: 'foreground' })
      // Events that came meanwhile may be newer than this answer as well.
      if (!watch.changed.has(messageId) && !watch.deleted.has(messageId)) return isAsWanted(message)
    } catch (error) {
      // The message is deleted: it shows nothing.
      if (failureKind(error).kind !== 'refused') throw error
      return false
    } finally {
      watch.end()
    }
  }
  return false
}

/** The outcome of the request is known: newer actions for the same thing need not wait until it is dead. */
function forgetUncertainty(context: ActionContext, row: OutboxRow, { isReversible }: RowChange): void {
  if (!isReversible) return
  const { outbox } = context.core.store
  for (const other of outbox.ofQueue(row.queue_key)) {
    if (other.kind === row.kind && other.attempt_at !== null) outbox.update({ ...other, attempt_at: null })
  }
}

/**
 * Looks at the message of a refused change.
 * @returns the message as the server has it now; `unknown` if that could not be found out: then the row stays as it is, is
 * refused again, and looked at again
 */
export async function lookAtRefused(
  context: ActionContext,
  row: OutboxRow,
  messageId: MessageId,
): Promise<WireMessage | 'gone' | 'unknown'> {
  try {
    return await getMessage(context.core.api, messageId, { priority: 'foreground' })
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused') return 'gone' as const
    context.backOffAndReport(failure, row)
    return 'unknown' as const
  }
}
