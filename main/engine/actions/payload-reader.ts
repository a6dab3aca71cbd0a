import type { z } from 'zod'
import type { OutboxRow } from '../store/outbox.ts'

/** Makes a reader of row payloads from the schema of a kind. */
export function payloadReader<Payload>(schema: z.ZodType<Payload>): (row: Pick<OutboxRow, 'payload'>) => Payload {
  return (row) => schema.parse(JSON.parse(row.payload))
}
