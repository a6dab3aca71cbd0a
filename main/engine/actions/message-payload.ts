import { z } from 'zod'
import { attachmentsSchema } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'

/** Makes a reader of row payloads from the schema of a kind. */
export function payloadReader<Payload>(schema: z.ZodType<Payload>): (row: Pick<OutboxRow, 'payload'>) => Payload {
  return (row) => schema.parse(JSON.parse(row.payload))
}

/** A conversation that can receive a message. */
export const destinationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()).readonly() }),
])

/** A message that the user wrote: the common part of the payloads of `send` and `schedule`. */
export const messageSchema = z.object({
  destination: destinationSchema,
  content: z.string(),
  attachments: attachmentsSchema.default([]),
})

export type MessagePayload = z.infer<typeof messageSchema>

/** Reads the payload of a row of `send`. */
export const messagePayloadOf = payloadReader(messageSchema)

/** Reads the message from the payload of such a row; other properties of the payload are kept. */
export const writtenPayload = payloadReader(messageSchema.loose())

/**
 * The Markdown that is sent: the text, followed by a link for each file in its order (wire-protocol.md §2.10). The
 * server renders the picture that a link leads to, with the link's text as its description.
 */
export function messageText(payload: Pick<MessagePayload, 'content' | 'attachments'>): string {
  const links = payload.attachments.map(
    ({ name, alt, uri }) =>
      `[${linkText(alt) || linkText(name)}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Makes a text safe inside a link: on one line, without brackets and backslashes. */
function linkText(text = ''): string {
  return text
    .replaceAll(/[[\]\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
