import type { MessageId } from '../../values/ids.ts'
import { getMessage } from '../../api/messages.ts'
import type { WireMessage } from '../../api/resources/message-schema.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { failureKind, isProvenUndelivered, reasonLogText } from '../../api/request-failures.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'
import type { ChangeRequest, Since } from '../definition.ts'
import { waitForConfirmation } from './confirmation.ts'

/** How often a message is fetched while events that are newer than the response keep arriving. */
const mostFetches = 3

/** The change of a row, with `isReversible` of its kind's definition. */
export interface RowChange extends ChangeRequest {
  readonly isReversible?: true
}

/** Sends a change that may be sent repeatedly; its outcome is judged by the final state. */
export async function sendChange(context: ActionContext, row: OutboxRow, change: RowChange): Promise<void> {
  const { core } = context
  const watch = context.touched.watch()
  const { epoch } = core.accountState
  if (change.isReversible) context.update(row, { attempt_at: core.ports.clock.now() })
  try {
    await change.request(core, row, { priority: 'foreground', timeoutMs: requestTimeoutMs })
    const hasConfirmation = await waitForConfirmation(core, () => change.isConfirmed?.(core, row) ?? true)
    // Events that came in the meantime are newer than this response (M4).
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
    // The response to an earlier request that arrives from now on does not contain the change (M4).
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
 * Asks the server whether a message has the wanted state before the action is removed. With a lagging event queue the
 * message would otherwise show its old state until the event of the change comes, and the user could not undo the
 * change (M4).
 */
async function isSeenAsWanted(
  { core, touched }: ActionContext,
  messageId: MessageId,
  isAsWanted: (message: WireMessage) => boolean,
): Promise<boolean> {
  for (let look = 1; look <= mostFetches; look += 1) {
    if (core.store.messages.get(messageId) === undefined) return false
    const watch = touched.watch()
    try {
      const message = await getMessage(core.api, messageId, { priority: 'foreground' })
      // Events that came in the meantime may be newer than this response as well.
      if (!watch.changed.has(messageId) && !watch.deleted.has(messageId)) return isAsWanted(message)
    } catch (error) {
      // A refused fetch means that the message is deleted and not shown.
      if (failureKind(error).kind !== 'refused') throw error
      return false
    } finally {
      watch.end()
    }
  }
  return false
}

/**
 * Clears the uncertainty of later rows: the outcome is known, so that newer actions with the queue key need not wait.
 */
function forgetUncertainty(context: ActionContext, row: OutboxRow, { isReversible }: RowChange): void {
  if (!isReversible) return
  const { outbox } = context.core.store
  for (const other of outbox.ofQueue(row.queue_key)) {
    if (other.kind === row.kind && other.attempt_at !== null) outbox.update({ ...other, attempt_at: null })
  }
}

/**
 * Fetches the message of a refused change.
 * @returns the message as the server has it now, `gone` if it is deleted, or `unknown` if the fetch failed: the row
 * then stays, is refused again, and the message is fetched again
 */
export async function fetchRefusedMessage(
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
