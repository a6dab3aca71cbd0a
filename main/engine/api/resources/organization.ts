import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** The organization's own settings; a registration has them as they came (`settingsOfRegister`). */
export const organizationWire = {
  fetches: ['realm'],
  events: [
    z.object({ type: z.literal('realm'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
    z.object({ type: z.literal('realm'), op: z.literal('update_dict'), data: z.record(z.string(), z.unknown()) }),
  ],
} as const satisfies Wire

/** What newcomers begin with: for a screen of the organization's settings. */
export const userSettingsDefaultsWire = {
  events: [
    z.object({
      type: z.literal('realm_user_settings_defaults'),
      op: z.literal('update'),
      property: z.string(),
      value: z.unknown(),
    }),
  ],
} as const satisfies Wire

/** Of the event queue and of the server. */
export const queueWire = {
  listens: ['restart'],
  events: [
    /** The server has nothing to say: the poll ends, and begins anew. */
    z.object({ type: z.literal('heartbeat') }),
    z.object({ type: z.literal('restart'), svc_feature_level: z.number().int() }),
  ],
} as const satisfies Wire
