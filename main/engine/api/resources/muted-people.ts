import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const mutedSchema = lenientArray(z.object({ id: z.number().int() }))

export const mutedPeopleWire = {
  fetches: ['muted_users'],
  shape: { muted_users: mutedSchema.catch([]) },
  events: [z.object({ type: z.literal('muted_users'), muted_users: mutedSchema })],
} as const satisfies Wire
