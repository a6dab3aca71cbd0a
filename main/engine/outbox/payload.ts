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
export type ReadPayload = z.infer<typeof readSchema>

/** The message that a `send` row wants to become. */
export function sendPayload(row: OutboxRow): SendPayload {
  return sendSchema.parse(JSON.parse(row.payload))
}

/** The messages that a `read` or `unread` row names. */
export function readPayload(row: OutboxRow): ReadPayload {
  return readSchema.parse(JSON.parse(row.payload))
}

export function starPayload(row: OutboxRow): z.infer<typeof starSchema> {
  return starSchema.parse(JSON.parse(row.payload))
}

/** The new Markdown of a message. */
export function editPayload(row: OutboxRow): z.infer<typeof editSchema> {
  return editSchema.parse(JSON.parse(row.payload))
}

export function deletePayload(row: OutboxRow): z.infer<typeof deleteSchema> {
  return deleteSchema.parse(JSON.parse(row.payload))
}

export function reactionPayload(row: OutboxRow): z.infer<typeof reactionSchema> {
  return reactionSchema.parse(JSON.parse(row.payload))
}

export function topicPolicyPayload(row: OutboxRow): z.infer<typeof topicPolicySchema> {
  return topicPolicySchema.parse(JSON.parse(row.payload))
}

export function subscriptionPayload(row: OutboxRow): z.infer<typeof subscriptionSchema> {
  return subscriptionSchema.parse(JSON.parse(row.payload))
}

export function muteUserPayload(row: OutboxRow): z.infer<typeof muteUserSchema> {
  return muteUserSchema.parse(JSON.parse(row.payload))
}

/** What is sent: the text, and below it a link for each file (wire-protocol.md §2.10). */
export function messageText(payload: SendPayload): string {
  const links = payload.attachments.map(
    ({ name, uri }) =>
      `[${name.replaceAll(/[[\]]/g, '')}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}
