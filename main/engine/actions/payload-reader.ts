import type { z } from 'zod'
import type { OutboxRow } from '../store/outbox.ts'

/** Reads the payload of a row by its kind's schema. */
export function payloadReader<Payload>(schema: z.ZodType<Payload>): (row: Pick<OutboxRow, 'payload'>) => Payload {
  return (row) => schema.parse(JSON.parse(row.payload))
}
