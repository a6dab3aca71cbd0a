import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** A stream or subscription; `writeStreamFacts` parses its permissions. */
export const streamSchema = z.looseObject({
  stream_id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  invite_only: z.boolean().catch(false),
  stream_post_policy: z.number().catch(1),
  color: z.string().optional(),
  is_muted: z.boolean().optional(),
  pin_to_top: z.boolean().optional(),
  desktop_notifications: z.boolean().nullish().catch(null),
  audible_notifications: z.boolean().nullish().catch(null),
  wildcard_mentions_notify: z.boolean().nullish().catch(null),
  push_notifications: z.boolean().nullish().catch(null),
  email_notifications: z.boolean().nullish().catch(null),
  date_created: z.number().nullish().catch(null),
  is_web_public: z.boolean().catch(false),
  history_public_to_subscribers: z.boolean().catch(true),
  message_retention_days: z.number().nullish().catch(null),
  first_message_id: z.number().nullish().catch(null),
  stream_weekly_traffic: z.number().nullish().catch(null),
  is_archived: z.boolean().catch(false),
  is_recently_active: z.boolean().nullish().catch(null),
})

export type WireStream = z.infer<typeof streamSchema>

const ids = z.array(z.number().int())

export const streamsWire = {
  fetches: ['subscription'],
  listens: ['stream'],
  shape: {
    // The lists are long, so `streamSchema` parses them in parts.
    subscriptions: z.array(z.unknown()),
    unsubscribed: z.array(z.unknown()).catch([]),
    never_subscribed: z.array(z.unknown()).catch([]),
  },
  events: [
    z.object({ type: z.literal('subscription'), op: z.literal('add'), subscriptions: lenientArray(streamSchema) }),
    z.object({
      type: z.literal('subscription'),
      op: z.literal('remove'),
      subscriptions: lenientArray(z.object({ stream_id: z.number().int() })),
    }),
    z.object({
      type: z.literal('subscription'),
      op: z.literal('update'),
      stream_id: z.number().int(),
      property: z.string(),
      value: z.unknown(),
    }),
    /** Changes of other subscribers. Their lists are fetched on display. */
    z.object({
      type: z.literal('subscription'),
      op: z.enum(['peer_add', 'peer_remove']),
      stream_ids: ids,
      user_ids: ids,
    }),
    z.object({ type: z.literal('stream'), op: z.literal('create'), streams: lenientArray(streamSchema) }),
    z
      .object({
        type: z.literal('stream'),
        op: z.literal('delete'),
        stream_ids: ids.optional().catch(undefined),
        /** Ids from feature level 343 on; whole streams before. */
        streams: lenientArray(z.object({ stream_id: z.number().int() }))
          .optional()
          .catch(undefined),
      })
      .refine(({ stream_ids, streams }) => stream_ids !== undefined || streams !== undefined)
      .transform(({ stream_ids, streams = [], ...event }) => ({
        ...event,
        stream_ids: [...new Set([...(stream_ids ?? []), ...streams.map((stream) => stream.stream_id)])],
      })),
    z.object({
      type: z.literal('stream'),
      op: z.literal('update'),
      stream_id: z.number().int(),
      property: z.string(),
      value: z.unknown(),
      is_web_public: z.boolean().optional().catch(undefined),
      history_public_to_subscribers: z.boolean().optional().catch(undefined),
    }),
  ],
} as const satisfies Wire
