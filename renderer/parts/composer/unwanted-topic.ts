import type { ConversationMeta } from '#contract/conversations.ts'

/** The reason why a stream accepts no message in the open topic although it accepts others. */
export type UnwantedTopic = 'needs_topic' | 'topicless'

/** Returns the reason why the stream accepts no message in the open topic; null if it does. */
export function unwantedTopic(meta: ConversationMeta): UnwantedTopic | null {
  if (meta.narrow.kind !== 'topic') return null
  if (meta.needsTopic && meta.narrow.topic === '') return 'needs_topic'
  return meta.isTopicless && meta.narrow.topic !== '' ? 'topicless' : null
}
