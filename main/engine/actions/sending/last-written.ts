import type { Result } from '#contract/base/failures.ts'
import type { LastWritten } from '#contract/messages.ts'
import type { Core } from '../../core/core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { type Narrow, conversationKey } from '../../values/conversation.ts'
import { deleteKind } from '../kinds/delete.ts'
import { sendKind } from '../kinds/send.ts'
import { changeRefusal, queueKeyOfMessage } from '../message-queue.ts'
import { writtenPayload } from '../message-payload.ts'
import { cancelMessage } from '../outgoing-message.ts'

/** The number of own messages to search, since those that are being deleted do not count. */
const mostDeleted = 20

/**
 * Takes the user's last message in a conversation for editing. A waiting message leaves the outbox in the transaction
 * that puts its text into the draft, so that it cannot be sent as well. A message whose request is in flight or of
 * unknown outcome is `leaving`.
 */
export function takeLastWritten(core: Core, narrow: Narrow): Result<LastWritten> {
  const pending = pendingOf(core, narrow).at(-1)
  if (pending !== undefined) {
    if (pending.state !== 'queued' && pending.state !== 'failed') {
      return { ok: true, value: { kind: 'leaving', localId: pending.local_id } }
    }
    const { destination } = writtenPayload(pending)
    const taken = cancelMessage(core, pending)
    return taken.ok
      ? { ok: true, value: { kind: 'taken_back', localId: pending.local_id, narrow: destination } }
      : taken
  }
  const { store, accountState } = core
  const message = store.messages
    .newestFrom(narrow, accountState.selfId, mostDeleted)
    .find(({ id }) => !store.outbox.ofQueue(queueKeyOfMessage(id)).some(({ kind }) => kind === deleteKind.name))
  if (message === undefined) return { ok: true, value: { kind: 'nothing' } }
  const refusal = changeRefusal(core, message, 'begin_edit')
  return refusal === null
    ? { ok: true, value: { kind: 'message', messageId: message.id } }
    : { ok: false, error: refusal }
}

/** The unsent messages of a conversation in the order of writing. */
function pendingOf({ store: { outbox } }: Core, narrow: Narrow): readonly OutboxRow[] {
  const rows = narrow.kind === 'stream' ? outbox.ofTopics(narrow.streamId) : outbox.ofQueue(conversationKey(narrow))
  return rows.filter(({ kind }) => kind === sendKind.name).sort((a, b) => a.seq - b.seq)
}
