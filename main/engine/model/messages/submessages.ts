import { z } from 'zod'
import type { ServerEvent } from '../../api/events.ts'
import type { WireSubmessage } from '../../api/organization.ts'
import type { Change } from '../changes.ts'
import { conversationOf } from '../../values/conversation.ts'
import type { ReducerContext } from './message-reducers.ts'

const submessagesSchema = z.array(z.object({ id: z.number(), senderId: z.number(), content: z.string() }))

/** One part of a poll or a to-do list; `content` is JSON text (wire-protocol.md §2.4.5). */
export type Submessage = z.infer<typeof submessagesSchema>[number]

/** The parts of a stored row, in the order in which they count. */
export function readSubmessages(json: string): Submessage[] {
  return json === '[]' ? [] : submessagesSchema.parse(JSON.parse(json))
}

/** Parts as they are stored: widgets alone, by id. */
export function writeSubmessages(parts: readonly WireSubmessage[]): string {
  const widgets = parts.filter((part) => part.msg_type === 'widget')
  const stored = widgets.map(({ id, sender_id, content }): Submessage => ({ id, senderId: sender_id, content }))
  return JSON.stringify(stored.sort((a, b) => a.id - b.id))
}

/** Both lists as one, each part once: parts come and never go. */
export function mergeSubmessages(known: string, fetched: string): string {
  if (known === '[]') return fetched
  const parts = new Map([...readSubmessages(known), ...readSubmessages(fetched)].map((part) => [part.id, part]))
  return JSON.stringify([...parts.values()].sort((a, b) => a.id - b.id))
}

/** Appended once by its id, in the order of ids; a part of a message that is not cached comes with the message. */
export function handleSubmessage(
  context: ReducerContext,
  event: Extract<ServerEvent, { type: 'submessage' }>,
): Change[] {
  const { store } = context
  const row = store.messages.get(event.message_id)
  if (row === undefined || event.msg_type !== 'widget') return []
  const others = readSubmessages(row.submessages).filter((part) => part.id !== event.submessage_id)
  const part = { id: event.submessage_id, senderId: event.sender_id, content: event.content }
  const submessages = JSON.stringify([...others, part].sort((a, b) => a.id - b.id))
  store.messages.put({ ...row, submessages })
  return [{ kind: 'message', id: row.id, conversation: conversationOf(row) }]
}
