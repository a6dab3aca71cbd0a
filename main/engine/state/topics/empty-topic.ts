import type { Destination } from '#contract/base/values.ts'
import type { ReadAccountState } from '../account-state.ts'
import { capabilitiesOf } from '../../api/capabilities.ts'

/** The name of the empty topic on servers below feature level 334 (wire-protocol.md §2.4.1). */
const noTopic = '(no topic)'

/**
 * Normalizes a typed topic for the account's server: a server with empty topics accepts their names as empty, an
 * older one names them. Surrounding blanks are removed.
 */
export function topicAtServer(accountState: ReadAccountState, typed: string): string {
  const topic = typed.trim()
  if (!capabilitiesOf(accountState.organization?.featureLevel ?? 0).emptyTopics) return topic === '' ? noTopic : topic
  return topic === noTopic || topic === accountState.topicName('') ? '' : topic
}

/** Returns whether a topic of the server is the empty one. */
export function isNoTopic(topic: string): boolean {
  return topic === '' || topic === noTopic
}

/** Returns the destination with its topic normalized for the account's server. */
export function withTopic(accountState: ReadAccountState, destination: Destination): Destination {
  if (destination.kind !== 'topic') return destination
  return { ...destination, topic: topicAtServer(accountState, destination.topic) }
}
