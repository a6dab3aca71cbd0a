import { z } from 'zod'
import { limits } from '../base/limits.ts'

/** A queue without a poll for this long is dropped, unless a longer lifetime was requested (Service API, Limits). */
export const usualLifetimeMs = 600_000

/** The lifetime of a queue without polls in milliseconds, from the value that the client requested. */
export function allowedLifetimeMs(askedSeconds: number): number {
  return Math.min(Math.max(askedSeconds * 1000, usualLifetimeMs), limits.queueLifetime.most * 1000)
}

/** Client capabilities that only the layers of other feature levels read (`levels/`). */
export const otherCapabilities = [
  'archived_channels',
  'empty_topic_name',
  'include_deactivated_groups',
  'individual_emoji_changes',
  'simplified_presence_events',
] as const

/** The options of a client's event queue. */
export const queueOptions = z.object({
  eventTypes: z.array(z.string()).nullable(),
  applyMarkdown: z.boolean(),
  clientExtavatar: z.boolean(),
  /** The client accepts many deletions in one event. */
  bulkDeletion: z.boolean().default(false),
  /** The client shows typing notifications in streams. */
  streamTyping: z.boolean().default(false),
  /** The client supports `user_settings` events; others get the two older types as well. */
  userSettings: z.boolean().default(true),
  /** The client supports URL templates of linkifiers. */
  linkifierTemplates: z.boolean().default(true),
  avatarOptional: z.boolean().default(false),
  /** The client accepts ids of users that its list of users lacks. */
  userListIncomplete: z.boolean().default(true),
  includeSubscribers: z.boolean().default(false),
  slimPresence: z.boolean().default(true),
  /** The client asks for messages of all public streams, not only of the user's own. */
  allPublicStreams: z.boolean().default(false),
  /** The narrow of the queue: pairs of operator and operand. */
  narrow: z.array(z.tuple([z.string(), z.string()])).default([]),
  lifetimeMs: z.number().default(usualLifetimeMs),
  otherCapabilities: z.array(z.enum(otherCapabilities)).default([]),
})

export type QueueOptions = z.infer<typeof queueOptions>
