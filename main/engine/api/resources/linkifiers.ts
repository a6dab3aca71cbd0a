import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

export const linkifierSchema = z.object({ id: z.number().int(), pattern: z.string(), url_template: z.string() })

export type WireLinkifier = z.infer<typeof linkifierSchema>

export const linkifiersWire = {
  fetches: ['realm_linkifiers'],
  shape: { realm_linkifiers: lenientArray(linkifierSchema).catch([]) },
  events: [z.object({ type: z.literal('realm_linkifiers'), realm_linkifiers: lenientArray(linkifierSchema) })],
} as const satisfies Wire
