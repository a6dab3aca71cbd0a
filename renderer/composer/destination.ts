import type { Destination, Narrow } from '#contract/values.ts'

/** What decides where a message goes. */
interface Addressed {
  readonly narrow: Narrow
  /** The typed topic. */
  readonly topic: string
  readonly needsTopic: boolean
  readonly isTopicless: boolean
}

/** The destination of a message; null while a required topic is missing. An empty topic is allowed otherwise. */
export function destinationFor({ narrow, topic, needsTopic, isTopicless }: Addressed): Destination | null {
  if (narrow.kind !== 'stream') return narrow
  const named = isTopicless ? '' : topic.trim()
  return named === '' && needsTopic ? null : { kind: 'topic', streamId: narrow.streamId, topic: named }
}
