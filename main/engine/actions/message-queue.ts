import type { MessageId } from '../values/ids.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { ReadCore } from '../core/read-core.ts'
import { mayBeginEdit, mayDeleteMessage, mayEditContent } from '../state/permissions/permissions.ts'
import { previewText } from '../state/content/plain-text.ts'
import type { MessageRow } from '../store/message-row.ts'
import { conversationOf } from '../values/conversation.ts'
import { hasWidget } from '../values/submessages.ts'
import type { ActionDescription, QueueKeyDefinition } from '../projections/overlay.ts'

export const noMessage: Failure = { code: 'NO_MESSAGE' }
/** The refusal of every change in an archived stream. */
export const archived: Failure = { code: 'STREAM_ARCHIVED', values: { act: 'change' } }

/** The queue key of a message: its stars, edits and deletions are sent one after the other. */
export function queueKeyOfMessage(messageId: MessageId): string {
  return `message:${messageId}`
}

export const messageQueueKey: QueueKeyDefinition = {
  pattern: /^message:(\d+)$/,
  shows: 'message',
  ofMessage: queueKeyOfMessage,
  conversation: conversationOfMessageQueue,
}

/** The conversation of the message whose id ends a queue key; null if the message is not stored. */
export function conversationOfMessageQueue(core: ReadCore, queueKey: string): string | null {
  const message = core.store.messages.get(Number(/\d+$/.exec(queueKey)?.[0]))
  return message === undefined ? null : conversationOf(message)
}

/** The properties of a description that come from the action's message. */
export function describeMessage(
  core: ReadCore,
  id: number,
): Pick<ActionDescription, 'conversation' | 'text'> & { readonly messageId: MessageId } {
  const message = core.store.messages.get(id)
  const conversation = message === undefined ? null : conversationOf(message)
  return { conversation, text: message === undefined ? '' : previewText(message, null), messageId: id }
}

/** Whether a change of a message may be made, by its kind. `begin_edit` leaves time to write. */
const mayChange = { edit: mayEditContent, begin_edit: mayBeginEdit, delete: mayDeleteMessage } as const

/** The reason why a message may not be edited or deleted; null if it may (O4). */
export function changeRefusal(core: ReadCore, row: MessageRow, change: keyof typeof mayChange): Failure | null {
  const { accountState, ports } = core
  const judge = accountState.judge(ports.clock.now())
  const stream = row.stream_id === null ? undefined : accountState.streams.get(row.stream_id)
  const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
  const isAllowed = mayChange[change]
  const act = change === 'delete' ? 'delete' : 'edit'
  if (isAllowed(message, judge)) {
    return act === 'edit' && hasWidget(row) ? { code: 'NOT_ALLOWED', values: { act: 'edit_widget' } } : null
  }
  if (stream?.is_archived === 1) return archived
  const isLate = isAllowed({ ...message, timestamp: judge.asking.serverNow }, judge)
  if (row.sender_id !== judge.asking.selfId && !isLate) {
    return { code: 'NOT_ALLOWED', values: { act: 'change_of_other' } }
  }
  return { code: 'NOT_ALLOWED', values: { act, isLate } }
}
