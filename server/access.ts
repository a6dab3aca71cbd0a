import type { ServerContext } from './context.ts'
import { badRequest } from './errors.ts'
import { roles } from './serialize.ts'
import type { MessageRow } from './store/messages.ts'
import type { StreamRow } from './store/streams.ts'
import type { UserRow } from './store/users.ts'

export function isSubscribed(context: ServerContext, userId: number, streamId: number): boolean {
  return context.tables.streams.subscription(userId, streamId)?.is_active === 1
}

/** Whether the user may know of the stream: public ones are open to all but guests, others to subscribers only. */
export function canSeeStream(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  if (isSubscribed(context, user.id, stream.id)) return true
  return stream.invite_only === 0 && user.role !== roles.guest
}

/** Whether the user may read this message: own rows, and the history of public streams. */
export function canReadMessage(context: ServerContext, user: UserRow, row: MessageRow): boolean {
  if (row.stream_id === null) return row.flags !== null
  const stream = context.tables.streams.get(row.stream_id)
  if (stream === undefined || !canSeeStream(context, user, stream)) return false
  return row.flags !== null || stream.invite_only === 0 || stream.history_public_to_subscribers === 1
}

/** @throws ServiceError `BAD_REQUEST` where there is no such message for the user. */
export function visibleMessage(context: ServerContext, user: UserRow, id: number): MessageRow {
  const row = context.tables.messages.get(id, user.id)
  if (row === undefined || !canReadMessage(context, user, row)) throw badRequest('Invalid message(s)')
  return row
}

/** @throws ServiceError `BAD_REQUEST` where there is no such stream for the user. */
export function visibleStream(context: ServerContext, user: UserRow, id: number): StreamRow {
  const stream = context.tables.streams.get(id)
  if (stream === undefined || !canSeeStream(context, user, stream)) throw badRequest('Invalid stream ID')
  return stream
}

/** Whether the user may post to the stream (`stream_post_policy`, wire-protocol.md §2.7). */
export function canPost(user: UserRow, stream: StreamRow): boolean {
  switch (stream.stream_post_policy) {
    case 2:
      return user.role <= roles.administrator
    case 3:
      return user.role <= roles.member
    case 4:
      return user.role <= roles.moderator
    default:
      return true
  }
}
