import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Api, CallOptions } from './client.ts'
import { lenientRecord } from './lenient.ts'
import type { Wire } from './wire.ts'

const stamp = z.number().optional().catch(undefined)

/** `presences` in the slim form: when somebody was last active, and last there; UNIX seconds. */
export const presencesSchema = lenientRecord(z.object({ active_timestamp: stamp, idle_timestamp: stamp }))

/** A presence event in its older form, whatever was asked for: one entry a client (wire-protocol.md §2.3.3). */
export const presenceOfClientsSchema = lenientRecord(z.object({ status: z.string(), timestamp: z.number() }))

export const presenceWire = {
  fetches: ['presence'],
  shape: { presences: presencesSchema.catch({}) },
  events: [
    z.object({
      type: z.literal('presence'),
      user_id: z.number().int(),
      server_timestamp: z.number().nullable().catch(null),
      presence: presenceOfClientsSchema,
    }),
    /** The form of feature level 419 on: of several people, each with two stamps alone. */
    z.object({ type: z.literal('presence'), presences: presencesSchema }),
  ],
} as const satisfies Wire

/** Who writes where; nobody is told at a registration. */
export const typingWire = {
  listens: ['typing'],
  events: [
    z
      .object({
        type: z.literal('typing'),
        op: z.enum(['start', 'stop']),
        sender: z.object({ user_id: z.number().int() }),
        recipients: z
          .array(z.object({ user_id: z.number().int() }))
          .max(clientLimits.directPeople.most)
          .optional(),
        stream_id: z.number().int().optional(),
        topic: z.string().optional(),
      })
      .refine(({ recipients, stream_id, topic }) =>
        stream_id === undefined ? recipients !== undefined : topic !== undefined,
      ),
  ],
} as const satisfies Wire

const answerSchema = z.object({
  presences: presencesSchema.catch({}),
  /** UNIX seconds. */
  server_timestamp: z.number().nullable().catch(null),
  /** What the answer reaches to: the next one brings what has changed since (level 263). */
  presence_last_update_id: z.number().int().nullable().catch(null),
})

export type PresenceAnswer = z.infer<typeof answerSchema>

/** `POST /users/me/presence`: says that the own account is there, and learns who else is (wire-protocol.md §2.8). */
export function reportPresence(
  api: Api,
  report: {
    readonly isActive: boolean
    /** What the last answer reached to, -1 at first; null where the server does not know of that. */
    readonly lastUpdateId: number | null
  },
  options: CallOptions,
): Promise<PresenceAnswer> {
  const form = {
    status: report.isActive ? 'active' : 'idle',
    ping_only: 'false',
    new_user_input: String(report.isActive),
    slim_presence: 'true',
    ...(report.lastUpdateId === null ? {} : { last_update_id: String(report.lastUpdateId) }),
  }
  return api.call('POST', '/users/me/presence', form, answerSchema, options)
}
