import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/**
 * A bot that the user may administer. Its key and the tokens of its services are not read. From feature level 474 on
 * its fields as a user are sent only with the user.
 */
export const botSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string().nullish().catch(null),
  bot_type: z.number().nullish().catch(null),
  is_active: z.boolean().nullish().catch(null),
  owner_id: z.number().nullish().catch(null),
  default_all_public_streams: z.boolean().nullish().catch(null),
  default_sending_stream: z.string().nullish().catch(null),
  default_events_register_stream: z.string().nullish().catch(null),
})

export const botsWire = {
  fetches: ['realm_bot'],
  shape: { realm_bots: lenientArray(botSchema).catch([]) },
  events: [
    z.object({ type: z.literal('realm_bot'), op: z.literal('add'), bot: botSchema }),
    z.object({
      type: z.literal('realm_bot'),
      op: z.literal('update'),
      // Absent keys are unchanged.
      bot: z.looseObject({ user_id: z.number().int() }),
    }),
    z.object({ type: z.literal('realm_bot'), op: z.literal('delete'), bot: z.object({ user_id: z.number().int() }) }),
  ],
} as const satisfies Wire
