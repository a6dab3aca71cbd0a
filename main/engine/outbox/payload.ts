import { z } from 'zod'
import type { OutboxRow } from '../store/outbox.ts'

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()) }),
])

const sendSchema = z.object({ destination, content: z.string() })
const readSchema = z.object({ messageIds: z.array(z.number()) })

export type SendPayload = z.infer<typeof sendSchema>
export type ReadPayload = z.infer<typeof readSchema>

/** The message that a `send` row wants to become. */
export function sendPayload(row: OutboxRow): SendPayload {
  return sendSchema.parse(JSON.parse(row.payload))
}

/** The messages that a `read` row wants to be read. */
export function readPayload(row: OutboxRow): ReadPayload {
  return readSchema.parse(JSON.parse(row.payload))
}
