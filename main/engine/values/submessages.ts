import { z } from 'zod'

const submessagesSchema = z.array(z.object({ id: z.number(), senderId: z.number(), content: z.string() }))

/** One submessage of a poll or a to-do list. `content` is JSON (wire-protocol.md §2.4.5). */
export type Submessage = z.infer<typeof submessagesSchema>[number]

/** Parses the submessages of a stored row, in order. */
export function readSubmessages(json: string): Submessage[] {
  return json === '[]' ? [] : submessagesSchema.parse(JSON.parse(json))
}

/** Merges two serialized lists of submessages, which are only added and never removed. */
export function mergeSubmessages(known: string, fetched: string): string {
  if (known === '[]') return fetched
  const parts = new Map([...readSubmessages(known), ...readSubmessages(fetched)].map((part) => [part.id, part]))
  return JSON.stringify([...parts.values()].sort((a, b) => a.id - b.id))
}

/** Returns whether a message is a poll or a list, whose text servers refuse to change (`Widgets cannot be edited.`). */
export function hasWidget({ submessages }: { readonly submessages: string }): boolean {
  return submessages !== '[]'
}
