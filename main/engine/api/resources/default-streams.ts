import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** The streams that new users are subscribed to: ids from feature level 330 on, whole streams before. */
const streamsSchema = lenientArray(
  z.union([z.number().int(), z.object({ stream_id: z.number().int() }).transform((stream) => stream.stream_id)]),
)

export const defaultStreamsWire = {
  fetches: ['default_streams'],
  shape: { realm_default_streams: streamsSchema.catch([]) },
  events: [z.object({ type: z.literal('default_streams'), default_streams: streamsSchema })],
} as const satisfies Wire

/** A group of streams to which new users can subscribe together. */
export const streamGroupSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  streams: streamsSchema.catch([]),
})

export const streamGroupsWire = {
  fetches: ['default_stream_groups'],
  shape: { realm_default_stream_groups: lenientArray(streamGroupSchema).catch([]) },
  events: [
    z.object({ type: z.literal('default_stream_groups'), default_stream_groups: lenientArray(streamGroupSchema) }),
  ],
} as const satisfies Wire
