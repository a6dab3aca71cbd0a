import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { bringWithinBounds } from './bounded.ts'
import type { Api, CallOptions } from './client.ts'
import { canonicalNames } from './dialect.ts'
import { draftSchema } from './drafts.ts'
import { groupSettingSchema } from './group-setting.ts'
import {
  attachmentSchema,
  botSchema,
  defaultStreamsSchema,
  domainSchema,
  playgroundSchema,
  streamGroupSchema,
} from './lists.ts'
import { leaveOut, lenientArray, lenientRecord, noticeLeftOut } from './lenient.ts'
import { messageSchema, reactionSchema } from './messages.ts'
import {
  groupSchema,
  linkifierSchema,
  presenceOfClientsSchema,
  presencesSchema,
  profileFieldSchema,
  profileValueSchema,
  scheduledSchema,
  statusSchema,
} from './organization.ts'
import { customEmojiSchema, emojiSchema, streamSchema, userSchema, userTopicSchema } from './register.ts'

const ids = z.array(z.number().int())

/** Where a message stands that is unread again (wire-protocol.md §2.3). */
const detailsSchema = z
  .object({
    type: z.enum(['stream', 'private', 'direct']),
    mentioned: z.boolean().optional(),
    /** Neither its stream nor its topic is muted. */
    unmuted_stream_msg: z.boolean().optional(),
    user_ids: ids.optional(),
    stream_id: z.number().optional(),
    topic: z.string().optional(),
  })
  .refine(({ type, user_ids, stream_id, topic }) =>
    type === 'stream' ? stream_id !== undefined && topic !== undefined : user_ids !== undefined,
  )

/** What changed of a person: what is absent stays. */
const personChangeSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string().optional(),
  role: z.number().optional(),
  is_active: z.boolean().optional(),
  new_email: z.string().optional(),
  delivery_email: z.string().nullish(),
  timezone: z.string().optional(),
  /** May be set anew (feature level 475): the waiting period counts from it. */
  date_joined: z.string().optional().catch(undefined),
  bot_owner_id: z.number().nullish(),
  avatar_url: z.string().nullish(),
  avatar_version: z.number().optional(),
  custom_profile_field: profileValueSchema.extend({ id: z.number().int() }).optional(),
})

/** Every event that Skein acts on (wire-protocol.md §2.3), by its type and op. */
const eventSchema = z.union([
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
      /** Absent: as they were. */
      flags: z.array(z.string()).optional().catch(undefined),
      rendering_only: z.boolean().catch(false),
      /** UNIX seconds; absent: just now. */
      edit_timestamp: z.number().optional().catch(undefined),
      rendered_content: z.string().optional(),
      content: z.string().optional(),
      is_me_message: z.boolean().optional(),
      stream_id: z.number().optional(),
      new_stream_id: z.number().optional(),
      subject: z.string().optional(),
      orig_subject: z.string().optional(),
      propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
    })
    .transform(({ message_ids: told, ...event }, check) => {
      // An edit is of the message that it names; how many have moved only the ids tell.
      const isMove =
        event.orig_subject !== undefined || event.subject !== undefined || event.new_stream_id !== undefined
      if (isMove && told === undefined) check.addIssue('a move names the messages that have moved')
      if (isMove && (event.stream_id === undefined || event.orig_subject === undefined)) {
        check.addIssue('a move says where the messages were')
      }
      if (isMove && event.subject === undefined && event.new_stream_id === undefined) {
        check.addIssue('a move says where the messages are')
      }
      if ((event.rendering_only || event.content !== undefined) && event.rendered_content === undefined) {
        check.addIssue('an edit says how the text is shown')
      }
      return { ...event, message_ids: told ?? [event.message_id] }
    }),
  z
    .object({ type: z.literal('delete_message'), message_ids: ids.optional(), message_id: z.number().int().optional() })
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
      // What is unread again counts somewhere: of messages that are not cached the event alone says where.
      const { op, flag, messages, message_details: details } = event
      if (op === 'remove' && flag === 'read' && !messages.every((id) => Object.hasOwn(details ?? {}, id))) leaveOut()
      return event
    }),
  z.object({ type: z.literal('subscription'), op: z.literal('add'), subscriptions: lenientArray(streamSchema) }),
  z.object({
    type: z.literal('subscription'),
    op: z.literal('remove'),
    subscriptions: lenientArray(z.object({ stream_id: z.number().int() })),
  }),
  z.object({
    type: z.literal('subscription'),
    op: z.literal('update'),
    stream_id: z.number().int(),
    property: z.string(),
    value: z.unknown(),
  }),
  /** Others came or went; whose streams they are is asked for where it is shown. */
  z.object({
    type: z.literal('subscription'),
    op: z.enum(['peer_add', 'peer_remove']),
    stream_ids: ids,
    user_ids: ids,
  }),
  z.object({ type: z.literal('stream'), op: z.literal('create'), streams: lenientArray(streamSchema) }),
  z
    .object({
      type: z.literal('stream'),
      op: z.literal('delete'),
      stream_ids: ids.optional().catch(undefined),
      /** Whole streams at first, from feature level 343 on their ids alone. */
      streams: lenientArray(z.object({ stream_id: z.number().int() }))
        .optional()
        .catch(undefined),
    })
    .refine(({ stream_ids, streams }) => stream_ids !== undefined || streams !== undefined)
    .transform(({ stream_ids, streams = [], ...event }) => ({
      ...event,
      stream_ids: [...new Set([...(stream_ids ?? []), ...streams.map((stream) => stream.stream_id)])],
    })),
  z.object({
    type: z.literal('stream'),
    op: z.literal('update'),
    stream_id: z.number().int(),
    property: z.string(),
    value: z.unknown(),
    is_web_public: z.boolean().optional().catch(undefined),
    history_public_to_subscribers: z.boolean().optional().catch(undefined),
  }),
  z.object({ type: z.literal('realm_user'), op: z.literal('add'), person: userSchema }),
  z.object({
    type: z.literal('realm_user'),
    op: z.literal('update'),
    person: personChangeSchema,
  }),
  z.object({ type: z.literal('realm_user'), op: z.literal('remove'), person: z.object({ user_id: z.number().int() }) }),
  z.object({ type: z.literal('realm'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('realm'), op: z.literal('update_dict'), data: z.record(z.string(), z.unknown()) }),
  z.object({
    type: z.literal('reaction'),
    op: z.enum(['add', 'remove']),
    message_id: z.number().int(),
    reaction: reactionSchema,
  }),
  userTopicSchema.extend({ type: z.literal('user_topic') }),
  z.object({
    type: z.literal('muted_topics'),
    muted_topics: lenientArray(z.tuple([z.string(), z.string()]).rest(z.unknown())),
  }),
  z.object({ type: z.literal('muted_users'), muted_users: lenientArray(z.object({ id: z.number().int() })) }),
  z.object({ type: z.literal('user_settings'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('realm_emoji'), op: z.literal('update'), realm_emoji: customEmojiSchema }),
  // Each emoji for itself, from feature level 491 on.
  z.object({ type: z.literal('realm_emoji'), op: z.literal('add'), emoji: emojiSchema }),
  z.object({
    type: z.literal('realm_emoji'),
    op: z.literal('update_one'),
    emoji_id: z.coerce.string(),
    data: z.object({ deactivated: z.boolean().optional().catch(undefined) }).catch({}),
  }),
  z.object({ type: z.literal('drafts'), op: z.literal('add'), drafts: lenientArray(draftSchema) }),
  z.object({ type: z.literal('drafts'), op: z.literal('update'), draft: draftSchema }),
  z.object({ type: z.literal('drafts'), op: z.literal('remove'), draft_id: z.number().int() }),
  z.object({
    type: z.literal('submessage'),
    message_id: z.number().int(),
    submessage_id: z.number().int(),
    sender_id: z.number().int(),
    msg_type: z.string(),
    content: z.string().max(clientLimits.pageText.most),
  }),
  z.object({ type: z.literal('user_group'), op: z.literal('add'), group: groupSchema }),
  z.object({
    type: z.literal('user_group'),
    op: z.literal('update'),
    group_id: z.number().int(),
    data: z.object({
      name: z.string().optional().catch(undefined),
      description: z.string().optional().catch(undefined),
      can_mention_group: groupSettingSchema.optional().catch(undefined),
      deactivated: z.boolean().optional().catch(undefined),
    }),
  }),
  z.object({
    type: z.literal('user_group'),
    op: z.enum(['add_members', 'remove_members']),
    group_id: z.number().int(),
    user_ids: ids,
  }),
  z.object({
    type: z.literal('user_group'),
    op: z.enum(['add_subgroups', 'remove_subgroups']),
    group_id: z.number().int(),
    direct_subgroup_ids: ids,
  }),
  z.object({ type: z.literal('user_group'), op: z.literal('remove'), group_id: z.number().int() }),
  z.object({ type: z.literal('custom_profile_fields'), fields: lenientArray(profileFieldSchema) }),
  z.object({ type: z.literal('realm_linkifiers'), realm_linkifiers: lenientArray(linkifierSchema) }),
  z.object({
    type: z.literal('default_streams'),
    default_streams: defaultStreamsSchema,
  }),
  z.object({ type: z.literal('realm_playgrounds'), realm_playgrounds: lenientArray(playgroundSchema) }),
  z.object({ type: z.literal('realm_domains'), op: z.enum(['add', 'change']), realm_domain: domainSchema }),
  z.object({ type: z.literal('realm_domains'), op: z.literal('remove'), domain: z.string() }),
  z.object({ type: z.literal('default_stream_groups'), default_stream_groups: lenientArray(streamGroupSchema) }),
  z.object({ type: z.literal('realm_bot'), op: z.literal('add'), bot: botSchema }),
  z.object({
    type: z.literal('realm_bot'),
    op: z.literal('update'),
    // Each key alone, as it came: what is absent is unchanged.
    bot: z.looseObject({ user_id: z.number().int() }),
  }),
  z.object({ type: z.literal('realm_bot'), op: z.literal('delete'), bot: z.object({ user_id: z.number().int() }) }),
  z.object({
    type: z.literal('attachment'),
    op: z.enum(['add', 'update']),
    attachment: attachmentSchema,
    upload_space_used: z.number().nullable().catch(null),
  }),
  z.object({
    type: z.literal('attachment'),
    op: z.literal('remove'),
    attachment: z.object({ id: z.number().int() }),
    upload_space_used: z.number().nullable().catch(null),
  }),
  z.object({ type: z.literal('alert_words'), alert_words: lenientArray(z.string()) }),
  statusSchema.extend({ type: z.literal('user_status'), user_id: z.number().int() }),
  z.object({
    type: z.literal('scheduled_messages'),
    op: z.literal('add'),
    scheduled_messages: lenientArray(scheduledSchema),
  }),
  z.object({ type: z.literal('scheduled_messages'), op: z.literal('update'), scheduled_message: scheduledSchema }),
  z.object({
    type: z.literal('scheduled_messages'),
    op: z.literal('remove'),
    scheduled_message_id: z.number().int(),
  }),
  z.object({
    type: z.literal('presence'),
    user_id: z.number().int(),
    server_timestamp: z.number().nullable().catch(null),
    presence: presenceOfClientsSchema,
  }),
  /** The form of feature level 419 on: of several people, each with two stamps alone. */
  z.object({ type: z.literal('presence'), presences: presencesSchema }),
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
  /** What newcomers begin with: for a screen of the organization's settings. */
  z.object({
    type: z.literal('realm_user_settings_defaults'),
    op: z.literal('update'),
    property: z.string(),
    value: z.unknown(),
  }),
  /** The server has nothing to say: the poll ends, and begins anew. */
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('restart'), svc_feature_level: z.number().int() }),
])

/** An event that was understood, or `unexpected`: one of a type that Skein does not know or cannot read. */
export type ServerEvent = (z.infer<typeof eventSchema> | { type: 'unexpected'; name: string }) & {
  id: number
  /** It is of a type that Skein acts on, and not all of what it tells can be read. */
  isIncomplete?: true
}

type EventForm = (typeof eventSchema.options)[number]

const envelope = z.looseObject({ id: z.number().int(), type: z.string(), op: z.unknown().optional() })

/** The forms of each kind of event, such as `stream create`: an unknown kind has none. */
const formsByKind = new Map<string, EventForm[]>()
for (const form of eventSchema.options) {
  for (const kind of kindsOf(form)) formsByKind.set(kind, [...(formsByKind.get(kind) ?? []), form])
}

/** Every kind of event that is acted on. */
export const knownEvents: readonly string[] = [...formsByKind.keys()]

function kindsOf(form: EventForm): string[] {
  const { shape } = form instanceof z.ZodPipe ? form.in : form
  if (!('op' in shape)) return [shape.type.value]
  const ops = shape.op instanceof z.ZodEnum ? shape.op.options : [shape.op.value]
  return ops.map((op) => `${shape.type.value} ${op}`)
}

function isKnownType(type: string): boolean {
  return knownEvents.some((kind) => kind === type || kind.startsWith(`${type} `))
}

/** Reads one event; unknown types are normal, an event without an id is no event. */
export function decodeEvent(value: unknown): ServerEvent | undefined {
  const head = envelope.safeParse(value)
  if (!head.success) return undefined
  const { id, type, op } = head.data
  if (!bringWithinBounds(head.data)) {
    return { type: 'unexpected', name: type, id, ...(isKnownType(type) ? { isIncomplete: true } : {}) }
  }
  const forms = formsByKind.get(typeof op === 'string' ? `${type} ${op}` : type) ?? formsByKind.get(type)
  if (forms === undefined) {
    // An operation that nobody knows is none of ours; a known type without any says nothing that could be understood.
    const isKnown = op === undefined && isKnownType(type)
    return { type: 'unexpected', name: type, id, ...(isKnown ? { isIncomplete: true } : {}) }
  }
  // A reaction's own fields lie beside the event's.
  const event = canonicalNames(type === 'reaction' ? { ...head.data, reaction: head.data } : head.data)
  for (const form of forms) {
    const { value: parsed, isWhole } = noticeLeftOut(() => form.safeParse(event))
    if (parsed.success) return { ...parsed.data, id, ...(isWhole ? {} : { isIncomplete: true }) }
  }
  return { type: 'unexpected', name: type, id, isIncomplete: true }
}

/**
 * `GET /events`: acknowledges through `lastEventId` and returns what follows, in order; not decoded yet, since a thousand
 * of them take longer than a task may.
 */
export async function getEvents(
  api: Api,
  query: { readonly queueId: string; readonly lastEventId: number; readonly dontBlock: boolean },
  options: CallOptions,
): Promise<readonly unknown[]> {
  const answer = await api.call(
    'GET',
    '/events',
    {
      queue_id: query.queueId,
      last_event_id: String(query.lastEventId),
      ...(query.dontBlock ? { dont_block: 'true' } : {}),
    },
    z.object({ events: z.array(z.unknown()) }),
    options,
  )
  return answer.events
}

/** `DELETE /events`: gives the queue back. */
export async function deleteQueue(api: Api, queueId: string, options: CallOptions): Promise<void> {
  await api.call('DELETE', '/events', { queue_id: queueId }, z.object({}), options)
}
