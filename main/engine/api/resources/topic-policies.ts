import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const topicSchema = z.object({
  stream_id: z.number().int(),
  topic_name: z.string(),
  visibility_policy: z.number().int(),
})

/** The old form: stream name, topic, time. */
const mutedSchema = lenientArray(z.tuple([z.string(), z.string()]).rest(z.unknown()))

/** The user's topic policies (wire-protocol.md §2.8). */
export const topicPoliciesWire = {
  // Servers below feature level 170 support only the old form; newer ones omit it if both are requested.
  fetches: ['user_topic', 'muted_topics'],
  shape: {
    /** Sent on request by all levels since 134; a server with only the old form omits it. */
    user_topics: lenientArray(topicSchema).optional().catch(undefined),
    muted_topics: mutedSchema.catch([]),
  },
  events: [
    topicSchema.extend({ type: z.literal('user_topic') }),
    z.object({ type: z.literal('muted_topics'), muted_topics: mutedSchema }),
  ],
} as const satisfies Wire
