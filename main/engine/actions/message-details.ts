import type { MessageId } from '../values/ids.ts'
import type { ActionFailures } from '#contract/action-failures.ts'
import type { Failure, PersonRef, Result } from '#contract/values.ts'
import { getRawContent, getReadReceipts } from '../api/messages.ts'
import type { Core } from '../core/core.ts'
import { changeRefusal } from './message-queue.ts'
import { isFresh } from '../state/messages/freshness.ts'
import { failureKind } from '../api/request-failures.ts'

/** The Markdown of a message, from the cache or from the server. An edit never starts from converted HTML. */
export async function rawContent(
  core: Core,
  messageId: MessageId,
  isToEdit = false,
): Promise<Result<{ content: string }>> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) {
    return { ok: false, error: { code: 'NO_MESSAGE' } }
  }
  const refusal = isToEdit ? changeRefusal(core, row, 'edit') : null
  if (refusal !== null) return { ok: false, error: refusal }
  if (row.raw !== null && isFresh(core, row)) return { ok: true, value: { content: row.raw } }
  try {
    const content = await getRawContent(core.api, messageId, { priority: 'foreground' })
    core.commit(() => {
      core.store.messages.setRaw(messageId, content)
      return []
    })
    return { ok: true, value: { content } }
  } catch (error) {
    if (row.raw !== null) return { ok: true, value: { content: row.raw } }
    return { ok: false, error: unreachable(error, 'text') }
  }
}

/** The users who have read a message, except those who hide their receipts. */
export async function readReceipts(core: Core, messageId: MessageId): Promise<Result<PersonRef[]>> {
  if (!core.accountState.organizationSettings.organization.enable_read_receipts) {
    return { ok: false, error: { code: 'NO_RECEIPTS' } }
  }
  try {
    const ids = await getReadReceipts(core.api, messageId, { priority: 'foreground' })
    return { ok: true, value: ids.map((id) => core.accountState.person(id)) }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'receipts') }
  }
}

/** The failure of a call that only the server can answer. */
export function unreachable(error: unknown, wanted: ActionFailures['OFFLINE']['wanted']): Failure {
  const failure = failureKind(error)
  return failure.kind === 'refused'
    ? (failure.reason ?? { code: 'SERVER_REFUSED' })
    : { code: 'OFFLINE', values: { wanted } }
}
