import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Api, CallOptions } from './client.ts'
import { boundedArray, lenientArray } from './lenient.ts'
import { onceFor } from './messages.ts'
import type { Wire } from './wire.ts'

/** A scheduled message (wire-protocol.md §2.5); times are UNIX seconds. */
export const scheduledSchema = z
  .object({
    scheduled_message_id: z.number().int(),
    type: z.enum(['stream', 'private', 'direct']),
    to: z.union([z.number().int(), z.array(z.number().int()).max(clientLimits.directPeople.most)]),
    topic: z.string().optional().catch(undefined),
    content: z.string().max(clientLimits.pageText.most),
    rendered_content: z.string().catch(''),
    scheduled_delivery_timestamp: z.number(),
    failed: z.boolean().catch(false),
  })
  .refine(({ type, topic }) => type !== 'stream' || topic !== undefined)
  .transform((message) => ({ ...message, topic: message.topic ?? '' }))

export type WireScheduled = z.infer<typeof scheduledSchema>

export const scheduledWire = {
  fetches: ['scheduled_messages'],
  shape: { scheduled_messages: lenientArray(scheduledSchema).catch([]) },
  events: [
    z.object({
      type: z.literal('scheduled_messages'),
      op: z.literal('add'),
      scheduled_messages: lenientArray(scheduledSchema),
    }),
    z.object({ type: z.literal('scheduled_messages'), op: z.literal('update'), scheduled_message: scheduledSchema }),
    z.object({
      type: z.literal('scheduled_messages'),
      op: z.literal('remove'),
      scheduled_message_id: z.number().int(),
    }),
  ],
} as const satisfies Wire

/** The recipient of a message in the form of the protocol. */
export interface WireRecipient {
  readonly type: string
  /** A stream id or a list of user ids, as JSON. */
  readonly to: string
  readonly topic: string | null
}

/** `GET /scheduled_messages`: the unsent ones, including failed ones (wire-protocol.md §2.5). */
export async function getScheduled(api: Api, options: CallOptions): Promise<WireScheduled[]> {
  const schema = z.object({ scheduled_messages: boundedArray(scheduledSchema, clientLimits.scheduled.most) })
  return (await api.call('GET', '/scheduled_messages', {}, schema, options)).scheduled_messages
}

/** `POST /scheduled_messages`; a repeated call creates a second message. `deliverAt` is in UNIX seconds. */
export async function scheduleMessage(
  api: Api,
  message: WireRecipient & { readonly content: string; readonly deliverAt: number },
  options: CallOptions,
): Promise<number> {
  const answer = await api.call(
    'POST',
    '/scheduled_messages',
    {
      type: message.type,
      to: message.to,
      content: message.content,
      scheduled_delivery_timestamp: String(message.deliverAt),
      ...(message.topic === null ? {} : { topic: message.topic }),
    },
    z.object({ scheduled_message_id: z.number().int() }),
    { ...options, once: onceFor(message) },
  )
  return answer.scheduled_message_id
}

/** `PATCH /scheduled_messages/{id}`: changes the content, the time, or both. */
export async function editScheduled(
  api: Api,
  id: number,
  change: { readonly content?: string | undefined; readonly deliverAt?: number | undefined },
  options: CallOptions,
): Promise<void> {
  const form = {
    ...(change.content === undefined ? {} : { content: change.content }),
    ...(change.deliverAt === undefined ? {} : { scheduled_delivery_timestamp: String(change.deliverAt) }),
  }
  await api.call('PATCH', `/scheduled_messages/${id}`, form, z.object({}), options)
}

/** `DELETE /scheduled_messages/{id}` */
export async function deleteScheduled(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/scheduled_messages/${id}`, {}, z.object({}), options)
}
