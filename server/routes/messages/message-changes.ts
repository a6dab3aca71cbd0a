import { visibleMessage, visibleStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { deleteMessages, requireDeletion } from '../../messages/changes/deleting.ts'
import { editContent, requireContentEdit } from '../../messages/changes/editing.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { normalizeContent, normalizeTopic, prepareContent } from '../../messages/sending/message-text.ts'
import { moveMessages, requireMove, type Move, type PropagateMode } from '../../messages/changes/moving.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { flagBits, type MessageRow } from '../../store/messages/message-rows.ts'
import { settingsOf } from '../../people/user-settings.ts'

/** The stored content of a message that an edit emptied (wire-protocol.md §2.4.2). */
const emptied = '(deleted)'

const modes: readonly PropagateMode[] = ['change_one', 'change_later', 'change_all']

/** `PATCH` and `DELETE /messages/{message_id}`, its history and its readers (wire-protocol.md §2.4.2, §2.4.3). */
export function messageChangeRoutes(api: Endpoints, context: ServerContext): void {
  const { messages, users, preferences } = context.tables

  api.authenticated('PATCH', '/messages/:message_id', async (call) => {
    const { parameters, user } = call
    const id = pathInteger(call, 'message_id')
    const content = parameters.optionalText('content')
    const topic = parameters.optionalText('topic') ?? parameters.optionalText('subject')
    const streamId = parameters.optionalInteger('stream_id')
    const modeText = parameters.optionalText('propagate_mode') ?? 'change_one'
    const tellOldThread = parameters.boolean('send_notification_to_old_thread', false)
    const tellNewThread = parameters.boolean('send_notification_to_new_thread', true)
    const mode = modes.find((known) => known === modeText)
    if (mode === undefined) throw badRequest('Invalid propagate_mode')
    if (content !== undefined) await prepareContent(context, content, user)
    context.write(() => {
      const row = visibleMessage(context, user, id)
      if (content === undefined && topic === undefined && streamId === undefined) throw badRequest('Nothing to change')
      if (mode !== 'change_one' && topic === undefined && streamId === undefined) {
        throw badRequest('Invalid propagate_mode without topic edit')
      }
      if (content !== undefined && streamId !== undefined) {
        throw badRequest('Cannot change message content while changing stream')
      }
      const text = content === undefined ? undefined : content.trim() === '' ? emptied : normalizeContent(content)
      if (text !== undefined) requireContentEdit(context, user, row)
      const move = readMove(row, { topic, streamId })
      if (move === undefined) {
        if (text === undefined) throw badRequest('Nothing to change')
        editContent(context, user, row, text)
        return
      }
      const whole: Move = { ...move, mode, content: text, tellOldThread, tellNewThread }
      requireMove(context, user, whole)
      moveMessages(context, user, whole)
    })
    return {}

    function readMove(
      row: MessageRow,
      wish: { topic: string | undefined; streamId: number | undefined },
    ): Pick<Move, 'row' | 'from' | 'to' | 'topic'> | undefined {
      if (row.stream_id === null) {
        if (wish.topic !== undefined) throw badRequest('Direct messages cannot have topics.')
        if (wish.streamId !== undefined) throw badRequest('Direct messages cannot be moved to streams.')
        return undefined
      }
      const from = context.tables.streams.get(row.stream_id)
      if (from === undefined || from.is_archived === 1) throw badRequest('Invalid message(s)')
      const newTopic = wish.topic === undefined ? row.topic : normalizeTopic(wish.topic)
      const to = wish.streamId === undefined ? from : visibleStream(context, user, wish.streamId)
      return newTopic === row.topic && to.id === from.id ? undefined : { row, from, to, topic: newTopic }
    }
  })

  api.authenticated('DELETE', '/messages/:message_id', (call) => {
    const { user } = call
    const id = pathInteger(call, 'message_id')
    context.write(() => {
      const row = visibleMessage(context, user, id)
      requireDeletion(context, user, row)
      deleteMessages(context, [row])
    })
    return {}
  })

  api.authenticated('GET', '/messages/:message_id/history', (call) => {
    if (!organizationSettings(context).allow_edit_history) {
      throw badRequest('Message edit history is disabled in this organization')
    }
    call.parameters.boolean('allow_empty_topic_name', false)
    const row = visibleMessage(context, call.user, pathInteger(call, 'message_id'))
    return { message_history: history(context, row) }
  })

  api.authenticated('GET', '/messages/:message_id/read_receipts', (call) => {
    if (!organizationSettings(context).enable_read_receipts) {
      throw badRequest('Read receipts are disabled in this organization.')
    }
    const { user } = call
    const row = visibleMessage(context, user, pathInteger(call, 'message_id'))
    const apart = preferences.mutedBy(user.id)
    for (const muted of preferences.mutedUsers(user.id)) apart.add(muted.muted_id)
    return {
      user_ids: messages
        .readers(row.id)
        .filter(({ userId, flags }) => {
          const reader = users.get(userId)
          return (
            (flags & flagBits.read) !== 0 &&
            userId !== row.sender_id &&
            !apart.has(userId) &&
            reader?.is_active === 1 &&
            settingsOf(reader).send_read_receipts === true
          )
        })
        .map((reader) => reader.userId)
        .sort((a, b) => a - b),
    }
  })
}

/** All versions, the original first; each later one contains the values that it replaced. */
function history(context: ServerContext, row: MessageRow): Record<string, unknown>[] {
  const edits = context.tables.messages.edits(row.id)
  let current = { topic: row.topic, content: row.content, rendered_content: row.rendered }
  const versions: Record<string, unknown>[] = []
  for (const edit of edits.toReversed()) {
    versions.unshift({
      timestamp: edit.timestamp,
      user_id: edit.user_id,
      ...current,
      ...(edit.prev_topic === null ? {} : { prev_topic: edit.prev_topic }),
      ...(edit.prev_stream === null ? {} : { prev_stream: edit.prev_stream, stream: edit.stream }),
      ...(edit.prev_content === null
        ? {}
        : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered ?? '' }),
    })
    current = {
      topic: edit.prev_topic ?? current.topic,
      content: edit.prev_content ?? current.content,
      rendered_content: edit.prev_rendered ?? current.rendered_content,
    }
  }
  return [{ timestamp: row.timestamp, user_id: row.sender_id, ...current }, ...versions]
}
