import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** The default settings of new users. */
export const userSettingsDefaultsWire = {
  events: [
    z.object({
      type: z.literal('realm_user_settings_defaults'),
      op: z.literal('update'),
      property: z.string(),
      value: z.unknown(),
    }),
  ],
  passing: ['realm_user_settings_defaults'],
} as const satisfies Wire
