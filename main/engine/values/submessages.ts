import { z } from 'zod'

const submessagesSchema = z.array(z.object({ id: z.number(), senderId: z.number(), content: z.string() }))

/** One part of a poll or a to-do list; `content` is JSON text (wire-protocol.md §2.4.5). */
export type Submessage = z.infer<typeof submessagesSchema>[number]

/** The parts of a stored row, in the order in which they count. */
export function readSubmessages(json: string): Submessage[] {
  return json === '[]' ? [] : submessagesSchema.parse(JSON.parse(json))
}

/** Both lists as one, each part once: parts come and never go. */
export function mergeSubmessages(known: string, fetched: string): string {
  if (known === '[]') return fetched
  const parts = new Map([...readSubmessages(known), ...readSubmessages(fetched)].map((part) => [part.id, part]))
  return JSON.stringify([...parts.values()].sort((a, b) => a.id - b.id))
}
