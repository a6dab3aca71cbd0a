import { normalizeContent, renderStored } from './message-text.ts'
import { canReadStream, isSubscribed } from '../../streams/access.ts'
import { linkAttachments } from './attachments.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Destination } from './destination.ts'
import type { ServerEvent } from '../../events/event-log.ts'
import type { Rendered } from '../../markdown/render.ts'
import { requireMentionRights, textFlags } from './mentions.ts'
import { apiEmail, withGuestSight } from '../../people/people.ts'
import { matchesQueueNarrow } from '../../events/queue-narrow.ts'
import { flagNames, messageObject } from '../reading/serialize.ts'
import { contentBits, directBit, flagBits, type MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'
import { followWhereMentioned, participate } from '../../streams/topic-policies.ts'
import { widgetOf } from './widgets.ts'
import { linksInTopic } from '#shared/content/topic-links.ts'

export interface Outgoing {
  readonly sender: UserRow
  readonly destination: Destination
  readonly content: string
  readonly client: string
  readonly readBySender: boolean
  /** The queue whose event gets `localId`. */
  readonly echo?: { readonly queueId: string; readonly localId: string }
  /** The first submessage, as the sender sent it. */
  readonly widget?: string
  /** UNIX seconds; set for the history of the demo. */
  readonly timestamp?: number
  /** Whether the message is read for a user from the beginning; set for the history of the demo. */
  readonly isRead?: (userId: number) => boolean
}

export interface Sent {
  readonly id: number
  /** The policy of the sender's topic after it was automatically unmuted (2) or followed (3). */
  readonly newPolicy: 2 | 3 | undefined
}

/** The kinds of content as bits. */
export function contentKinds(rendered: Rendered): number {
  return (
    (rendered.uploads.size > 0 ? contentBits.attachment : 0) |
    (rendered.hasImage ? contentBits.image : 0) |
    (rendered.hasLink ? contentBits.link : 0)
  )
}

/** The links in a topic's name, in their stored form. */
export function topicLinks(context: ServerContext, topic: string): string {
  if (topic === '') return '[]'
  return JSON.stringify(linksInTopic(topic, context.directory.linkify(topic)))
}

/**
 * Checks, renders and stores a message, and publishes it to its receivers; call inside `context.write`. Content and
 * topic follow wire-protocol.md §2.4.1.
 */
export function sendMessage(context: ServerContext, outgoing: Outgoing): Sent {
  const { messages, streams, users } = context.tables
  const { sender, destination } = outgoing
  const content = normalizeContent(outgoing.content)
  const rendered = renderStored(context, content, sender)
  if (sender.is_system === 0) requireMentionRights(context, sender, destination, rendered)
  const place =
    destination.type === 'stream' ? { streamId: destination.stream.id, topic: destination.topic } : undefined
  const startsTopic = place !== undefined && messages.topicSpelling(place.streamId, place.topic) === undefined
  const receivers = new Set(
    destination.type === 'stream' ? streams.subscribers(destination.stream.id) : [...destination.userIds, sender.id],
  )
  // The sender always has a personal row, also for an unsubscribed stream.
  receivers.add(sender.id)
  const mutedBy = context.tables.preferences.mutedBy(sender.id)
  const flagsOf = textFlags(context, { content, rendered, destination, senderId: sender.id })
  const kind = destination.type === 'direct' ? directBit : 0
  const rows = [...receivers].map((userId) => {
    const isRead =
      // A message of a muted user is already read (wire-protocol.md §2.8).
      mutedBy.has(userId) || (userId === sender.id && outgoing.readBySender) || outgoing.isRead?.(userId) === true
    return { userId, flags: flagsOf(userId) | kind | (isRead ? flagBits.read : 0) }
  })
  const insert = () =>
    messages.add(
      {
        senderId: sender.id,
        recipientId:
          destination.type === 'stream'
            ? messages.streamRecipient(destination.stream.id)
            : messages.directRecipient([...destination.userIds, sender.id]),
        topic: place?.topic ?? '',
        topicLinks: topicLinks(context, place?.topic ?? ''),
        content,
        rendered: rendered.html,
        has: contentKinds(rendered),
        timestamp: outgoing.timestamp ?? context.nowSeconds(),
        client: outgoing.client,
      },
      rows,
    )
  // A first direct message makes its users visible to each other.
  const id = destination.type === 'direct' ? withGuestSight(context, insert) : insert()
  if (place !== undefined) streams.noteFirstMessage(place.streamId, id)
  const widget = outgoing.widget ?? widgetOf(content, { readsTasks: context.layer?.readsTasks ?? false })
  if (widget !== undefined) {
    context.tables.submessages.add({ message_id: id, sender_id: sender.id, msg_type: 'widget', content: widget })
  }
  linkAttachments(context, sender.id, id, rendered.uploads)
  // The event of an automatically followed topic must precede that of its message.
  const newPolicy = place === undefined ? undefined : followBySending(place)
  const row = messages.find(id)
  if (row !== undefined) tell(context, row, rows, outgoing)
  return { id, newPolicy }

  function followBySending(topic: { streamId: number; topic: string }): Sent['newPolicy'] {
    const policy =
      sender.is_system === 1 ? undefined : participate(context, sender, topic, startsTopic ? 'started' : 'sent')
    for (const { userId, flags } of rows) {
      const user = users.get(userId)
      const isMentioned = (flags & flagBits.mentioned) !== 0 && userId !== sender.id
      if (user !== undefined && isMentioned) followWhereMentioned(context, user, topic)
    }
    return policy
  }
}

function tell(
  context: ServerContext,
  row: MessageRow,
  rows: readonly { userId: number; flags: number }[],
  { destination, echo, sender }: Outgoing,
): void {
  const stream = destination.type === 'stream' ? destination.stream : undefined
  const objects = new Map<boolean, Record<string, unknown>>()
  const objectFor = (applyMarkdown: boolean) => {
    const object = objects.get(applyMarkdown) ?? messageObject(context, row, { applyMarkdown, withFlags: false })
    objects.set(applyMarkdown, object)
    return object
  }
  // Most readers get the same event.
  const events = new Map<string, ServerEvent>()
  const eventFor = (applyMarkdown: boolean, flags: readonly string[]) => {
    const key = `${applyMarkdown} ${flags.join()}`
    const event = events.get(key) ?? { type: 'message', flags, message: objectFor(applyMarkdown) }
    events.set(key, event)
    return event
  }
  const matches = (narrow: readonly (readonly [string, string])[], flags: readonly string[]) =>
    narrow.length === 0 ||
    matchesQueueNarrow(narrow, { row, streamName: stream?.name, senderEmail: apiEmail(sender), flags })
  const told = new Set<number>()
  for (const { userId, flags } of rows) {
    if (stream !== undefined && !isSubscribed(context, userId, stream.id)) continue
    told.add(userId)
    const names = flagNames(flags)
    context.events.publish(userId, (options, queueId) =>
      !matches(options.narrow, names)
        ? null
        : echo?.queueId === queueId
          ? { ...eventFor(options.applyMarkdown, names), local_message_id: echo.localId }
          : eventFor(options.applyMarkdown, names),
    )
  }
  if (stream?.invite_only !== 0) return
  context.events.publishToListeners(told, (options, userId) => {
    // The owner of the queue may have become a guest.
    const listener = context.tables.users.get(userId)
    const mayHear = listener !== undefined && canReadStream(context, listener, stream)
    return mayHear && matches(options.narrow, []) ? eventFor(options.applyMarkdown, []) : null
  })
}
