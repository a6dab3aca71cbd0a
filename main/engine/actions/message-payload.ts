import { z } from 'zod'
import { attachmentsSchema } from '../store/drafts.ts'
import { payloadReader } from './payload-reader.ts'

/** A conversation that a message can be sent to. */
export const destinationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()).readonly() }),
])

/** A message that the user wrote: what the rows of `send` and `schedule` have in common. */
export const messageSchema = z.object({
  destination: destinationSchema,
  content: z.string(),
  attachments: attachmentsSchema.default([]),
})

export type MessagePayload = z.infer<typeof messageSchema>

/** Reads such a row; the other properties of its payload are kept. */
export const writtenPayload = payloadReader(messageSchema.loose())

/** The Markdown that is sent: the text, and below it a link for each file (wire-protocol.md §2.10). */
export function messageText(payload: MessagePayload): string {
  const links = payload.attachments.map(
    ({ name, uri }) =>
      `[${name.replaceAll(/[[\]]/g, '')}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}
