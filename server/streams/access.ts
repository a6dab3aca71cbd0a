import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'
import { isAdministrator, isFullMember, isGuest, isModerator, spectatorRole } from '../people/permissions.ts'
import type { MessageRow } from '../store/messages/message-rows.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import type { Directory } from '../markdown/render.ts'

export function isSubscribed(context: ServerContext, userId: number, streamId: number): boolean {
  return context.tables.streams.subscription(userId, streamId)?.is_active === 1
}

/**
 * Whether the user may read the stream: subscribers always, all users but guests if it is public, everyone if it is
 * web-public.
 */
export function canReadStream(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  if (stream.is_archived === 1) return false
  if (stream.is_web_public === 1) return true
  if (isSubscribed(context, user.id, stream.id)) return true
  if (stream.invite_only === 0) return !isGuest(user)
  return context.layer?.rights.isLetIn(user, stream) === true
}

/** Whether the user may see that the stream exists. Administrators also see private streams that they cannot read. */
export function canSeeStream(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  if (stream.is_archived === 1) return false
  if (isAdministrator(user) || canReadStream(context, user, stream)) return true
  return context.layer?.rights.isShown(user, stream) === true
}

/** Active users who may see the stream. */
export function whoSeesStream(context: ServerContext, stream: StreamRow): number[] {
  return context.tables.users
    .all()
    .filter((user) => user.is_active === 1 && canSeeStream(context, user, stream))
    .map((user) => user.id)
}

/** Whether subscribers may read messages from before their subscription. */
export function hasSharedHistory(stream: StreamRow): boolean {
  return stream.invite_only === 0 || stream.history_public_to_subscribers === 1
}

/** Whether the user may read this message: received messages, and shared history. */
export function canReadMessage(context: ServerContext, user: UserRow, row: MessageRow): boolean {
  if (row.stream_id === null) return row.flags !== null
  const stream = context.tables.streams.get(row.stream_id)
  if (stream === undefined) return false
  // Subscribers may still read received messages of an archived stream.
  if (stream.is_archived === 1) return row.flags !== null && isSubscribed(context, user.id, stream.id)
  if (!canReadStream(context, user, stream)) return false
  return row.flags !== null || hasSharedHistory(stream)
}

/**
 * Streams with personal rows that the user may no longer read. Personal rows come from a subscription, from sending or
 * from a star, and remain when the stream becomes private or the user a guest.
 */
export function closedStreams(context: ServerContext, user: UserRow): ReadonlySet<number> {
  const closed = context.tables.streams.withArchived().filter((stream) =>
    // As in `canReadMessage`, subscribers may still read messages of an archived stream.
    stream.is_archived === 1 ? !isSubscribed(context, user.id, stream.id) : !canReadStream(context, user, stream),
  )
  return new Set(closed.map((stream) => stream.id))
}

/** The message with this id, if the user may read it. */
export function findVisibleMessage(context: ServerContext, user: UserRow, id: number): MessageRow | undefined {
  const row = context.tables.messages.get(id, user.id)
  return row !== undefined && canReadMessage(context, user, row) ? row : undefined
}

/** @throws ServiceError `BAD_REQUEST` unless the message exists and the user may read it */
export function visibleMessage(context: ServerContext, user: UserRow, id: number): MessageRow {
  const row = findVisibleMessage(context, user, id)
  if (row === undefined) throw badRequest('Invalid message(s)')
  return row
}

/** A stream that the user may see. @throws ServiceError `BAD_REQUEST` */
export function visibleStream(context: ServerContext, user: UserRow, id: number): StreamRow {
  const stream = context.tables.streams.get(id)
  if (stream === undefined || !canSeeStream(context, user, stream)) throw badRequest('Invalid stream ID')
  return stream
}

/** A stream that the user may read. @throws ServiceError `BAD_REQUEST` */
export function readableStream(context: ServerContext, user: UserRow, id: number): StreamRow {
  const stream = context.tables.streams.get(id)
  if (stream === undefined || !canReadStream(context, user, stream)) throw badRequest('Invalid stream ID')
  return stream
}

/**
 * Whether the user may post to the stream (`stream_post_policy`, wire-protocol.md §2.7). A bot has its owner's
 * permission.
 */
export function canPost(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  if (user.is_system === 1) return true
  const owner =
    user.is_bot === 1 && user.bot_owner_id !== null ? context.tables.users.get(user.bot_owner_id) : undefined
  const mayPost = (who: UserRow) => context.layer?.rights.mayPost(who, stream) ?? postPolicyAllows(context, who, stream)
  return mayPost(user) || (owner !== undefined && mayPost(owner))
}

function postPolicyAllows(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  switch (stream.stream_post_policy) {
    case 2:
      return isAdministrator(user)
    case 3:
      return isFullMember(context, user)
    case 4:
      return isModerator(user)
    default:
      return true
  }
}

/** A reader without an account, for web-public streams. */
export const spectator: UserRow = {
  id: 0,
  email: '',
  delivery_email: '',
  full_name: '',
  role: spectatorRole,
  is_active: 1,
  is_bot: 0,
  bot_type: null,
  bot_owner_id: null,
  timezone: '',
  date_joined: 0,
  password_hash: null,
  api_key: '',
  avatar_path: null,
  avatar_version: 1,
  settings: '{}',
  is_system: 0,
}

/**
 * The names that a writer's text can link to. A stream that the writer cannot see stays plain text, so that a link does
 * not reveal it. A bot can link to streams that its owner sees; the organization's own messages can link to all.
 */
export function directoryOf(context: ServerContext, writer: UserRow): Directory {
  const { directory, tables } = context
  if (writer.is_system === 1) return directory
  const owner = writer.bot_owner_id === null ? undefined : tables.users.get(writer.bot_owner_id)
  const knowers = owner === undefined ? [writer] : [writer, owner]
  return {
    ...directory,
    stream(name) {
      const found = directory.stream(name)
      const stream = found === undefined ? undefined : tables.streams.get(found.id)
      return stream !== undefined && knowers.some((user) => canSeeStream(context, user, stream)) ? found : undefined
    },
  }
}
