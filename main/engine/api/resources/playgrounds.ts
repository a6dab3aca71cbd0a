import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** A code playground for a language. */
export const playgroundSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string(),
})

export const playgroundsWire = {
  fetches: ['realm_playgrounds'],
  shape: { realm_playgrounds: lenientArray(playgroundSchema).catch([]) },
  events: [z.object({ type: z.literal('realm_playgrounds'), realm_playgrounds: lenientArray(playgroundSchema) })],
} as const satisfies Wire
