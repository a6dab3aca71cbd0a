import type { Destination, Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'

/** The properties that decide on the destination of a message. */
interface Addressed {
  readonly narrow: Narrow
  /** The typed topic. */
  readonly topic: string
  readonly needsTopic: boolean
  readonly isTopicless: boolean
}

/** Returns the destination of a message; null while a required topic is missing. */
export function destinationFor({ narrow, topic, needsTopic, isTopicless }: Addressed): Destination | null {
  if (narrow.kind !== 'stream') return narrow
  const named = isTopicless ? '' : topic.trim()
  return named === '' && needsTopic ? null : { kind: 'topic', streamId: narrow.streamId, topic: named }
}

/** The reason why a stream accepts no message in the open topic although it accepts others. */
export type UnwantedTopic = 'needs_topic' | 'topicless'

/** Returns the reason why the stream accepts no message in the open topic; null if it does. */
export function unwantedTopic(meta: ConversationMeta): UnwantedTopic | null {
  if (meta.narrow.kind !== 'topic') return null
  if (meta.needsTopic && meta.narrow.topic === '') return 'needs_topic'
  return meta.isTopicless && meta.narrow.topic !== '' ? 'topicless' : null
}
