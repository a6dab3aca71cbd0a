import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** A custom profile field (Service API, Custom profile field). */
export const profileFieldSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  hint: z.string().catch(''),
  /** JSON whose form depends on the type. */
  field_data: z.string().catch(''),
  display_in_profile_summary: z.boolean().catch(false),
})

export type WireProfileField = z.infer<typeof profileFieldSchema>

export const profileFieldsWire = {
  fetches: ['custom_profile_fields'],
  shape: { custom_profile_fields: lenientArray(profileFieldSchema).catch([]) },
  events: [z.object({ type: z.literal('custom_profile_fields'), fields: lenientArray(profileFieldSchema) })],
} as const satisfies Wire
