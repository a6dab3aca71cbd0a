import {
  canPost,
  canReadMessage,
  canReadStream,
  hasSharedHistory,
  isSubscribed,
  readableStream,
} from '../../streams/access.ts'
import { audienceOf } from '../reading/audience.ts'
import type { ServerContext } from '../../context/context.ts'
import { noEdit, replaceContent, type ContentChange } from './editing.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { announce, silentMention } from '../sending/notification-bot.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { tellRead } from '../../people/mark-read.ts'
import { isModerator, policyAllows } from '../../people/permissions.ts'
import { publishDeletion } from './deleting.ts'
import { topicLinks } from '../sending/sending.ts'
import { flagNames } from '../reading/serialize.ts'
import { flagBits, topicKey, type MessageRow } from '../../store/messages/message-rows.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'
import { messageAddress, topicLink } from '../../streams/stream-links.ts'
import { setTopicPolicy, topicPolicies } from '../../streams/topic-policies.ts'

export type PropagateMode = 'change_one' | 'change_later' | 'change_all'

export interface Move {
  readonly row: MessageRow
  readonly from: StreamRow
  readonly to: StreamRow
  readonly topic: string
  readonly mode: PropagateMode
  /** New content of the message itself, in the same edit. */
  readonly content: string | undefined
  readonly tellOldThread: boolean
  readonly tellNewThread: boolean
}

const noTopic = '(no topic)'
const resolvedPrefix = '✔ '

/**
 * Checks whether the user may move the message (wire-protocol.md §2.4.2).
 * @throws ServiceError `BAD_REQUEST`, `MOVE_MESSAGES_TIME_LIMIT_EXCEEDED`
 */
export function requireMove(context: ServerContext, user: UserRow, move: Move): void {
  const settings = organizationSettings(context)
  const { row, from, to, topic } = move
  const mayMove = context.layer?.rights.mayMove(user, move)
  if (topic === noTopic && settings.mandatory_topics) throw badRequest('Topics are required in this organization.')
  if (topic !== row.topic) {
    if (!(mayMove ?? policyAllows(context, user, settings.edit_topic_policy))) {
      throw badRequest("You don't have permission to edit this message")
    }
    requireTime(context, user, move, settings.move_messages_within_stream_limit_seconds, 'topic')
  }
  if (to.id !== from.id) {
    if (!(mayMove ?? policyAllows(context, user, settings.move_messages_between_streams_policy))) {
      throw badRequest("You don't have permission to move this message")
    }
    readableStream(context, user, to.id)
    if (!canPost(context, user, to)) throw badRequest(`Not authorized to send to stream '${to.name}'`)
    requireTime(context, user, move, settings.move_messages_between_streams_limit_seconds, 'stream')
  }
}

function requireTime(
  context: ServerContext,
  user: UserRow,
  move: Move,
  limit: number | null,
  what: 'topic' | 'stream',
): void {
  if (limit === null || isModerator(user) || context.layer?.rights.isTimed(move) === false) return
  const { row, from, mode } = move
  const oldest = context.nowSeconds() - limit
  if (row.timestamp < oldest) throw badRequest(`The time limit for editing this message's ${what} has passed`)
  if (mode !== 'change_all') return
  const { messages } = context.tables
  const rows = messages.topicIds(from.id, row.topic).flatMap((id) => messages.get(id, user.id) ?? [])
  const allowed = rows.filter((other) => other.timestamp >= oldest)
  if (allowed.length === rows.length) return
  throw new ServiceError(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'You only have permission to move the recent messages of this topic.',
    {
      extra: {
        first_message_id_allowed_to_move: allowed[0]?.id ?? row.id,
        total_messages_in_topic: rows.length,
        total_messages_allowed_to_move: allowed.length,
      },
    },
  )
}

/** Moves messages with all consequences for their readers, and publishes the move; call inside `context.write`. */
export function moveMessages(context: ServerContext, user: UserRow, move: Move): void {
  const { messages, streams } = context.tables
  const { row, from, to, topic } = move
  const now = context.nowSeconds()
  const all = messages.topicIds(from.id, row.topic)
  const ids = move.mode === 'change_one' ? [row.id] : all.filter((id) => move.mode === 'change_all' || id >= row.id)
  const rows = ids.flatMap((id) => {
    const found = messages.get(id, user.id)
    return found !== undefined && canReadMessage(context, user, found) ? [found] : []
  })
  const isWholeTopic = rows.length === all.length
  const targetExists = messages.topicSpelling(to.id, topic) !== undefined
  const before = new Map(rows.map((moved) => [moved.id, audienceOf(context, moved)]))

  const content = move.content === undefined ? undefined : replaceContent(context, user, row, move.content, now)
  const recipientId = messages.streamRecipient(to.id)
  const links = topicLinks(context, topic)
  const isRenamed = topic !== row.topic
  for (const old of rows) {
    const current = messages.get(old.id, user.id) ?? old
    // If only the stream changes, each message keeps its spelling of the topic.
    const place = isRenamed ? { topic, topicLinks: links } : { topic: old.topic, topicLinks: old.topic_links }
    messages.setPlace(current, { ...place, recipientId, timestamp: now })
    messages.addEdit(old.id, {
      ...noEdit,
      ...(old.id === row.id ? content?.edit : undefined),
      ...(to.id === from.id ? {} : { prev_stream: from.id, stream: to.id }),
      ...(place.topic === old.topic ? {} : { prev_topic: old.topic, topic }),
      user_id: user.id,
      timestamp: now,
    })
  }
  if (to.id !== from.id) {
    streams.findFirstMessage(from.id)
    streams.findFirstMessage(to.id)
    moveReaders(context, rows, to)
  }
  tell(context, user, { move, rows, before, content, now, links })
  if (isWholeTopic) movePolicies(context, move, targetExists)
  announceMove(context, user, move, { rows, isWholeTopic })
}

/**
 * Removes the personal rows of users who may not read the destination, and adds rows for users who could not have
 * received the messages before.
 */
function moveReaders(context: ServerContext, rows: readonly MessageRow[], to: StreamRow): void {
  const { messages, streams, users } = context.tables
  const noLongerUnread = new Map<number, number[]>()
  for (const row of rows) {
    const received = new Set<number>()
    for (const { userId, flags } of messages.readers(row.id)) {
      received.add(userId)
      const reader = users.get(userId)
      if (reader === undefined || !canReadStream(context, reader, to)) {
        messages.removeReader(userId, row.id)
      } else if (!isSubscribed(context, userId, to.id) && (flags & flagBits.read) === 0) {
        // Messages in an unsubscribed stream become read.
        messages.setFlags(userId, row.id, flags | flagBits.read)
        noLongerUnread.set(userId, [...(noLongerUnread.get(userId) ?? []), row.id])
      }
    }
    if (hasSharedHistory(to)) continue
    for (const userId of streams.subscribers(to.id)) {
      if (!received.has(userId)) messages.addHistorical(userId, row.id, flagBits.read)
    }
  }
  for (const [userId, ids] of noLongerUnread) tellRead(context, userId, ids)
}

interface Moved {
  readonly move: Move
  readonly rows: readonly MessageRow[]
  readonly before: ReadonlyMap<number, ReadonlySet<number>>
  readonly content: ContentChange | undefined
  readonly now: number
  readonly links: string
}

function tell(context: ServerContext, user: UserRow, moved: Moved): void {
  const { messages } = context.tables
  const { move, rows, before, content, now, links } = moved
  const { row, from, to, topic } = move
  const seen = new Map<number, number[]>()
  const lost = new Map<number, number[]>()
  for (const old of rows) {
    const current = messages.get(old.id, user.id)
    const audience = current === undefined ? new Set<number>() : audienceOf(context, current)
    const knew = before.get(old.id) ?? new Set<number>()
    const received = new Set(messages.readers(old.id).map((reader) => reader.userId))
    for (const userId of audience) {
      // Users who subscribe only to the new stream get no event, as for messages of an unsubscribed stream.
      if (knew.has(userId) || received.has(userId)) seen.set(userId, [...(seen.get(userId) ?? []), old.id])
    }
    for (const userId of knew) {
      if (!audience.has(userId)) lost.set(userId, [...(lost.get(userId) ?? []), old.id])
    }
  }
  for (const [userId, ids] of seen) {
    const flags = messages.get(row.id, userId)?.flags ?? null
    context.events.publish(userId, () => ({
      type: 'update_message',
      user_id: user.id,
      edit_timestamp: now,
      message_id: row.id,
      message_ids: ids,
      flags: flagNames(flags),
      rendering_only: false,
      stream_id: from.id,
      stream_name: from.name,
      ...content?.fields,
      orig_subject: row.topic,
      propagate_mode: move.mode,
      ...(topic === row.topic ? {} : { subject: topic, topic_links: JSON.parse(links) as unknown }), // by topicLinks()
      ...(to.id === from.id ? {} : { new_stream_id: to.id }),
    }))
  }
  for (const [userId, ids] of lost) {
    publishDeletion(context, userId, ids, { message_type: 'stream', stream_id: from.id, topic: row.topic })
  }
}

/** Moves the visibility policies of a topic with its messages. */
function movePolicies(context: ServerContext, { row, from, to, topic }: Move, targetExists: boolean): void {
  if (from.id === to.id && topicKey(row.topic) === topicKey(topic)) return
  const { preferences, users } = context.tables
  for (const { userId, policy } of preferences.choicesFor(from.id, row.topic)) {
    setTopicPolicy(context, userId, { streamId: from.id, topic: row.topic }, topicPolicies.none)
    const user = users.get(userId)
    if (user === undefined || !canReadStream(context, user, to)) continue
    const there = preferences.topicPolicy(userId, to.id, topic)
    const next = targetExists ? nearer(policy, there) : policy
    if (next !== there) setTopicPolicy(context, userId, { streamId: to.id, topic }, next)
  }
}

/** The more visible of the policies of two merged topics. */
function nearer(a: number, b: number): number {
  const { muted, none, unmuted, followed } = topicPolicies
  const order: readonly number[] = [muted, none, unmuted, followed]
  return order.indexOf(a) > order.indexOf(b) ? a : b
}

/** A topic without the mark of resolved topics. */
export function withoutMark(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/, '')
}

/** Announces the destination of moved messages and whether a topic was resolved (wire-protocol.md §2.4.2). */
function announceMove(
  context: ServerContext,
  user: UserRow,
  { row, from, to, topic, content, tellOldThread, tellNewThread }: Move,
  { rows, isWholeTopic }: { rows: readonly MessageRow[]; isWholeTopic: boolean },
): void {
  const who = silentMention(user)
  const isMarked = topic.startsWith(resolvedPrefix)
  const there = { type: 'stream', stream: to, topic } as const
  const isResolving = content === undefined && isMarked !== row.topic.startsWith(resolvedPrefix)
  const isOnlyResolving = isResolving && from.id === to.id && withoutMark(topic) === withoutMark(row.topic)
  const saysMark = isOnlyResolving || context.layer?.habits.has('announces a move alone') !== true
  if (isResolving && saysMark) {
    const text = `${who} has marked this topic as ${isMarked ? 'resolved' : 'unresolved'}.`
    announce(context, there, text, { unreadFor: participants(context, rows) })
  }
  if (isOnlyResolving) return
  const count = rows.length
  if (tellNewThread) {
    const what = isWholeTopic
      ? 'This topic was'
      : count === 1
        ? `[A message](${messageAddress(to, topic, row.id)}) was`
        : `${count} messages were`
    announce(context, there, `${what} moved here from ${topicLink(from, row.topic)} by ${who}.`)
  }
  if (tellOldThread) {
    const what = isWholeTopic
      ? 'This topic was moved'
      : `${count === 1 ? 'A message was' : `${count} messages were`} moved from this topic`
    const here = { type: 'stream', stream: from, topic: row.topic } as const
    announce(context, here, `${what} to ${topicLink(to, topic)} by ${who}.`)
  }
}

/** The users who wrote or reacted in these messages; only for them the notice of a resolved topic is unread. */
function participants(context: ServerContext, rows: readonly MessageRow[]): ReadonlySet<number> {
  const { reactions } = context.tables
  return new Set(rows.flatMap((row) => [row.sender_id, ...reactions.ofMessage(row.id).map(({ user_id }) => user_id)]))
}
