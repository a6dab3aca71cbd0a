import { visibleMessage } from '../access.ts'
import { linkAttachments } from '../attachments.ts'
import type { ServerContext } from '../context.ts'
import { pathInteger, type Endpoints } from '../endpoint.ts'
import { badRequest } from '../errors.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { normalizeContent } from '../sending.ts'
import { flagNames, isMeMessage, roles } from '../serialize.ts'
import { flagBits, type MessageRow } from '../store/messages.ts'
import type { UserRow } from '../store/users.ts'

/** Content emptied by an edit is stored as these words (wire-protocol.md §2.4.2). */
const emptied = '(deleted)'

/** `PATCH` and `DELETE /messages/{message_id}`, `GET /messages/{message_id}/history` (wire-protocol.md §2.4.2, §2.4.3). */
export function messageChangeRoutes(api: Endpoints, context: ServerContext): void {
  const { messages } = context.tables

  api.authenticated('PATCH', '/messages/:message_id', (call) => {
    const { parameters, user } = call
    const row = visibleMessage(context, user, pathInteger(call, 'message_id'))
    const content = parameters.optionalText('content')
    const mode = parameters.optionalText('propagate_mode') ?? 'change_one'
    if (content === undefined) throw badRequest('Nothing to change')
    if (mode !== 'change_one') throw badRequest('Invalid propagate_mode without topic edit')
    if (row.sender_id !== user.id) throw badRequest("You don't have permission to edit this message")
    const text = content.trim() === '' ? emptied : normalizeContent(content)
    context.write(() => {
      editContent(context, user, row, text)
    })
    return {}
  })

  api.authenticated('DELETE', '/messages/:message_id', (call) => {
    const { user } = call
    const row = visibleMessage(context, user, pathInteger(call, 'message_id'))
    if (row.sender_id !== user.id && user.role > roles.administrator) {
      throw badRequest("You don't have permission to delete this message")
    }
    context.write(() => {
      const readers = messages.readers(row.id)
      messages.remove(row.id)
      const place =
        row.stream_id === null
          ? { message_type: 'private' }
          : { message_type: 'stream', stream_id: row.stream_id, topic: row.topic }
      for (const { userId } of readers) {
        context.events.publish(userId, (options) => ({
          type: 'delete_message',
          ...(options.bulkDeletion ? { message_ids: [row.id] } : { message_id: row.id }),
          ...place,
        }))
      }
    })
    return {}
  })

  api.authenticated('GET', '/messages/:message_id/history', (call) => {
    const row = visibleMessage(context, call.user, pathInteger(call, 'message_id'))
    return { message_history: history(context, row) }
  })
}

function editContent(context: ServerContext, user: UserRow, row: MessageRow, content: string): void {
  const { messages } = context.tables
  const rendered = renderMarkdown(content, context.directory)
  const now = context.nowSeconds()
  messages.addEdit({ messageId: row.id, userId: user.id, timestamp: now, content: row.content, rendered: row.rendered })
  messages.setContent(row.id, { content, rendered: rendered.html, timestamp: now })
  linkAttachments(context, row.sender_id, row.id, rendered.uploads)
  for (const { userId, flags } of messages.readers(row.id)) {
    // An edit can mention somebody anew, or no longer (M18).
    let changed = flags & ~(flagBits.mentioned | flagBits.stream_wildcard_mentioned)
    if (rendered.mentionedUserIds.has(userId)) changed |= flagBits.mentioned
    if (rendered.mentionsEveryone) changed |= flagBits.stream_wildcard_mentioned
    messages.setFlags(userId, row.id, changed)
    const stream = row.stream_id === null ? undefined : context.tables.streams.get(row.stream_id)
    context.events.publish(userId, () => ({
      type: 'update_message',
      user_id: user.id,
      edit_timestamp: now,
      message_id: row.id,
      message_ids: [row.id],
      flags: flagNames(changed),
      rendering_only: false,
      ...(stream === undefined ? {} : { stream_id: stream.id, stream_name: stream.name }),
      orig_content: row.content,
      orig_rendered_content: row.rendered,
      content,
      rendered_content: rendered.html,
      prev_rendered_content_version: 1,
      is_me_message: isMeMessage(content),
    }))
  }
}

/** Every version, the original first; each later one carries what it replaced. */
function history(context: ServerContext, row: MessageRow): Record<string, unknown>[] {
  const edits = context.tables.messages.edits(row.id)
  const version = (index: number) => ({
    topic: row.topic,
    content: edits[index]?.prev_content ?? row.content,
    rendered_content: edits[index]?.prev_rendered ?? row.rendered,
  })
  return [
    { timestamp: row.timestamp, user_id: row.sender_id, ...version(0) },
    ...edits.map((edit, index) => ({
      timestamp: edit.timestamp,
      user_id: edit.user_id,
      ...version(index + 1),
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered,
    })),
  ]
}
