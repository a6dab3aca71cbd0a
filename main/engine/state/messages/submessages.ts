import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { WireSubmessage } from '../../api/resources/message-schema.ts'
import type { Change } from '../changes.ts'
import type { ReducerContext } from '../context.ts'
import { conversationOf } from '../../values/conversation.ts'
import { readSubmessages, type Submessage } from '../../values/submessages.ts'

/** Serializes the submessages of widgets, in order of their ids; others are left out. */
export function writeSubmessages(parts: readonly WireSubmessage[]): string {
  const widgets = parts.filter((part) => part.msg_type === 'widget')
  const stored = widgets.map(({ id, sender_id, content }): Submessage => ({ id, senderId: sender_id, content }))
  return JSON.stringify(stored.sort((a, b) => a.id - b.id))
}

/** Adds a submessage once, in order of ids. The submessages of an uncached message come with the message. */
export function handleSubmessage(context: ReducerContext, event: MessageEventOf<'submessage'>): Change[] {
  const { store } = context
  const row = store.messages.get(event.message_id)
  if (row === undefined || event.msg_type !== 'widget') return []
  const others = readSubmessages(row.submessages).filter((part) => part.id !== event.submessage_id)
  const part = { id: event.submessage_id, senderId: event.sender_id, content: event.content }
  const submessages = JSON.stringify([...others, part].sort((a, b) => a.id - b.id))
  store.messages.put({ ...row, submessages })
  return [{ kind: 'message', id: row.id, conversation: conversationOf(row) }]
}
