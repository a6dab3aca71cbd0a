import type { Destination, Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { StreamId, UserId } from './ids.ts'

/** The contract defines these types. `values/` and `store/` import them from here. */
export type { Destination, FeedNarrow, Narrow }

/** The form in which topics are compared (M22). It ignores case, while the spelling is kept for display. */
export type TopicKey = string & { readonly __brand: 'TopicKey' }

/** The other members of a direct conversation in ascending order, as in `3,8`; empty for notes to oneself. */
export type DirectKey = string & { readonly __brand: 'DirectKey' }

/**
 * The key of a conversation, which is equal for every spelling of its topic: `topic:5:lunch`, `direct:3,8`,
 * `stream:5`. Only this module creates and parses it; database columns and outbox rows contain it.
 */
export type ConversationKey = string & { readonly __brand: 'ConversationKey' }

/** The parts of a conversation key. */
export type ConversationParts =
  | { readonly kind: 'topic'; readonly streamId: StreamId; readonly topicKey: TopicKey }
  | { readonly kind: 'stream'; readonly streamId: StreamId }
  | { readonly kind: 'direct'; readonly directKey: DirectKey }

/** Returns the form in which a topic is compared. */
export function topicKey(topic: string): TopicKey {
  return topic.toLowerCase() as TopicKey // this function makes the brand
}

/** Returns the key of a direct conversation from its members, with or without the own account. */
export function directKey(memberIds: readonly UserId[], selfId: UserId): DirectKey {
  return directKeyOf(memberIds.filter((id) => id !== selfId))
}

/** Returns the key of a direct conversation from its other members. */
export function directKeyOf(memberIds: readonly UserId[]): DirectKey {
  return [...new Set(memberIds)].sort((a, b) => a - b).join(',') as DirectKey // this function makes the brand
}

/** Returns the conversation of a topic. `key` is a `TopicKey`, as in database columns. */
export function topicConversation(streamId: StreamId, key: string): ConversationKey {
  return `topic:${streamId}:${key}` as ConversationKey // this function makes the brand
}

/** Returns the key that stands for all topics of a stream. */
export function streamConversation(streamId: StreamId): ConversationKey {
  return `stream:${streamId}` as ConversationKey // this function makes the brand
}

/** Returns the conversation of a `DirectKey`, as in database columns. */
export function directConversation(key: string): ConversationKey {
  return `direct:${key}` as ConversationKey // this function makes the brand
}

/** Returns the key of a narrow. */
export function conversationKey(narrow: Narrow): ConversationKey {
  switch (narrow.kind) {
    case 'topic':
      return topicConversation(narrow.streamId, topicKey(narrow.topic))
    case 'stream':
      return streamConversation(narrow.streamId)
    case 'direct':
      return directConversation(directKeyOf(narrow.userIds))
  }
}

/** Returns the conversation of a message. */
export function conversationOf(message: {
  readonly stream_id: StreamId | null
  readonly topic_key: string
  readonly direct_key: string | null
}): ConversationKey {
  return message.stream_id === null
    ? directConversation(message.direct_key ?? '')
    : topicConversation(message.stream_id, message.topic_key)
}

/**
 * Parses a conversation key; null for an invalid text. It avoids large patterns, because it is called for every
 * unread conversation.
 */
export function parseConversation(conversation: string): ConversationParts | null {
  if (conversation.startsWith('topic:')) {
    const end = conversation.indexOf(':', 'topic:'.length)
    const streamId = end === -1 ? null : idOf(conversation.slice('topic:'.length, end))
    if (streamId === null) return null
    // the key was made by `topicKey`
    return { kind: 'topic', streamId, topicKey: conversation.slice(end + 1) as TopicKey }
  }
  if (conversation.startsWith('stream:')) {
    const streamId = idOf(conversation.slice('stream:'.length))
    return streamId === null ? null : { kind: 'stream', streamId }
  }
  if (!conversation.startsWith('direct:')) return null
  const key = conversation.slice('direct:'.length)
  // the pattern proves the form
  return /^(?:\d+(?:,\d+)*)?$/.test(key) ? { kind: 'direct', directKey: key as DirectKey } : null
}

function idOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null
}

/** Returns the stream of a topic or stream key; null for direct conversations. */
export function streamOfConversation(conversation: string): number | null {
  if (conversation.startsWith('direct:')) return null
  const parts = parseConversation(conversation)
  return parts === null || parts.kind === 'direct' ? null : parts.streamId
}

/**
 * Returns the user ids of a direct conversation key, which are empty for other conversations and for notes to
 * oneself.
 */
export function usersOfConversation(conversation: string): number[] {
  const parts = parseConversation(conversation)
  return parts?.kind === 'direct' ? membersOf(parts.directKey) : []
}

/** Returns the user ids of a `DirectKey`. */
export function membersOf(key: string): number[] {
  return key.split(',').filter(Boolean).map(Number)
}

/** A unit of synchronization: a stream, or all direct messages. */
export type Container = Extract<FeedNarrow, { kind: 'direct_all' }> | Extract<Narrow, { kind: 'stream' }>

/** Returns the key of the container's ranges. */
export function containerName(container: Container): string {
  return container.kind === 'direct_all' ? 'direct' : streamConversation(container.streamId)
}

/** Returns the container of a container's or a conversation's key. */
export function containerOfName(name: string): Container {
  const streamId = streamOfConversation(name)
  return streamId === null ? { kind: 'direct_all' } : { kind: 'stream', streamId }
}

/**
 * Returns the key of the container that contains the messages of a key of ranges: of a container, a conversation or a
 * feed. Null for a feed, whose messages are in several containers.
 */
export function containerOfRanges(name: string): string | null {
  if (name === 'direct' || name.startsWith('direct:')) return 'direct'
  const streamId = name.startsWith('feed:') ? null : streamOfConversation(name)
  return streamId === null ? null : streamConversation(streamId)
}

/** Returns the key of the container that contains a conversation. */
export function containerOfConversation(conversation: string): string {
  return containerName(containerOfName(conversation))
}
