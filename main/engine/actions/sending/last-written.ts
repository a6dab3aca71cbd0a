import type { LastWritten } from '#contract/calls/messages.ts'
import type { Result } from '#contract/values.ts'
import type { Core } from '../../core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { conversationKey } from '../../values/conversation.ts'
import type { Narrow } from '../../values/narrow.ts'
import { deleteKind } from '../kinds/delete.ts'
import { sendKind } from '../kinds/send.ts'
import { changeRefusal, queueKeyOfMessage } from '../message-queue.ts'
import { writtenPayload } from '../message-payload.ts'
import { cancelMessage } from '../outgoing-message.ts'

/** As many own messages are looked at: those that are being deleted are no answer. */
const mostDeleted = 20

/**
 * What the user wrote last in a conversation, to be edited. A message that waits is taken out of the outbox in the same
 * transaction that puts its text into the draft, so that it cannot be sent as well. One whose request has left, or whose
 * outcome is unknown, has to be waited for.
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
  const refusal = changeRefusal(core, message, 'edit')
  return refusal === null
    ? { ok: true, value: { kind: 'message', messageId: message.id } }
    : { ok: false, error: refusal }
}

/** The messages of a conversation that are not at the server yet, in the order of writing. */
function pendingOf({ store: { outbox } }: Core, narrow: Narrow): readonly OutboxRow[] {
  const rows = narrow.kind === 'stream' ? outbox.ofTopics(narrow.streamId) : outbox.ofQueue(conversationKey(narrow))
  return rows.filter(({ kind }) => kind === sendKind.name).sort((a, b) => a.seq - b.seq)
}
