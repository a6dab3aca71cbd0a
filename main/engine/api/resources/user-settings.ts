import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** The user's settings, unparsed. */
export const userSettingsWire = {
  fetches: ['user_settings'],
  shape: { user_settings: z.record(z.string(), z.unknown()).catch({}) },
  events: [
    z.object({ type: z.literal('user_settings'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
  ],
} as const satisfies Wire
