import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import type { Capabilities } from './capabilities.ts'
import type { Api, CallOptions } from './client.ts'
import { lenientRecord } from './lenient.ts'
import type { Wire } from './wire.ts'

const stamp = z.number().optional().catch(undefined)

/** `presences` in the slim form: when each user was last active and last idle, in UNIX seconds. */
export const presencesSchema = lenientRecord(z.object({ active_timestamp: stamp, idle_timestamp: stamp }))

/**
 * A presence event in its older form, with one entry for each client; every server may send it (wire-protocol.md
 * §2.3.3).
 */
export const presenceOfClientsSchema = lenientRecord(z.object({ status: z.string(), timestamp: z.number() }))

export const presenceWire = {
  passing: ['presence'],
  fetches: ['presence'],
  shape: { presences: presencesSchema.catch({}) },
  events: [
    z.object({
      type: z.literal('presence'),
      user_id: z.number().int(),
      server_timestamp: z.number().nullable().catch(null),
      presence: presenceOfClientsSchema,
    }),
    /** The form from feature level 419 on: several users, each with two timestamps. */
    z.object({ type: z.literal('presence'), presences: presencesSchema }),
  ],
} as const satisfies Wire

/** Typing notifications; a registration contains none. */
export const typingWire = {
  passing: ['typing'],
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

type TypingTarget = { readonly userIds: readonly UserId[] } | { readonly streamId: StreamId; readonly topic: string }

type TypingCapabilities = Pick<Capabilities, 'directType' | 'typingStreams'>

/** `POST /typing`: reports that the user started or stopped typing in a topic or a direct conversation. */
export async function reportTyping(
  api: Api,
  to: TypingTarget,
  op: 'start' | 'stop',
  { capabilities, ...options }: CallOptions & { readonly capabilities: TypingCapabilities },
): Promise<void> {
  await api.call('POST', '/typing', { op, ...typingForm(to, capabilities) }, z.object({}), options)
}

function typingForm(to: TypingTarget, capabilities: TypingCapabilities): Readonly<Record<string, string>> {
  if ('userIds' in to) return { type: capabilities.directType ? 'direct' : 'private', to: JSON.stringify(to.userIds) }
  const { streamId, topic } = to
  const target = { type: 'stream', topic }
  return capabilities.typingStreams
    ? { ...target, stream_id: String(streamId) }
    : { ...target, to: JSON.stringify([streamId]) }
}

const answerSchema = z.object({
  presences: presencesSchema.catch({}),
  /** UNIX seconds. */
  server_timestamp: z.number().nullable().catch(null),
  /** The update id of the answer; a report that contains it receives only later changes (level 263). */
  presence_last_update_id: z.number().int().nullable().catch(null),
})

export type PresenceAnswer = z.infer<typeof answerSchema>

/** `POST /users/me/presence`: reports the user's presence and returns that of other users (wire-protocol.md §2.8). */
export function reportPresence(
  api: Api,
  report: {
    readonly isActive: boolean
    /** The update id of the last answer, initially -1; null if the server does not support it. */
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
