import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'
import { presencesSchema } from './organization.ts'

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
