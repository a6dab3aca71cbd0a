import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** The organization's settings; a registration contains them unparsed (`settingsOfRegister`). */
export const organizationWire = {
  fetches: ['realm'],
  events: [
    z.object({ type: z.literal('realm'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
    z.object({ type: z.literal('realm'), op: z.literal('update_dict'), data: z.record(z.string(), z.unknown()) }),
  ],
} as const satisfies Wire

/** Events of the queue and of the server. */
export const queueWire = {
  listens: ['restart'],
  passing: ['heartbeat'],
  events: [
    /** The event of a poll without other events. */
    z.object({ type: z.literal('heartbeat') }),
    z.object({ type: z.literal('restart'), svc_feature_level: z.number().int() }),
  ],
} as const satisfies Wire
