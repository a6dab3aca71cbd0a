import { closedStreams } from './access.ts'
import type { ServerContext } from './context.ts'
import { limits } from './limits.ts'
import { memberIds } from './serialize.ts'
import { mentionBits, topicKey, flagBits } from './store/messages.ts'
import type { UserRow } from './store/users.ts'
import { topicPolicies } from './topic-policies.ts'

/** `unread_msgs`: ids of unread messages by conversation (wire-protocol.md §2.2.2). */
export function unreadMessages(context: ServerContext, user: UserRow): Record<string, unknown> {
  const closed = closedStreams(context, user)
  const all = context.tables.messages.unread(user.id, limits.unreadTold.most)
  const rows = all.filter((row) => row.stream_id === null || !closed.has(row.stream_id))
  const isHidden = hiddenTopics(context, user)
  const streams = new Map<string, { stream_id: number; topic: string; unread_message_ids: number[] }>()
  const direct = new Map<number, number[]>()
  const groups = new Map<string, number[]>()
  const mentions: number[] = []
  let count = 0
  for (const row of rows.toReversed()) {
    const isAside = row.stream_id !== null && isHidden(row.stream_id, row.topic)
    if (isListedMention(row.flags, isAside)) mentions.push(row.id)
    if (!isAside) count += 1
    if (row.stream_id !== null) {
      const key = `${row.stream_id}:${row.topic}`
      const entry = streams.get(key) ?? { stream_id: row.stream_id, topic: row.topic, unread_message_ids: [] }
      entry.unread_message_ids.push(row.id)
      streams.set(key, entry)
      continue
    }
    const members = memberIds(row)
    if (members.length > 2) {
      const key = members.join(',')
      const ids = groups.get(key) ?? []
      ids.push(row.id)
      groups.set(key, ids)
    } else {
      const other = members.find((id) => id !== user.id) ?? user.id
      const ids = direct.get(other) ?? []
      ids.push(row.id)
      direct.set(other, ids)
    }
  }
  return {
    count,
    pms: [...direct].map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids })),
    streams: [...streams.values()],
    huddles: [...groups].map(([key, ids]) => ({ user_ids_string: key, unread_message_ids: ids })),
    mentions,
    old_unreads_missing: all.length >= limits.unreadTold.most,
  }
}

/** Whether a list of mentions has a message: direct ones always, those of everybody where nothing is muted. */
export function isListedMention(flags: number, isHidden: boolean): boolean {
  return (flags & flagBits.mentioned) !== 0 || ((flags & mentionBits) !== 0 && !isHidden)
}

/** Whether a topic is out of the user's way: muted itself, or in a muted stream without a wish of its own. */
export function hiddenTopics(context: ServerContext, user: UserRow): (streamId: number, topic: string) => boolean {
  const { streams, preferences } = context.tables
  const muted = new Set(streams.subscriptions(user.id).flatMap((row) => (row.is_muted === 1 ? [row.stream_id] : [])))
  const policies = new Map(
    preferences.topics(user.id).map((row) => [`${row.stream_id}:${row.topic_key}`, row.visibility_policy]),
  )
  return (streamId, topic) => {
    const policy = policies.get(`${streamId}:${topicKey(topic)}`) ?? topicPolicies.none
    return policy === topicPolicies.muted || (policy === topicPolicies.none && muted.has(streamId))
  }
}

/** `recent_private_conversations` of register: without the reader, the newest first. */
export function recentDirect(context: ServerContext, user: UserRow): Record<string, unknown>[] {
  return context.tables.messages.directConversations(user.id, limits.directConversationsTold.most).map((row) => ({
    max_message_id: row.max_message_id,
    user_ids: memberIds(row).filter((id) => id !== user.id),
  }))
}

/** Ids of the starred messages that the user can read, ascending. */
export function starredMessages(context: ServerContext, user: UserRow): number[] {
  const closed = closedStreams(context, user)
  return context.tables.messages
    .starred(user.id, limits.starredTold.most)
    .filter((row) => row.stream_id === null || !closed.has(row.stream_id))
    .map((row) => row.message_id)
    .reverse()
}
