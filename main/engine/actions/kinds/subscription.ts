import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { setSubscriptionProperty } from '../../api/preferences.ts'
import type { Core } from '../../core/core.ts'
import { streamConversation } from '../../values/conversation.ts'
import { putStreams } from '../../state/directory/directory.ts'
import { withSubscriptionProperty } from '../../state/directory/stream-reducers.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'

const schema = z.object({
  streamId: z.number(),
  property: z.string(),
  value: z.union([z.boolean(), z.string()]),
})
type SubscriptionChange = z.infer<typeof schema>
const payloadOf = payloadReader(schema)

/** Sets a property of the own subscription to a stream. */
export const subscriptionKind: ActionKindDefinition<SubscriptionChange> = {
  name: 'subscription',
  schema,
  queueKey: { pattern: /^subscription:(\d+):/, shows: 'stream' },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      await setSubscriptionProperty(core.api, payloadOf(row), options)
    },
    isConfirmed: ({ accountState }, row) => {
      const { streamId, property, value } = payloadOf(row)
      const stream = accountState.streams.get(streamId)
      if (stream === undefined) return true
      return JSON.stringify(withSubscriptionProperty(stream, property, value)) === JSON.stringify(stream)
    },
    applyResponse: ({ store, accountState }, row, since) => {
      if (!since.arePreferencesNewest()) return []
      const { streamId, property, value } = payloadOf(row)
      const stream = accountState.streams.get(streamId)
      return stream === undefined ? [] : [putStreams(store, [withSubscriptionProperty(stream, property, value)])]
    },
  },
  overlay: {
    preferences: ({ subscriptions }, row) => {
      const { streamId, property, value } = payloadOf(row)
      subscriptions.set(streamId, [...(subscriptions.get(streamId) ?? []), { property, value }])
    },
  },
  describe: (_core, row) => ({
    what: { code: 'STREAM_CHOICE' },
    conversation: streamConversation(payloadOf(row).streamId),
    text: '',
  }),
}

/** Sets a property of a subscription (wire-protocol.md §2.7). */
function changeSubscription(core: Core, change: SubscriptionChange, localId: string): Result<null> {
  if (core.accountState.streams.get(change.streamId)?.is_subscribed !== 1) {
    return { ok: false, error: { code: 'NOT_SUBSCRIBED' } }
  }
  const queueKey = `subscription:${change.streamId}:${change.property}`
  queueAction(core, subscriptionKind, { localId, queueKey, payload: change })
  return { ok: true, value: null }
}

export const subscriptionCalls = {
  'streams.property': (core, { streamId, change }, newId) =>
    changeSubscription(core, { streamId, ...change }, newId('stream')),
} as const satisfies ActionCalls
