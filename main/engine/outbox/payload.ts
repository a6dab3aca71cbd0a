import { z } from 'zod'
import type { OutboxRow } from '../store/outbox.ts'

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()) }),
])

const sendSchema = z.object({ destination, content: z.string() })
const readSchema = z.object({ messageIds: z.array(z.number()) })

const starSchema = z.object({ messageId: z.number(), isStarred: z.boolean() })
const editSchema = z.object({ messageId: z.number(), content: z.string() })
const deleteSchema = z.object({ messageId: z.number() })

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
