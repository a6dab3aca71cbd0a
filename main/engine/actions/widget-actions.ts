import type { WidgetAct } from '../../../preload/contract/message-items.ts'
import type { Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { actContent, readWidget } from '../model/messages/widgets.ts'
import { readSubmessages } from '../model/messages/submessages.ts'
import { submessagePayload } from './payload.ts'
import { queueRow } from './queue-row.ts'

/**
 * Votes, adds an option or a task, strikes a task out: what may be done with a poll or a to-do list (§2.4.5). The same
 * `localId` twice is one act: a second stroke would undo the first (C3).
 */
export function actOnWidget(core: Core, messageId: number, act: WidgetAct, localId: string): Result<null> {
  if (core.store.outbox.isKnown(localId)) return { ok: true, value: null }
  const row = core.store.messages.get(messageId)
  if (row === undefined) {
    return { ok: false, error: { code: 'NO_MESSAGE', message: 'This message is not here any more.' } }
  }
  const line = `submessage:${messageId}`
  const waiting = core.store.outbox.ofConversation(line)
  const known = readSubmessages(row.submessages)
  const parts = [
    ...known,
    ...waiting.map((other) => ({
      id: Number.MAX_SAFE_INTEGER,
      senderId: core.world.selfId,
      content: submessagePayload(other).content,
    })),
  ]
  const widget = readWidget(parts)
  const content =
    widget === null ? null : actContent(widget, act, { selfId: core.world.selfId, authorId: row.sender_id })
  if (content === null) {
    return { ok: false, error: { code: 'NO_SUCH_CHOICE', message: 'This cannot be done with this poll or list.' } }
  }
  const payload = { messageId, content, after: known.at(-1)?.id ?? 0 }
  queueRow(core, { local_id: localId, kind: 'submessage', conversation: line, payload }, () => {
    // Its row goes with the answer, which leaves no other trace of the id.
    core.store.outbox.noteSent(localId, null, core.ports.clock.now())
    return []
  })
  return { ok: true, value: null }
}
