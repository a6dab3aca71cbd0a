import type { StreamId } from '../../values/ids.ts'
import { capabilitiesOf } from '../../api/capabilities.ts'
import { topicPoliciesWire } from '../../api/resources/topic-policies.ts'
import type { RegisteredIn } from '../../api/wire.ts'
import type { TopicPolicyRow } from '../../store/preferences.ts'
import type { Store } from '../../store/store.ts'
import { topicKey } from '../../values/conversation.ts'
import type { Change } from '../changes.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { slice } from '../slice.ts'
import { topicPolicies } from '../account-parts.ts'

const changed: Change = { kind: 'preferences' }

/** The topics of a registration: policies, or the list of muted topics of an older server. */
interface RegisteredTopics {
  /** It is null if the server sent only the old form. */
  readonly policies: readonly TopicPolicyRow[] | null
  readonly muted: readonly (readonly [stream: string, topic: string])[]
}

/** Reads the policies of a registration. Streams of the old form are looked up by name in `streams`. */
export function registeredPolicies(
  answer: RegisteredIn<typeof topicPoliciesWire>,
  streams: readonly { readonly id: number; readonly name: string }[],
): readonly TopicPolicyRow[] {
  const { policies, muted } = registeredTopics(answer)
  return policies ?? mutedTopicRows(streams, muted)
}

function registeredTopics(answer: RegisteredIn<typeof topicPoliciesWire>): RegisteredTopics {
  return {
    policies: answer.user_topics?.map(policyRow) ?? null,
    muted: answer.muted_topics.map(([stream, topic]) => [stream, topic]),
  }
}

function policyRow(topic: {
  readonly stream_id: StreamId
  readonly topic_name: string
  readonly visibility_policy: number
}): TopicPolicyRow {
  return { stream_id: topic.stream_id, topic_key: topicKey(topic.topic_name), policy: topic.visibility_policy }
}

/** Stores the muted topics of older servers. Topics of unknown streams are ignored. */
function replaceMutedTopics(
  preferences: Store['preferences'],
  streams: readonly { readonly id: number; readonly name: string }[],
  muted: readonly (readonly [string, string, ...unknown[]])[],
): void {
  preferences.clearTopics()
  for (const row of mutedTopicRows(streams, muted)) preferences.setTopic(row)
}

/** Converts muted topics of the old form to policies. */
function mutedTopicRows(
  streams: readonly { readonly id: number; readonly name: string }[],
  muted: readonly (readonly [string, string, ...unknown[]])[],
): TopicPolicyRow[] {
  const byName = new Map(streams.map((stream) => [stream.name.toLowerCase(), stream.id]))
  return muted.flatMap(([stream, topic]) => {
    const id = byName.get(stream.toLowerCase())
    return id === undefined ? [] : [{ stream_id: id, topic_key: topicKey(topic), policy: 1 }]
  })
}

export const topicPoliciesSlice = slice({
  name: 'topic_policies',
  wire: topicPoliciesWire,
  parts: [topicPolicies],
  read: registeredTopics,
  replace: ({ store: { preferences }, accountState }, { policies, muted }) => {
    preferences.clearTopics()
    if (policies === null) replaceMutedTopics(preferences, [...accountState.streams.values()], muted)
    for (const row of policies ?? []) preferences.setTopic(row)
    return [changed]
  },
  choices: ['user_topic', 'muted_topics'],
  reducers: {
    /** The policy of a stream's case-insensitive topic is inserted or replaced (O1). */
    user_topic: ({ store }, event) => {
      store.preferences.setTopic(policyRow(event))
      return [changed, ...invalidateFeeds(store, 'visibility')]
    },
    /**
     * The deprecated event contains the whole list, by stream name. A server with policies may send it as well; then
     * it lacks unmuted and followed topics and is ignored (O1).
     */
    muted_topics: ({ store, accountState }, event) => {
      if (capabilitiesOf(accountState.organization?.featureLevel ?? 0).userTopics) return []
      replaceMutedTopics(store.preferences, [...accountState.streams.values()], event.muted_topics)
      return [changed, ...invalidateFeeds(store, 'visibility')]
    },
  },
})
