import { canPost, canReadStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { limits, requireAtMost } from '../../base/limits.ts'
import { normalizeTopic, noTopic } from './message-text.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { canSeeUser, findByAddress } from '../../people/people.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The destination of a message. */
export type Destination =
  | { readonly type: 'stream'; readonly stream: StreamRow; readonly topic: string }
  | { readonly type: 'direct'; readonly userIds: readonly number[] }

/** @throws ServiceError `STREAM_DOES_NOT_EXIST`, or `BAD_REQUEST` if the user may not post */
export function streamDestination(
  context: ServerContext,
  sender: UserRow,
  to: string | number,
  topic: string,
): Destination {
  const { streams, users } = context.tables
  const stream = typeof to === 'number' ? streams.get(to) : streams.byName(to)
  const owner = sender.bot_owner_id === null ? undefined : users.get(sender.bot_owner_id)
  const isOpen =
    stream !== undefined &&
    (canReadStream(context, sender, stream) || (owner !== undefined && canReadStream(context, owner, stream)))
  if (stream === undefined) throw noSuchStream(to)
  // The error must not reveal the name of a private stream, so it repeats the name or id of the request.
  if (!isOpen) throw badRequest(`Not authorized to send to stream '${to}'`)
  if (!canPost(context, sender, stream)) throw badRequest(`Not authorized to send to stream '${stream.name}'`)
  const normalized = normalizeTopic(topic)
  if (normalized === noTopic && organizationSettings(context).mandatory_topics) {
    throw badRequest('Topics are required in this organization.')
  }
  return { type: 'stream', stream, topic: normalized }
}

/** The error for an unknown stream, by name or by id as in the request (Service API, Errors). */
export function noSuchStream(to: string | number): ServiceError {
  return typeof to === 'number'
    ? new ServiceError('STREAM_DOES_NOT_EXIST', `Stream with ID '${to}' does not exist`, { extra: { stream_id: to } })
    : new ServiceError('STREAM_DOES_NOT_EXIST', `Stream '${to}' does not exist`, { extra: { stream: to } })
}

/** @throws ServiceError `BAD_REQUEST` for unknown users, or users to whom the sender may not write */
export function directDestination(
  context: ServerContext,
  sender: UserRow,
  to: readonly (string | number)[],
): Destination {
  const { users } = context.tables
  requireAtMost(limits.recipients, to.length)
  const found = to.map((member) => {
    const user = typeof member === 'number' ? users.get(member) : findByAddress(context, sender, member.trim())
    if (user === undefined || (user.is_system === 0 && !canSeeUser(context, sender, user.id))) {
      throw badRequest(typeof member === 'number' ? `Invalid user ID ${member}` : `Invalid email '${member}'`)
    }
    if (user.is_active === 0) throw badRequest(`'${user.full_name}' is no longer using this organization.`)
    return user
  })
  if (found.length === 0) throw badRequest('Message must have recipients')
  const others = found.filter((user) => user.is_bot === 0 && user.id !== sender.id)
  if (sender.is_bot === 0 && others.length > 0) requireDirectMessages(context, sender, others)
  return { type: 'direct', userIds: [...new Set(found.map((user) => user.id))] }
}

/** @throws ServiceError `BAD_REQUEST` if the organization does not allow the direct message */
function requireDirectMessages(context: ServerContext, sender: UserRow, others: readonly UserRow[]): void {
  const usual = organizationSettings(context).private_message_policy === 1 ? 'yes' : 'not allowed'
  const answer = context.layer?.rights.mayMessageDirectly(sender, others) ?? usual
  switch (answer) {
    case 'yes':
      return
    case 'not allowed':
      throw badRequest('Direct messages are disabled in this organization.')
    case 'not permitted':
      throw badRequest('This conversation does not include any users who can authorize it.')
    case 'not begun':
      throw badRequest('You do not have permission to initiate direct message conversations.')
  }
}
