import { z } from 'zod'
import { attachmentsSchema } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()) }),
])

const sendSchema = z.object({ destination, content: z.string(), attachments: attachmentsSchema.default([]) })
const readSchema = z.object({ messageIds: z.array(z.number()) })

const starSchema = z.object({ messageId: z.number(), isStarred: z.boolean() })
const editSchema = z.object({ messageId: z.number(), content: z.string() })
const deleteSchema = z.object({ messageId: z.number() })

const reactionSchema = z.object({
  messageId: z.number(),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  op: z.enum(['add', 'remove']),
})
const topicPolicySchema = z.object({ streamId: z.number(), topic: z.string(), policy: z.number() })
const subscriptionSchema = z.object({
  streamId: z.number(),
  property: z.enum(['is_muted', 'pin_to_top']),
  value: z.boolean(),
})
const muteUserSchema = z.object({ userId: z.number(), isMuted: z.boolean() })

export type SendPayload = z.infer<typeof sendSchema>

function reader<T>(schema: z.ZodType<T>): (row: OutboxRow) => T {
  return (row) => schema.parse(JSON.parse(row.payload))
}

/** The message that a `send` row wants to become. */
export const sendPayload = reader(sendSchema)
/** The messages that a `read` or `unread` row names. */
export const readPayload = reader(readSchema)
export const starPayload = reader(starSchema)
/** The new Markdown of a message. */
export const editPayload = reader(editSchema)
export const deletePayload = reader(deleteSchema)
export const reactionPayload = reader(reactionSchema)
export const topicPolicyPayload = reader(topicPolicySchema)
export const subscriptionPayload = reader(subscriptionSchema)
export const muteUserPayload = reader(muteUserSchema)

/** What is sent: the text, and below it a link for each file (wire-protocol.md §2.10). */
export function messageText(payload: SendPayload): string {
  const links = payload.attachments.map(
    ({ name, uri }) =>
      `[${name.replaceAll(/[[\]]/g, '')}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}
