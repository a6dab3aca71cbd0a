import type { StreamId } from '../../values/ids.ts'
import type { Failure } from '#contract/base/failures.ts'
import { isNoTopic } from './empty-topic.ts'
import type { ReadAccountState } from '../account-state.ts'

/** Whether messages to a stream may, must or must not have an empty topic (newer-servers.md §2, levels 392 and 404). */
export type TopicsPolicy = 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'

/** Returns the stream's own policy, otherwise the organization's. */
export function topicsPolicyOf(accountState: ReadAccountState, streamId: StreamId): TopicsPolicy {
  const own = accountState.streamFacts(streamId).topics_policy
  if (own !== undefined && own !== 'inherit') return own
  return accountState.organizationSettings.organization.mandatory_topics ? 'disable_empty_topic' : 'allow_empty_topic'
}

/** Returns the reason for which a normalized topic cannot be used; null if it can. */
export function topicProblem(
  accountState: ReadAccountState,
  streamId: StreamId,
  topic: string,
  act: 'send' | 'move' = 'send',
): Failure | null {
  switch (topicsPolicyOf(accountState, streamId)) {
    case 'allow_empty_topic':
      return null
    case 'disable_empty_topic':
      if (!isNoTopic(topic)) return null
      return { code: 'TOPIC_MISSING', values: { act } }
    case 'empty_topic_only':
      if (isNoTopic(topic)) return null
      return { code: 'TOPIC_UNWANTED', values: { topic: accountState.topicName('') } }
  }
}
