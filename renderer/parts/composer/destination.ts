import type { Destination, Narrow } from '#contract/base/values.ts'

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
