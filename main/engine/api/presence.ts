import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'
import { presencesSchema } from './organization.ts'

const answerSchema = z.object({
  presences: presencesSchema.catch({}),
  /** UNIX seconds. */
  server_timestamp: z.number().nullable().catch(null),
})

export type PresenceAnswer = z.infer<typeof answerSchema>

/** `POST /users/me/presence`: says that the own account is there, and learns who else is (wire-protocol.md §2.8). */
export function reportPresence(
  api: Api,
  report: { readonly isActive: boolean },
  options: CallOptions,
): Promise<PresenceAnswer> {
  const form = {
    status: report.isActive ? 'active' : 'idle',
    ping_only: 'false',
    new_user_input: String(report.isActive),
    slim_presence: 'true',
  }
  return api.call('POST', '/users/me/presence', form, answerSchema, options)
}
