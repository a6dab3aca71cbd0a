import type { Destination } from '../../../../preload/contract/values.ts'
import type { ReadWorld } from '../world.ts'
import { capabilitiesOf } from '../../api/capabilities.ts'

/** How servers below feature level 334 name the topic of messages without one (wire-protocol.md §2.4.1). */
const noTopic = '(no topic)'

/**
 * A topic that somebody typed, as the server at hand will have it: a server that knows empty topics takes the names that
 * stand for one as such, an older one gives messages without a topic a name. Blanks round it go.
 */
export function topicAtServer(world: ReadWorld, typed: string): string {
  const topic = typed.trim()
  if (!capabilitiesOf(world.organization?.featureLevel ?? 0).emptyTopics) return topic === '' ? noTopic : topic
  return topic === noTopic || topic === world.topicName('') ? '' : topic
}

/** Whether a topic, as the server has it, stands for none. */
export function isNoTopic(topic: string): boolean {
  return topic === '' || topic === noTopic
}

/** Where a message goes that may lack a topic. */
export function withTopic(world: ReadWorld, destination: Destination): Destination {
  if (destination.kind !== 'topic') return destination
  return { ...destination, topic: topicAtServer(world, destination.topic) }
}
