import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { muteTopicDeprecated, setTopicPolicy } from '../../api/preferences.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { topicConversation, topicKey } from '../../values/conversation.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'
import { skipIfConfirmed } from '../sending/confirmation.ts'

const schema = z.object({
  streamId: z.number(),
  topic: z.string(),
  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  policy: z.number(),
})
type TopicChoice = z.infer<typeof schema>
const payloadOf = payloadReader(schema)

/** Sets the visibility policy of a topic. */
export const topicPolicyKind: ActionKindDefinition<TopicChoice> = {
  name: 'topic_policy',
  schema,
  queueKey: { pattern: /^topic_policy:(\d+):/, shows: 'stream' },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      const { streamId, topic, policy } = payloadOf(row)
      if (core.capabilities.userTopics) {
        await setTopicPolicy(core.api, { streamId, topic, policy }, options)
        return
      }
      const choice = { streamId, topic, isMuted: policy === 1 }
      await skipIfConfirmed(
        core,
        () => isConfirmed(core, row),
        () => muteTopicDeprecated(core.api, choice, options),
      )
    },
    isConfirmed,
    applyResponse: ({ store }, row, since) => {
      if (!since.arePreferencesNewest()) return []
      const { streamId, topic, policy } = payloadOf(row)
      store.preferences.setTopic({ stream_id: streamId, topic_key: topicKey(topic), policy })
      return [{ kind: 'preferences' }]
    },
  },
  overlay: {
    preferences: ({ topics }, row) => {
      const { streamId, topic, policy } = payloadOf(row)
      topics.set(`${streamId}:${topicKey(topic)}`, policy)
    },
  },
  describe: (_core, row) => {
    const { streamId, topic } = payloadOf(row)
    return { what: { code: 'TOPIC_CHOICE' }, conversation: topicConversation(streamId, topicKey(topic)), text: '' }
  },
}

/** Mutes, unmutes or follows a topic, or lets it inherit from its stream (wire-protocol.md §2.8). */
function chooseTopicPolicy(core: Core, choice: TopicChoice, localId: string): Result<null> {
  const { capabilities } = core
  if (choice.policy === 3 && !capabilities.followTopics) {
    return { ok: false, error: { code: 'FEATURE_MISSING', values: { feature: 'follow_topics' } } }
  }
  if (choice.policy === 2 && !capabilities.userTopics) {
    return { ok: false, error: { code: 'FEATURE_MISSING', values: { feature: 'unmute_topics' } } }
  }
  const queueKey = `topic_policy:${choice.streamId}:${topicKey(choice.topic)}`
  queueAction(core, topicPolicyKind, { localId, queueKey, payload: choice })
  return { ok: true, value: null }
}

function isConfirmed({ accountState }: ReadCore, row: OutboxRow): boolean {
  const { streamId, topic, policy } = payloadOf(row)
  return accountState.topicPolicy(streamId, topicKey(topic)) === policy
}

export const topicPolicyCalls = {
  'topics.policy': (core, choice, newId) => chooseTopicPolicy(core, choice, newId('topic')),
} as const satisfies ActionCalls
