import type { Narrow } from './narrow.ts'

/** The form of a topic's name in which names are compared (M22): case is kept for display and ignored here. */
export type TopicKey = string & { readonly __brand: 'TopicKey' }

/** The other members of a direct conversation, ascending: `3,8`; empty for notes to oneself. */
export type DirectKey = string & { readonly __brand: 'DirectKey' }

/**
 * The name of a conversation, the same for every spelling of its topic: `topic:5:lunch`, `direct:3,8`, `stream:5`. Only
 * this module writes and reads the form; it is stored in columns of the database and in outbox rows.
 */
export type ConversationKey = string & { readonly __brand: 'ConversationKey' }

/** The parts of a conversation's key. */
export type ConversationParts =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topicKey: TopicKey }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'direct'; readonly directKey: DirectKey }

export function topicKey(topic: string): TopicKey {
  return topic.toLowerCase() as TopicKey // made here
}

/** The key of a direct conversation from all its members, the own account among them or not. */
export function directKey(memberIds: readonly number[], selfId: number): DirectKey {
  return directKeyOf(memberIds.filter((id) => id !== selfId))
}

/** The key of a direct conversation from its other members. */
export function directKeyOf(memberIds: readonly number[]): DirectKey {
  return [...new Set(memberIds)].sort((a, b) => a - b).join(',') as DirectKey // made here
}

/** The conversation of a topic whose key is known, as columns of the database hold it. */
export function topicConversation(streamId: number, key: string): ConversationKey {
  return `topic:${streamId}:${key}` as ConversationKey // made here
}

/** All topics of a stream together. */
export function streamConversation(streamId: number): ConversationKey {
  return `stream:${streamId}` as ConversationKey // made here
}

/** The direct conversation of a `DirectKey`, as columns of the database hold it. */
export function directConversation(key: string): ConversationKey {
  return `direct:${key}` as ConversationKey // made here
}

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

/** The conversation of a message. */
export function conversationOf(message: {
  readonly stream_id: number | null
  readonly topic_key: string
  readonly direct_key: string | null
}): ConversationKey {
  return message.stream_id === null
    ? directConversation(message.direct_key ?? '')
    : topicConversation(message.stream_id, message.topic_key)
}

/** Reads a conversation's key; null for a text that is none. */
export function parseConversation(conversation: string): ConversationParts | null {
  const [, kind, rest = ''] = /^(topic|stream|direct):(.*)$/s.exec(conversation) ?? []
  switch (kind) {
    case 'topic': {
      const [, streamId, key] = /^(\d+):(.*)$/s.exec(rest) ?? []
      return key === undefined ? null : { kind, streamId: Number(streamId), topicKey: key as TopicKey } // read here
    }
    case 'stream':
      return /^\d+$/.test(rest) ? { kind, streamId: Number(rest) } : null
    case 'direct':
      return /^(?:\d+(?:,\d+)*)?$/.test(rest) ? { kind, directKey: rest as DirectKey } : null // read here
    default:
      return null
  }
}

/** The stream of a topic's or a stream's key; null for direct conversations. */
export function streamOfConversation(conversation: string): number | null {
  const parts = parseConversation(conversation)
  return parts === null || parts.kind === 'direct' ? null : parts.streamId
}

/** The user ids of a direct conversation's key; none for other conversations and for notes to oneself. */
export function usersOfConversation(conversation: string): number[] {
  const parts = parseConversation(conversation)
  return parts?.kind === 'direct' ? membersOf(parts.directKey) : []
}

/** The user ids of a `DirectKey`. */
export function membersOf(key: string): number[] {
  return key.split(',').filter(Boolean).map(Number)
}
