import type { ServerContext } from '../../context/context.ts'
import { directDestination, streamDestination, type Destination } from './destination.ts'
import type { ScheduledRow } from '../../store/messages/scheduled-messages.ts'
import type { UserRow } from '../../store/people/users.ts'

/** A scheduled message as clients receive it (wire-protocol.md §2.5). */
export function scheduledObject(row: ScheduledRow): Record<string, unknown> {
  const recipients = JSON.parse(row.recipients) as number[] // written by recipientsOf()
  return {
    scheduled_message_id: row.id,
    type: row.type,
    ...(row.type === 'stream' ? { to: recipients[0], topic: row.topic } : { to: recipients }),
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed === 1,
  }
}

/** The columns of a scheduled message's destination. */
export function recipientsOf(destination: Destination): Pick<ScheduledRow, 'type' | 'recipients' | 'topic'> {
  return destination.type === 'stream'
    ? { type: 'stream', recipients: JSON.stringify([destination.stream.id]), topic: destination.topic }
    : { type: 'private', recipients: JSON.stringify(destination.userIds), topic: '' }
}

/** The destination of a scheduled message with its sender's current permissions. @throws ServiceError */
export function scheduledDestination(context: ServerContext, sender: UserRow, row: ScheduledRow): Destination {
  const recipients = JSON.parse(row.recipients) as number[] // written by recipientsOf()
  return row.type === 'stream'
    ? streamDestination(context, sender, recipients[0] ?? -1, row.topic)
    : directDestination(context, sender, recipients)
}
