import { canPost, canSeeStream, isSubscribed } from './access.ts'
import { limits, type ServerContext } from './context.ts'
import { badRequest, ServiceError } from './errors.ts'
import { linkAttachments } from './attachments.ts'
import { renderMarkdown } from './markdown/render.ts'
import { flagNames, messageObject } from './serialize.ts'
import { flagBits } from './store/messages.ts'
import type { StreamRow } from './store/streams.ts'
import type { UserRow } from './store/users.ts'

export type Destination =
  | { readonly type: 'stream'; readonly stream: StreamRow; readonly topic: string }
  | { readonly type: 'direct'; readonly userIds: readonly number[] }

export interface Outgoing {
  readonly sender: UserRow
  readonly destination: Destination
  readonly content: string
  readonly client: string
  readonly readBySender: boolean
  /** The queue that gets `localId` back in its event. */
  readonly echo?: { readonly queueId: string; readonly localId: string }
  /** UNIX seconds; the demo data writes history with it. */
  readonly timestamp?: number
  /** Who has read it already; the demo data writes history with it. */
  readonly isRead?: (userId: number) => boolean
}

/**
 * Checks, renders and stores a message, and tells everybody who receives it; call inside `context.write`.
 * The rules for content and topic are those of wire-protocol.md §2.4.1.
 */
export function sendMessage(context: ServerContext, outgoing: Outgoing): number {
  const { messages, streams } = context.tables
  const content = normalizeContent(outgoing.content)
  const rendered = renderMarkdown(content, context.directory)
  const { sender, destination } = outgoing
  const receivers = new Set(
    destination.type === 'stream' ? streams.subscribers(destination.stream.id) : [...destination.userIds, sender.id],
  )
  // The sender always has a personal row, also in a stream that the sender does not subscribe to.
  receivers.add(sender.id)
  const mutedBy = context.tables.preferences.mutedBy(sender.id)
  const rows = [...receivers].map((userId) => {
    // What a muted person writes arrives read (wire-protocol.md §2.8).
    let flags = mutedBy.has(userId) ? flagBits.read : 0
    if (userId === sender.id && outgoing.readBySender) flags |= flagBits.read
    if (outgoing.isRead?.(userId) === true) flags |= flagBits.read
    if (rendered.mentionedUserIds.has(userId)) flags |= flagBits.mentioned
    if (rendered.mentionsEveryone) flags |= flagBits.stream_wildcard_mentioned
    return { userId, flags }
  })
  const id = messages.add(
    {
      senderId: sender.id,
      recipientId:
        destination.type === 'stream'
          ? messages.streamRecipient(destination.stream.id)
          : messages.directRecipient([...destination.userIds, sender.id]),
      topic: destination.type === 'stream' ? destination.topic : '',
      content,
      rendered: rendered.html,
      timestamp: outgoing.timestamp ?? context.nowSeconds(),
      client: outgoing.client,
    },
    rows,
  )
  if (destination.type === 'stream') streams.noteFirstMessage(destination.stream.id, id)
  linkAttachments(context, sender.id, id, rendered.uploads)
  for (const { userId, flags } of rows) {
    if (destination.type === 'stream' && !isSubscribed(context, userId, destination.stream.id)) continue
    const row = messages.get(id, userId)
    if (row === undefined) continue
    context.events.publish(userId, (options, queueId) => ({
      type: 'message',
      flags: flagNames(flags),
      message: messageObject(context, row, { applyMarkdown: options.applyMarkdown, withFlags: false }),
      ...(outgoing.echo?.queueId === queueId ? { local_message_id: outgoing.echo.localId } : {}),
    }))
  }
  return id
}

/** Strips as the service does; too long content is cut, empty content refused. */
export function normalizeContent(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '')
  if (content === '') throw badRequest('Message must not be empty')
  if (content.includes('\0')) throw badRequest('Message must not contain null bytes')
  const points = [...content]
  const tail = '\n[message truncated]'
  return points.length <= limits.message ? content : points.slice(0, limits.message - tail.length).join('') + tail
}

export function normalizeTopic(text: string): string {
  const topic = text.trim()
  if (topic === '') throw badRequest("Topic can't be empty!")

  if (/[\u0000-\u001f\u007f]/.test(topic)) throw badRequest('Invalid character in topic!')
  const points = [...topic]
  return points.length <= limits.topic ? topic : `${points.slice(0, limits.topic - 3).join('')}...`
}

/** @throws ServiceError `STREAM_DOES_NOT_EXIST`, or `BAD_REQUEST` where the user may not post. */
export function streamDestination(
  context: ServerContext,
  sender: UserRow,
  to: string | number,
  topic: string,
): Destination {
  const { streams } = context.tables
  const stream = typeof to === 'number' ? streams.get(to) : streams.byName(to)
  if (stream === undefined || !canSeeStream(context, sender, stream)) {
    throw new ServiceError(
      'STREAM_DOES_NOT_EXIST',
      typeof to === 'number' ? `Stream with ID '${to}' does not exist` : `Stream '${to}' does not exist`,
      { extra: typeof to === 'number' ? { stream_id: to } : { stream: to } },
    )
  }
  if (!canPost(sender, stream)) throw badRequest(`Not authorized to send to stream '${stream.name}'`)
  return { type: 'stream', stream, topic: normalizeTopic(topic) }
}

export function directDestination(context: ServerContext, to: readonly (string | number)[]): Destination {
  const userIds = to.map((member) => {
    const user = typeof member === 'number' ? context.tables.users.get(member) : context.tables.users.byEmail(member)
    if (user === undefined) throw badRequest(`Invalid user ID ${member}`)
    if (user.is_active === 0) throw badRequest(`'${user.full_name}' is no longer using this organization.`)
    return user.id
  })
  if (userIds.length === 0) throw badRequest('Message must have recipients')
  return { type: 'direct', userIds }
}
