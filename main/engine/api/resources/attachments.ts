import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Api, CallOptions } from '../client.ts'
import { boundedArray, lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const inMessage = z.object({ id: z.number().int() }).transform((message) => message.id)

/**
 * A file of the user (wire-protocol.md §2.3.2). `create_time` is in UNIX seconds or milliseconds, by
 * `attachmentSeconds`.
 */
export const attachmentSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    size: z.number().int().nonnegative().catch(0),
    path_id: z.string(),
    create_time: z.number().catch(0),
    /** The messages that link to the file; `messages` is the form before feature level 472. */
    message_ids: lenientArray(z.number().int()).optional().catch(undefined),
    messages: lenientArray(inMessage).catch([]),
  })
  .transform(({ messages, message_ids, ...attachment }) => ({ ...attachment, message_ids: message_ids ?? messages }))

export type WireAttachment = z.infer<typeof attachmentSchema>

const usedSchema = z.number().nullable().catch(null)

export const attachmentsWire = {
  listens: ['attachment'],
  passing: ['attachment'],
  events: [
    z.object({
      type: z.literal('attachment'),
      op: z.enum(['add', 'update']),
      attachment: attachmentSchema,
      upload_space_used: usedSchema,
    }),
    z.object({
      type: z.literal('attachment'),
      op: z.literal('remove'),
      attachment: z.object({ id: z.number().int() }),
      upload_space_used: usedSchema,
    }),
  ],
} as const satisfies Wire

const { most } = clientLimits.attachments

/** `GET /attachments`: the user's files, the newest ones if they are too many, and the size of all files of the organization. */
export function getAttachments(api: Api, options: CallOptions) {
  const schema = z.object({
    // The server lists them in the order of their ids.
    attachments: z
      .array(z.unknown())
      .transform((files) => files.slice(-most))
      .pipe(boundedArray(attachmentSchema, most)),
    upload_space_used: usedSchema,
  })
  return api.call('GET', '/attachments', {}, schema, options)
}

/** `GET /attachments`, as far as it tells which files exist; a malformed entry with an id counts as one. */
export async function getAttachmentIds(api: Api, options: CallOptions): Promise<ReadonlySet<number>> {
  const schema = z.object({ attachments: lenientArray(z.object({ id: z.number().int() })) })
  const { attachments } = await api.call('GET', '/attachments', {}, schema, options)
  return new Set(attachments.map(({ id }) => id))
}
