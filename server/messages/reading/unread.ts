import { closedStreams } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { limits } from '../../base/limits.ts'
import { memberIds } from './serialize.ts'
import { mentionBits, topicKey, flagBits } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'
import { topicPolicies } from '../../streams/topic-policies.ts'

interface UnreadTopic {
  readonly stream_id: number
  readonly topic: string
  readonly unread_message_ids: number[]
}

function ofKey<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

/** `unread_msgs`: ids of unread messages by conversation (wire-protocol.md §2.2.2). */
export function unreadMessages(context: ServerContext, user: UserRow): Record<string, unknown> {
  const closed = closedStreams(context, user)
  const all = context.tables.messages.unread(user.id, limits.unreadTold.most)
  const isHidden = hiddenTopics(context, user)
  const streams: UnreadTopic[] = []
  const topics = new Map<number, Map<string, UnreadTopic>>()
  const direct = new Map<number, number[]>()
  const groups = new Map<string, number[]>()
  const mentions: number[] = []
  let count = 0
  for (const [id, topic, streamId, userIds, flags] of all.toReversed()) {
    if (streamId !== null && closed.has(streamId)) continue
    const isAside = streamId !== null && isHidden(streamId, topic)
    if (isListedMention(flags, isAside)) mentions.push(id)
    if (!isAside) count += 1
    if (streamId !== null) {
      const ofStream = ofKey(topics, streamId, () => new Map<string, UnreadTopic>())
      const entry = ofKey(ofStream, topic, () => {
        const begun = { stream_id: streamId, topic, unread_message_ids: [] }
        streams.push(begun)
        return begun
      })
      entry.unread_message_ids.push(id)
      continue
    }
    const members = memberIds({ user_ids: userIds })
    if (members.length > 2) {
      ofKey(groups, members.join(','), () => []).push(id)
    } else {
      const other = members.find((member) => member !== user.id) ?? user.id
      ofKey(direct, other, () => []).push(id)
    }
  }
  return {
    count,
    pms: [...direct].map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids })),
    streams,
    huddles: [...groups].map(([key, ids]) => ({ user_ids_string: key, unread_message_ids: ids })),
    mentions,
    old_unreads_missing: all.length >= limits.unreadTold.most,
  }
}

/**
 * Whether a list of mentions contains a message: direct mentions always, wildcard mentions in unmuted conversations
 * only.
 */
export function isListedMention(flags: number, isHidden: boolean): boolean {
  return (flags & flagBits.mentioned) !== 0 || ((flags & mentionBits) !== 0 && !isHidden)
}

/** Whether a topic is hidden: muted itself, or in a muted stream without its own policy. */
export function hiddenTopics(context: ServerContext, user: UserRow): (streamId: number, topic: string) => boolean {
  const { streams, preferences } = context.tables
  const muted = new Set(streams.subscriptions(user.id).flatMap((row) => (row.is_muted === 1 ? [row.stream_id] : [])))
  // Policies are grouped by stream, since most streams have none and tens of thousands of topics may be tested.
  const policies = new Map<number, Map<string, number>>()
  for (const row of preferences.topics(user.id)) {
    ofKey(policies, row.stream_id, () => new Map<string, number>()).set(row.topic_key, row.visibility_policy)
  }
  return (streamId, topic) => {
    const policy = policies.get(streamId)?.get(topicKey(topic)) ?? topicPolicies.none
    return policy === topicPolicies.muted || (policy === topicPolicies.none && muted.has(streamId))
  }
}

/** `recent_private_conversations` of register: without the reader, newest first. */
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
