import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { canonicalReactionType } from '../dialect.ts'
import { lenientArray } from '../lenient.ts'

const linkSchema = z.union([
  z.object({ text: z.string().catch(''), url: z.string().catch('') }),
  // Servers before 4.0 send only the addresses.
  z.string().transform((url) => ({ text: '', url })),
])

export type WireTopicLink = z.output<typeof linkSchema>

/**
 * The links in a topic's name (Service API, Message object); undefined if the server sends none. A malformed link is
 * dropped without making the message incomplete; a missing text or address is empty.
 */
export const topicLinksSchema = z
  .array(z.unknown())
  .transform((values) =>
    values.slice(0, clientLimits.topicLinks.most).flatMap((value): readonly WireTopicLink[] => {
      const read = linkSchema.safeParse(value)
      return read.success ? [read.data] : []
    }),
  )
  .optional()
  .catch(undefined)

/** A submessage of a poll or a to-do list in a message object (wire-protocol.md §2.4.5). */
export const submessageSchema = z.object({
  id: z.number().int(),
  sender_id: z.number().int(),
  msg_type: z.string(),
  content: z.string().max(clientLimits.pageText.most),
})

export type WireSubmessage = z.infer<typeof submessageSchema>

const person = z.object({ id: z.number() })

/** A user's reaction (Service API, Reaction); a stock server sends `zulip_extra_emoji`. */
export const reactionSchema = z
  .object({
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.string(),
    user_id: z.number().int().optional(),
    user: z
      .object({ id: z.number().int().optional(), user_id: z.number().int().optional() })
      .optional()
      .catch(undefined),
  })
  .transform((reaction, check) => {
    const userId = reaction.user_id ?? reaction.user?.user_id ?? reaction.user?.id
    if (userId === undefined) check.addIssue('nobody is named')
    return {
      name: reaction.emoji_name,
      code: reaction.emoji_code,
      type: canonicalReactionType(reaction.reaction_type),
      userId: userId ?? 0,
    }
  })

/**
 * A message in `GET /messages` and in message events (Service API, Message object); other keys are ignored. A message
 * without a conversation is invalid.
 */
export const messageSchema = z
  .object({
    id: z.number().int().nonnegative(),
    type: z.enum(['stream', 'private', 'direct']),
    sender_id: z.number().int(),
    sender_full_name: z.string().catch(''),
    content: z.string(),
    display_recipient: z.union([z.string(), z.array(person).max(clientLimits.directPeople.most)]),
    stream_id: z.number().int().optional(),
    subject: z.string().optional().catch(undefined),
    is_me_message: z.boolean().catch(false),
    timestamp: z.number(),
    last_edit_timestamp: z.number().nullish().catch(null),
    /** The time of the last move, from feature level 365 on; absent if the topic was only resolved. */
    last_moved_timestamp: z.number().nullish().catch(null),
    topic_links: topicLinksSchema,
    /** The name of `topic_links` before 3.0. */
    subject_links: topicLinksSchema,
    flags: z.array(z.string()).optional(),
    reactions: lenientArray(reactionSchema).catch([]),
    submessages: lenientArray(submessageSchema).catch([]),
    /** The edits, latest first; absent without edits or if the organization hides them. */
    edit_history: z
      .array(
        z.object({
          /** UNIX seconds. */
          timestamp: z.number().catch(0),
          prev_content: z.string().optional().catch(undefined),
          prev_topic: z.string().optional().catch(undefined),
          topic: z.string().optional().catch(undefined),
          prev_stream: z.number().optional().catch(undefined),
        }),
      )
      .optional()
      .catch(undefined),
  })
  .refine(({ type, stream_id, subject, display_recipient }) =>
    type === 'stream' ? stream_id !== undefined && subject !== undefined : Array.isArray(display_recipient),
  )
  .transform(({ subject_links: old, ...message }) => ({
    ...message,
    subject: message.subject ?? '',
    topic_links: message.topic_links ?? old,
  }))

export type WireMessage = z.infer<typeof messageSchema>
