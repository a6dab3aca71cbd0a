import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { leaveOut, lenientArray, lenientRecord } from '../lenient.ts'
import type { EventIn, Wire } from '../wire.ts'
import { topicLinksSchema, messageSchema, reactionSchema } from './message-schema.ts'

const ids = z.array(z.number().int())
const unreadIds = z.array(z.number().int()).catch([])

/** The participants of a direct conversation; a conversation with more people is dropped. */
const people = z.array(z.number().int()).max(clientLimits.directPeople.most)
const idsInText = z
  .string()
  .refine((text) => text.split(',', clientLimits.directPeople.most + 1).length <= clientLimits.directPeople.most)

const unreadSchema = z.object({
  pms: lenientArray(z.object({ other_user_id: z.number(), unread_message_ids: unreadIds })).catch([]),
  streams: lenientArray(z.object({ stream_id: z.number(), topic: z.string(), unread_message_ids: unreadIds })).catch(
    [],
  ),
  huddles: lenientArray(z.object({ user_ids_string: idsInText, unread_message_ids: unreadIds })).catch([]),
  mentions: unreadIds,
  old_unreads_missing: z.boolean().catch(false),
})

/** The conversation of a message that became unread (wire-protocol.md §2.3). */
const detailsSchema = z
  .object({
    type: z.enum(['stream', 'private', 'direct']),
    mentioned: z.boolean().optional(),
    /** Whether neither the stream nor the topic is muted. */
    unmuted_stream_msg: z.boolean().optional(),
    user_ids: ids.optional(),
    stream_id: z.number().optional(),
    topic: z.string().optional(),
  })
  .refine(({ type, user_ids, stream_id, topic }) =>
    type === 'stream' ? stream_id !== undefined && topic !== undefined : user_ids !== undefined,
  )

/**
 * Messages, their flags, reactions and submessages; a registration contains the unread ids and the recent direct
 * conversations.
 */
export const messagesWire = {
  fetches: ['message', 'update_message_flags', 'recent_private_conversations'],
  listens: ['update_message', 'delete_message', 'reaction', 'submessage'],
  shape: {
    unread_msgs: unreadSchema,
    recent_private_conversations: lenientArray(z.object({ max_message_id: z.number(), user_ids: people })).catch([]),
  },
  events: [
    z.object({
      type: z.literal('message'),
      flags: z.array(z.string()),
      message: messageSchema,
      local_message_id: z.string().optional(),
    }),
    z
      .object({
        type: z.literal('update_message'),
        message_id: z.number().int(),
        message_ids: ids.optional(),
        /** The user's flags; absent if they are unchanged. */
        flags: z.array(z.string()).optional().catch(undefined),
        rendering_only: z.boolean().catch(false),
        /** UNIX seconds; absent for the current time. */
        edit_timestamp: z.number().optional().catch(undefined),
        rendered_content: z.string().optional(),
        content: z.string().optional(),
        is_me_message: z.boolean().optional(),
        stream_id: z.number().optional(),
        new_stream_id: z.number().optional(),
        subject: z.string().optional(),
        orig_subject: z.string().optional(),
        topic_links: topicLinksSchema,
        /** The name of `topic_links` before 3.0. */
        subject_links: topicLinksSchema,
        propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
      })
      .transform(({ message_ids: reported, subject_links: oldLinks, ...event }, check) => {
        // An edit changes one message; only the ids of a move list all changed messages.
        const isMove =
          event.orig_subject !== undefined || event.subject !== undefined || event.new_stream_id !== undefined
        if (isMove && reported === undefined) check.addIssue('a move names the messages that have moved')
        if (isMove && (event.stream_id === undefined || event.orig_subject === undefined)) {
          check.addIssue('a move says where the messages were')
        }
        if (isMove && event.subject === undefined && event.new_stream_id === undefined) {
          check.addIssue('a move says where the messages are')
        }
        if ((event.rendering_only || event.content !== undefined) && event.rendered_content === undefined) {
          check.addIssue('an edit says how the text is shown')
        }
        return { ...event, message_ids: reported ?? [event.message_id], topic_links: event.topic_links ?? oldLinks }
      }),
    z
      .object({
        type: z.literal('delete_message'),
        message_ids: ids.optional(),
        message_id: z.number().int().optional(),
      })
      .refine((event) => event.message_ids !== undefined || event.message_id !== undefined),
    z
      .object({
        type: z.literal('update_message_flags'),
        op: z.enum(['add', 'remove']),
        flag: z.string(),
        messages: ids,
        all: z.boolean().catch(false),
        message_details: lenientRecord(detailsSchema).optional().catch(undefined),
      })
      .transform((event) => {
        // Only the event has the conversation of an uncached message that became unread.
        const { op, flag, messages, message_details: details } = event
        if (op === 'remove' && flag === 'read' && !messages.every((id) => Object.hasOwn(details ?? {}, id))) leaveOut()
        return event
      }),
    z.object({
      type: z.literal('reaction'),
      op: z.enum(['add', 'remove']),
      message_id: z.number().int(),
      reaction: reactionSchema,
    }),
    z.object({
      type: z.literal('submessage'),
      message_id: z.number().int(),
      submessage_id: z.number().int(),
      sender_id: z.number().int(),
      msg_type: z.string(),
      content: z.string().max(clientLimits.pageText.most),
    }),
  ],
} as const satisfies Wire

/** The message events of one type. */
export type MessageEventOf<T extends EventIn<typeof messagesWire>['type']> = Extract<
  EventIn<typeof messagesWire>,
  { readonly type: T }
>

/** The ids of the newest starred messages; later changes are events about flags (wire-protocol.md §2.3). */
export const starredWire = {
  fetches: ['starred_messages'],
  shape: { starred_messages: lenientArray(z.number().int()).catch([]) },
  events: [],
} as const satisfies Wire
