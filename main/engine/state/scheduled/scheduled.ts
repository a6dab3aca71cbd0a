import type { UserId } from '../../values/ids.ts'
import { scheduledWire, type WireScheduled } from '../../api/scheduled.ts'
import type { ScheduledRow } from '../../store/organization.ts'
import { conversationKey, directConversation, directKey } from '../../values/conversation.ts'
import { slice } from '../slice.ts'
import { readContent } from '../content/content.ts'
import { changeOf, type Part } from '../part.ts'

/** Scheduled messages, by delivery time. */
export const scheduled: Part<readonly ScheduledRow[]> = {
  name: 'scheduled messages',
  load: ({ organization }) => organization.scheduled(),
}

/** Converts a scheduled message of the wire to a row. */
export function scheduledRow(message: WireScheduled, selfId: UserId, serverOrigin: string): ScheduledRow {
  const to = typeof message.to === 'number' ? [message.to] : message.to
  return {
    id: message.scheduled_message_id,
    conversation:
      message.type === 'stream'
        ? conversationKey({ kind: 'topic', streamId: to[0] ?? 0, topic: message.topic })
        : directConversation(directKey(to, selfId)),
    topic: message.type === 'stream' ? message.topic : '',
    content: message.content,
    html: readContent(message.rendered_content, serverOrigin).html,
    deliver_at: Math.floor(message.scheduled_delivery_timestamp),
    is_failed: message.failed ? 1 : 0,
  }
}

export const scheduledSlice = slice({
  name: 'scheduled',
  wire: scheduledWire,
  parts: [scheduled],
  read: (answer) => answer.scheduled_messages.map((message) => scheduledRow(message, answer.user_id, answer.realm_uri)),
  replace: ({ store: { organization } }, rows) => {
    organization.clearScheduled()
    for (const row of rows) organization.putScheduled(row)
    return [changeOf(scheduled)]
  },
  choices: ['scheduled_messages'],
  reducers: {
    /** A removal means that the message was deleted or sent; only the event of the sent message tells which (O7). */
    scheduled_messages: (context, event) => {
      const { accountState, serverOrigin } = context
      const { organization } = context.store
      const put = (message: WireScheduled) =>
        organization.putScheduled(scheduledRow(message, accountState.selfId, serverOrigin))
      switch (event.op) {
        case 'add':
          for (const message of event.scheduled_messages) put(message)
          break
        case 'update':
          put(event.scheduled_message)
          break
        case 'remove':
          organization.removeScheduled(event.scheduled_message_id)
          break
      }
      return [changeOf(scheduled)]
    },
  },
})
