import { canReadMessage } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import type { AttachmentRow } from '../../store/messages/attachments.ts'
import type { UserRow } from '../../store/people/users.ts'

/** An attachment for its owner (wire-protocol.md §2.3.2); at this feature level its times are milliseconds. */
export function attachmentObject(context: ServerContext, row: AttachmentRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    path_id: row.path_id,
    size: row.size,
    create_time: row.create_time * 1000,
    messages: context.tables.attachments
      .messages(row.id)
      .map((message) => ({ id: message.id, date_sent: message.timestamp * 1000 })),
  }
}

/** Publishes an added, changed or removed attachment to its owner; call inside `context.write`. */
export function tellAttachment(context: ServerContext, op: 'add' | 'update' | 'remove', row: AttachmentRow): void {
  context.events.publish(row.user_id, () => ({
    type: 'attachment',
    op,
    attachment: op === 'remove' ? { id: row.id } : attachmentObject(context, row),
    upload_space_used: context.tables.attachments.usedBytesOfAll(),
  }))
}

/** Whether the user may read the file: as its owner, or as a reader of a message that links to it. */
export function canReadAttachment(context: ServerContext, user: UserRow, row: AttachmentRow): boolean {
  if (row.user_id === user.id) return true
  return context.tables.attachments.messages(row.id).some(({ id }) => {
    const message = context.tables.messages.get(id, user.id)
    return message !== undefined && canReadMessage(context, user, message)
  })
}

/**
 * Records the files that a message links to, if its author may read them: a link to a file of another user must not
 * make the file readable. Call inside `context.write`, after the message is stored or edited.
 */
export function linkAttachments(
  context: ServerContext,
  authorId: number,
  messageId: number,
  pathIds: ReadonlySet<string>,
): void {
  const { attachments, users } = context.tables
  const author = users.get(authorId)
  const wanted = [...pathIds].flatMap((pathId) => {
    const row = attachments.byPath(pathId)
    return row !== undefined && author !== undefined && canReadAttachment(context, author, row) ? [row] : []
  })
  const wantedIds = new Set(wanted.map((row) => row.id))
  for (const row of attachments.ofMessage(messageId)) {
    if (wantedIds.has(row.id)) continue
    attachments.unlink(row.id, messageId)
    tellAttachment(context, 'update', row)
  }
  for (const row of wanted) {
    if (attachments.link(row.id, messageId)) tellAttachment(context, 'update', row)
  }
}
