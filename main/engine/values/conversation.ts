import type { Narrow } from '../../../preload/contract/values.ts'

/** Topics are equal when their keys are (M22): case is kept for show and ignored for comparing. */
export function topicKey(topic: string): string {
  return topic.toLowerCase()
}

/** The other members of a direct conversation, sorted: `3,8`; empty for notes to oneself. */
export function directKey(memberIds: readonly number[], selfId: number): string {
  return [...new Set(memberIds)]
    .filter((id) => id !== selfId)
    .sort((a, b) => a - b)
    .join(',')
}

/** One name for a conversation, the same for every spelling of its topic: `topic:5:lunch`, `direct:3,8`, `stream:5`. */
export function conversationKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `topic:${narrow.streamId}:${topicKey(narrow.topic)}`
    case 'stream':
      return `stream:${narrow.streamId}`
    case 'direct':
      return `direct:${[...new Set(narrow.userIds)].sort((a, b) => a - b).join(',')}`
  }
}

/** The conversation that a message stands in. */
export function conversationOf(message: {
  readonly stream_id: number | null
  readonly topic_key: string
  readonly direct_key: string | null
}): string {
  return message.stream_id === null
    ? `direct:${message.direct_key ?? ''}`
    : `topic:${message.stream_id}:${message.topic_key}`
}

/** The stream of a topic's key, null for direct conversations. */
export function streamOfConversation(conversation: string): number | null {
  const match = /^(?:topic|stream):(\d+)/.exec(conversation)
  return match === null ? null : Number(match[1])
}

/** User ids in a `direct:` key. */
export function usersOfConversation(conversation: string): number[] {
  return conversation
    .replace(/^direct:/, '')
    .split(',')
    .filter(Boolean)
    .map(Number)
}
