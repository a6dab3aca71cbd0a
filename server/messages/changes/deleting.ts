import { audienceOf } from '../reading/audience.ts'
import { tellAttachment } from '../sending/attachments.ts'
import type { ServerContext } from '../../context/context.ts'
import { badRequest } from '../../base/errors.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { isAdministrator, policyAllows } from '../../people/permissions.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The conversation of the deleted messages. */
export type DeletionPlace =
  | { readonly message_type: 'private' }
  | { readonly message_type: 'stream'; readonly stream_id: number; readonly topic: string }

/** @throws ServiceError `BAD_REQUEST` if the user may not delete the message (any more) */
export function requireDeletion(context: ServerContext, user: UserRow, row: MessageRow): void {
  const rights = context.layer?.rights
  if (rights?.mayDeleteAny(user, row) ?? isAdministrator(user)) return
  const settings = organizationSettings(context)
  const sender = context.tables.users.get(row.sender_id)
  const isOwn = row.sender_id === user.id || (sender?.bot_owner_id ?? null) === user.id
  const mayOwn = rights?.mayDeleteOwn(user, row) ?? policyAllows(context, user, settings.delete_own_message_policy)
  if (!isOwn || !mayOwn) {
    throw badRequest("You don't have permission to delete this message")
  }
  const limit = settings.message_content_delete_limit_seconds
  if (limit !== null && context.nowSeconds() > row.timestamp + limit) {
    throw badRequest('The time limit for deleting this message has passed')
  }
}

/**
 * Deletes messages of one conversation and publishes it to all users who could read them; call inside `context.write`.
 */
export function deleteMessages(context: ServerContext, rows: readonly MessageRow[]): void {
  const { messages, attachments, streams } = context.tables
  const [first] = rows
  if (first === undefined) return
  const lost = new Map<number, number[]>()
  const files = new Map<number, Parameters<typeof tellAttachment>[2]>()
  for (const row of rows) {
    for (const userId of audienceOf(context, row)) lost.set(userId, [...(lost.get(userId) ?? []), row.id])
    for (const file of attachments.ofMessage(row.id)) files.set(file.id, file)
    messages.remove(row.id)
  }
  const place: DeletionPlace =
    first.stream_id === null
      ? { message_type: 'private' }
      : { message_type: 'stream', stream_id: first.stream_id, topic: first.topic }
  if (first.stream_id !== null) streams.findFirstMessage(first.stream_id)
  for (const [userId, ids] of lost) publishDeletion(context, userId, ids, place)
  for (const file of files.values()) tellAttachment(context, 'update', file)
}

/** Publishes one event for all messages, or one for each message if the client lacks `bulk_message_deletion`. */
export function publishDeletion(
  context: ServerContext,
  userId: number,
  ids: readonly number[],
  place: DeletionPlace,
): void {
  context.events.publish(userId, (options) =>
    options.bulkDeletion ? { type: 'delete_message', message_ids: ids, ...place } : null,
  )
  for (const id of ids) {
    context.events.publish(userId, (options) =>
      options.bulkDeletion ? null : { type: 'delete_message', message_id: id, ...place },
    )
  }
}
