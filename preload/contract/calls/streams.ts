import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, streamIdSchema, topicSchema, type TopicLink } from '../values.ts'

/** A property of the user's subscription to a stream, and its new value. */
const subscriptionProperty = z.union([
  z
    .strictObject({
      property: z.enum([
        'is_muted',
        'pin_to_top',
        'desktop_notifications',
        'audible_notifications',
        'push_notifications',
        'email_notifications',
        'wildcard_mentions_notify',
      ]),
      value: z.boolean(),
    })
    .readonly(),
  z.strictObject({ property: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i) }).readonly(),
])

export type SubscriptionProperty = z.output<typeof subscriptionProperty>

/** Calls about streams and their topics. */
export const streamCalls = {
  'streams.property': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, change: subscriptionProperty }),
    output: typeOf<null>(),
  },
  /** `policy`: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  'topics.policy': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      streamId: streamIdSchema,
      topic: topicSchema,
      policy: z.number().int().min(0).max(3),
    }),
    output: typeOf<null>(),
  },
  /** The links in the name of a topic, in its order. */
  'topics.links': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, topic: topicSchema }),
    output: typeOf<readonly TopicLink[]>(),
  },
  'topics.resolve': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      streamId: streamIdSchema,
      topic: topicSchema.min(1),
      isResolved: z.boolean(),
    }),
    output: typeOf<null>(),
  },
} as const satisfies CallTable
