import type { ServerContext } from '../../context/context.ts'
import type { Destination } from './destination.ts'
import { apiEmail } from '../../people/people.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The conversation in which a user is typing. */
export type TypingPlace =
  | { readonly type: 'stream'; readonly stream: { readonly id: number }; readonly topic: string }
  | Extract<Destination, { type: 'direct' }>

/** Publishes that a user started or stopped typing (wire-protocol.md §2.3.1). Nothing is persisted. */
export function tellTyping(context: ServerContext, by: UserRow, place: TypingPlace, op: 'start' | 'stop'): void {
  const { users, streams } = context.tables
  const sender = { user_id: by.id, email: apiEmail(by) }
  context.write(() => {
    if (place.type === 'stream') {
      const { stream, topic } = place
      const event = { type: 'typing', op, message_type: 'stream', sender, stream_id: stream.id, topic }
      context.events.publishPassing(streams.subscribers(stream.id), event, (options) => options.streamTyping)
      return
    }
    const members = [...new Set([...place.userIds, by.id])].sort((a, b) => a - b)
    const recipients = members.map((id) => {
      const member = users.get(id)
      return { user_id: id, email: member === undefined ? '' : apiEmail(member) }
    })
    context.events.publishPassing(members, { type: 'typing', op, message_type: 'direct', sender, recipients })
  })
}
