import { renderStored } from '../sending/message-text.ts'
import { audienceOf } from '../reading/audience.ts'
import { linkAttachments } from '../sending/attachments.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Destination } from '../sending/destination.ts'
import { badRequest } from '../../base/errors.ts'
import { limits, requireAtMost } from '../../base/limits.ts'
import { requireMentionRights, textFlags } from '../sending/mentions.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { contentKinds } from '../sending/sending.ts'
import { flagNames, isMeMessage, memberIds } from '../reading/serialize.ts'
import { flagBits, mentionBits, type EditRow, type MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'

/** Additional seconds after the time limit, for requests that were under way. */
const graceSeconds = 20

/** The fields of an event about new content. */
export interface ContentChange {
  readonly edit: Pick<EditRow, 'prev_content' | 'prev_rendered'>
  readonly fields: Readonly<Record<string, unknown>>
  readonly flagsOf: ReadonlyMap<number, number>
}

/** @throws ServiceError `BAD_REQUEST` if the organization does not let the user edit this content (any more) */
export function requireContentEdit(context: ServerContext, user: UserRow, row: MessageRow): void {
  const settings = organizationSettings(context)
  if (!settings.allow_message_editing) throw badRequest('Your organization has turned off message editing')
  if (row.sender_id !== user.id) throw badRequest("You don't have permission to edit this message")
  if (context.tables.submessages.ofMessage(row.id).length > 0) throw badRequest('Widgets cannot be edited.')
  const limit = settings.message_content_edit_limit_seconds
  if (limit !== null && context.nowSeconds() > row.timestamp + limit + graceSeconds) {
    throw badRequest('The time limit for editing this message has passed')
  }
}

/** The destination of a stored message. */
export function placeOf(context: ServerContext, row: MessageRow): Destination {
  const stream = row.stream_id === null ? undefined : context.tables.streams.get(row.stream_id)
  return stream === undefined
    ? { type: 'direct', userIds: memberIds(row) }
    : { type: 'stream', stream, topic: row.topic }
}

/** Stores new content and the resulting flags without publishing them. Call inside `context.write`. */
export function replaceContent(
  context: ServerContext,
  writer: UserRow,
  row: MessageRow,
  content: string,
  now: number,
): ContentChange {
  const { messages } = context.tables
  const kept = messages.editsKept(row.id)
  requireAtMost(limits.edits, kept.count + 1)
  requireAtMost(limits.editText, kept.length + row.content.length + row.rendered.length)
  const rendered = renderStored(context, content, writer)
  const destination = placeOf(context, row)
  requireMentionRights(context, writer, destination, rendered)
  messages.setContent(row.id, row.topic, {
    content,
    rendered: rendered.html,
    has: contentKinds(rendered),
    timestamp: now,
  })
  linkAttachments(context, row.sender_id, row.id, rendered.uploads)
  const flagsFor = textFlags(context, { content, rendered, destination, senderId: row.sender_id })
  const flagsOf = new Map<number, number>()
  for (const { userId, flags } of messages.readers(row.id)) {
    // An edit can add or remove mentions (M18).
    const changed = (flags & ~(mentionBits | flagBits.has_alert_word)) | flagsFor(userId)
    if (changed !== flags) messages.setFlags(userId, row.id, changed)
    flagsOf.set(userId, changed)
  }
  return {
    edit: { prev_content: row.content, prev_rendered: row.rendered },
    flagsOf,
    fields: {
      orig_content: row.content,
      orig_rendered_content: row.rendered,
      content,
      rendered_content: rendered.html,
      prev_rendered_content_version: 1,
      is_me_message: isMeMessage(content),
    },
  }
}

/** Changes the content of one message and publishes it; call inside `context.write`. */
export function editContent(context: ServerContext, writer: UserRow, row: MessageRow, content: string): void {
  const now = context.nowSeconds()
  const change = replaceContent(context, writer, row, content, now)
  context.tables.messages.addEdit(row.id, {
    ...noEdit,
    ...change.edit,
    user_id: writer.id,
    timestamp: now,
  })
  const stream = row.stream_id === null ? undefined : context.tables.streams.get(row.stream_id)
  for (const userId of audienceOf(context, row)) {
    const flags = change.flagsOf.get(userId) ?? null
    context.events.publish(userId, () => ({
      type: 'update_message',
      user_id: writer.id,
      edit_timestamp: now,
      message_id: row.id,
      message_ids: [row.id],
      flags: flagNames(flags),
      rendering_only: false,
      ...(stream === undefined ? {} : { stream_id: stream.id, stream_name: stream.name }),
      ...change.fields,
    }))
  }
}

/** An edit without changes. */
export const noEdit: Omit<EditRow, 'user_id' | 'timestamp'> = {
  prev_content: null,
  prev_rendered: null,
  prev_stream: null,
  stream: null,
  prev_topic: null,
  topic: null,
}
