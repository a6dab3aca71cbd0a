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

/**
 * The Markdown that is sent: the text, and below it a link for each file in its order (wire-protocol.md §2.10). The service
 * has one form for all files: it draws the picture that a link leads to, with the text of the link as its description.
 */
export function messageText(payload: Pick<MessagePayload, 'content' | 'attachments'>): string {
  const links = payload.attachments.map(
    ({ name, alt, uri }) =>
      `[${linkText(alt) || linkText(name)}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** A text that does not end its link: on one line, without brackets and the sign that would make one of them a letter. */
function linkText(text = ''): string {
  return text
    .replaceAll(/[[\]\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
