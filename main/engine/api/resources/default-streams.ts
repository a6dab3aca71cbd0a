import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** Streams that newcomers begin with: whole streams at first, from feature level 330 on their ids alone. */
const streamsSchema = lenientArray(
  z.union([z.number().int(), z.object({ stream_id: z.number().int() }).transform((stream) => stream.stream_id)]),
)

export const defaultStreamsWire = {
  fetches: ['default_streams'],
  shape: { realm_default_streams: streamsSchema.catch([]) },
  events: [z.object({ type: z.literal('default_streams'), default_streams: streamsSchema })],
} as const satisfies Wire

/** Streams that newcomers can be subscribed to together. */
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
