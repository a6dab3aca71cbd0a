import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Api, CallOptions } from './client.ts'
import { boundedArray, lenientArray } from './lenient.ts'

/** Streams that newcomers begin with: whole streams at first, from feature level 330 on their ids alone. */
export const defaultStreamsSchema = lenientArray(
  z.union([z.number().int(), z.object({ stream_id: z.number().int() }).transform((stream) => stream.stream_id)]),
)

/** Where code of a language can be tried out. */
export const playgroundSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string(),
})

/** Whose addresses may join by themselves. */
export const domainSchema = z.object({ domain: z.string(), allow_subdomains: z.boolean().catch(false) })

/** Streams that newcomers can be subscribed to together. */
export const streamGroupSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  streams: defaultStreamsSchema.catch([]),
})

/**
 * A bot that the user may administer. Its key, and the tokens of its services, are left where they are (design.md §5).
 * From feature level 474 on what it has as a user is told of the user alone.
 */
export const botSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string().nullish().catch(null),
  bot_type: z.number().nullish().catch(null),
  is_active: z.boolean().nullish().catch(null),
  owner_id: z.number().nullish().catch(null),
  default_all_public_streams: z.boolean().nullish().catch(null),
  default_sending_stream: z.string().nullish().catch(null),
  default_events_register_stream: z.string().nullish().catch(null),
})

const inMessage = z.object({ id: z.number().int() }).transform((message) => message.id)

/** A file that the user has uploaded (wire-protocol.md §2.3.2); the unit of its time is a matter of `attachmentSeconds`. */
export const attachmentSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    size: z.number().int().catch(0),
    path_id: z.string(),
    create_time: z.number().catch(0),
    /** Messages that name it, in the form from feature level 472 on, and before. */
    message_ids: lenientArray(z.number().int()).optional().catch(undefined),
    messages: lenientArray(inMessage).catch([]),
  })
  .transform(({ messages, message_ids, ...attachment }) => ({ ...attachment, message_ids: message_ids ?? messages }))

export type WireAttachment = z.infer<typeof attachmentSchema>

/** `GET /attachments`: the user's own files, and how many bytes all files of the organization take. */
export function getAttachments(api: Api, options: CallOptions) {
  const schema = z.object({
    attachments: boundedArray(attachmentSchema, clientLimits.attachments.most),
    upload_space_used: z.number().nullable().catch(null),
  })
  return api.call('GET', '/attachments', {}, schema, options)
}
