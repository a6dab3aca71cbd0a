import { z } from 'zod'
import { limits } from '../base/limits.ts'

/** A queue without a poll for this long is dropped, unless a longer lifetime was requested (service-api.md "Limits"). */
export const usualLifetimeMs = 600_000

/** Milliseconds for which a queue lives without a poll, of what its client asked for. */
export function allowedLifetimeMs(askedSeconds: number): number {
  return Math.min(Math.max(askedSeconds * 1000, usualLifetimeMs), limits.queueLifetime.most * 1000)
}

/** What clients of other feature levels can take; only the layer of such a level asks (`levels/`). */
export const otherCapabilities = [
  'archived_channels',
  'empty_topic_name',
  'include_deactivated_groups',
  'individual_emoji_changes',
  'simplified_presence_events',
] as const

/** What a client asked for when it opened its event queue. */
export const queueOptions = z.object({
  eventTypes: z.array(z.string()).nullable(),
  applyMarkdown: z.boolean(),
  clientExtavatar: z.boolean(),
  /** The client takes many deletions in one event. */
  bulkDeletion: z.boolean().default(false),
  /** The client shows who is typing in streams. */
  streamTyping: z.boolean().default(false),
  /** The client knows `user_settings` events; others get the two older ones as well. */
  userSettings: z.boolean().default(true),
  /** The client knows URL templates of linkifiers. */
  linkifierTemplates: z.boolean().default(true),
  avatarOptional: z.boolean().default(false),
  /** The client copes with users that it was never told of. */
  userListIncomplete: z.boolean().default(true),
  includeSubscribers: z.boolean().default(false),
  slimPresence: z.boolean().default(true),
  /** Messages of all public streams, not only of the user's own. */
  allPublicStreams: z.boolean().default(false),
  /** Which messages the queue is for: pairs of operator and operand. */
  narrow: z.array(z.tuple([z.string(), z.string()])).default([]),
  lifetimeMs: z.number().default(usualLifetimeMs),
  otherCapabilities: z.array(z.enum(otherCapabilities)).default([]),
})

export type QueueOptions = z.infer<typeof queueOptions>
