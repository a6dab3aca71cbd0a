import type { Failure } from '#contract/base/failures.ts'
import type { CallOptions } from '../../api/client.ts'
import { failureKind } from '../../api/request-failures.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { MessageId } from '../../values/ids.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'

/** One request of a row that needs several. */
export interface Step<Answer> {
  readonly request: (options: CallOptions) => Promise<Answer>
  /** Writes the progress after an answer. */
  readonly done: (answer: Answer, since: StepSince) => Promise<void>
  /** Writes the consequence of a refusal. */
  readonly refused: (reason: Failure | null) => Promise<void>
}

/** The events since the request left, as they are when asked: an answer must not overwrite newer ones (M4). */
export interface StepSince {
  /** Whether there was no new registration. */
  readonly isSameEpoch: () => boolean
  /** Whether no event has touched the message, and there was no new registration. */
  readonly isNewest: (messageId: MessageId) => boolean
}

/** Takes the next step of a row. The row stays as it is if the request fails without a refusal; the outbox backs off. */
export async function sendStep<Answer>(context: ActionContext, row: OutboxRow, step: Step<Answer>): Promise<void> {
  const { core } = context
  const watch = context.touched.watch()
  const { epoch } = core.accountState
  const isSameEpoch = () => epoch === core.accountState.epoch
  try {
    const answer = await step.request({ priority: 'foreground', timeoutMs: requestTimeoutMs })
    await step.done(answer, { isSameEpoch, isNewest: (id) => isSameEpoch() && !watch.changed.has(id) })
  } catch (error) {
    const failure = failureKind(error)
    if (failure.kind === 'refused') await step.refused(failure.reason)
    else context.backOffAndReport(failure, row)
  } finally {
    watch.end()
  }
}
