import { z } from 'zod'
import { canonicalReactionType } from '../dialect.ts'
import { lenientRecord } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** A user's status. Each key changes separately: an absent key is unchanged, an empty one is cleared (O2). */
export const statusSchema = z.object({
  away: z.boolean().optional().catch(undefined),
  status_text: z.string().optional().catch(undefined),
  emoji_name: z.string().optional().catch(undefined),
  emoji_code: z.string().optional().catch(undefined),
  reaction_type: z.string().transform(canonicalReactionType).optional().catch(undefined),
})

export type WireStatus = z.infer<typeof statusSchema>

export const statusesWire = {
  fetches: ['user_status'],
  shape: { user_status: lenientRecord(statusSchema).catch({}) },
  events: [statusSchema.extend({ type: z.literal('user_status'), user_id: z.number().int() })],
} as const satisfies Wire
