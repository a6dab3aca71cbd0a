import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { TransportResponse } from '../ports.ts'
import { readAnswer } from './answer.ts'
import { bringRegistrationWithinBounds } from './bounded.ts'
import type { Api, CallOptions } from './client.ts'
import { plainAvatars } from './dialect.ts'
import { draftSchema } from './drafts.ts'
import { botSchema, defaultStreamsSchema, domainSchema, playgroundSchema, streamGroupSchema } from './lists.ts'
import { lenientArray, lenientRecord } from './lenient.ts'
import {
  groupSchema,
  linkifierSchema,
  presencesSchema,
  profileFieldSchema,
  profileValueSchema,
  scheduledSchema,
  statusSchema,
} from './organization.ts'

export const userSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string(),
  email: z.string().catch(''),
  delivery_email: z.string().nullish(),
  role: z.number().catch(400),
  is_bot: z.boolean().catch(false),
  is_active: z.boolean().optional(),
  timezone: z.string().catch(''),
  avatar_url: z.string().nullish(),
  avatar_version: z.number().catch(0),
  date_joined: z.string().catch(''),
  bot_type: z.number().nullish().catch(null),
  bot_owner_id: z.number().nullish().catch(null),
  profile_data: z.record(z.string(), profileValueSchema).catch({}),
})

export type WireUser = z.infer<typeof userSchema>

/** A stream or subscription; who may do what there is left as it came, for `writeStreamFacts`. */
export const streamSchema = z.looseObject({
  stream_id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  invite_only: z.boolean().catch(false),
  stream_post_policy: z.number().catch(1),
  color: z.string().optional(),
  is_muted: z.boolean().optional(),
  pin_to_top: z.boolean().optional(),
  desktop_notifications: z.boolean().nullish().catch(null),
  audible_notifications: z.boolean().nullish().catch(null),
  wildcard_mentions_notify: z.boolean().nullish().catch(null),
  push_notifications: z.boolean().nullish().catch(null),
  email_notifications: z.boolean().nullish().catch(null),
  date_created: z.number().nullish().catch(null),
  is_web_public: z.boolean().catch(false),
  history_public_to_subscribers: z.boolean().catch(true),
  message_retention_days: z.number().nullish().catch(null),
  first_message_id: z.number().nullish().catch(null),
  stream_weekly_traffic: z.number().nullish().catch(null),
  is_archived: z.boolean().catch(false),
  is_recently_active: z.boolean().nullish().catch(null),
})

export const userTopicSchema = z.object({
  stream_id: z.number().int(),
  topic_name: z.string(),
  visibility_policy: z.number().int(),
})

export const emojiSchema = z.object({
  id: z.coerce.string(),
  name: z.string(),
  source_url: z.string(),
  deactivated: z.boolean().catch(false),
})

/** Custom emoji by id; deactivated ones too, since old reactions name them. */
export const customEmojiSchema = lenientRecord(emojiSchema)

export type WireCustomEmoji = z.infer<typeof customEmojiSchema>

export type WireStream = z.infer<typeof streamSchema>

const ids = z.array(z.number().int()).catch([])

/** Of a direct conversation; one of more people is left out. */
const people = z.array(z.number().int()).max(clientLimits.directPeople.most)
const idsInText = z
  .string()
  .refine((text) => text.split(',', clientLimits.directPeople.most + 1).length <= clientLimits.directPeople.most)

const unreadSchema = z.object({
  pms: lenientArray(z.object({ other_user_id: z.number(), unread_message_ids: ids })).catch([]),
  streams: lenientArray(z.object({ stream_id: z.number(), topic: z.string(), unread_message_ids: ids })).catch([]),
  huddles: lenientArray(z.object({ user_ids_string: idsInText, unread_message_ids: ids })).catch([]),
  mentions: ids,
  old_unreads_missing: z.boolean().catch(false),
})

export type WireUnread = z.infer<typeof unreadSchema>

const registerSchema = z.looseObject({
  queue_id: z.string(),
  last_event_id: z.number().int(),
  svc_feature_level: z.number().int().catch(0),
  svc_version: z.string().catch(''),
  speaks_upstream: z.boolean().catch(false),
  max_message_id: z.number().int().catch(-1),
  realm_name: z.string().catch(''),
  /** The newer name of `realm_uri` (feature level 257), which `readRegister` puts in its place. */
  realm_url: z.string().optional().catch(undefined),
  realm_uri: z.string().catch(''),
  max_message_length: z.number().int().catch(10_000),
  max_topic_length: z.number().int().catch(60),
  event_queue_longpoll_timeout_seconds: z.number().catch(90),
  user_id: z.number().int(),
  email: z.string().catch(''),
  delivery_email: z.string().catch(''),
  // The long lists are read a part at a time, by `userSchema` and `streamSchema`.
  realm_users: z.array(z.unknown()),
  realm_non_active_users: z.array(z.unknown()).catch([]),
  cross_realm_bots: z.array(z.unknown()).catch([]),
  subscriptions: z.array(z.unknown()),
  unsubscribed: z.array(z.unknown()).catch([]),
  never_subscribed: z.array(z.unknown()).catch([]),
  unread_msgs: unreadSchema,
  user_settings: z.record(z.string(), z.unknown()).catch({}),
  /** In every level since 134 where it is asked for; a server that gives the old form alone leaves it out. */
  user_topics: lenientArray(userTopicSchema).optional().catch(undefined),
  /** The old form: stream name, topic, time. Left out where policies are asked for, too. */
  muted_topics: lenientArray(z.tuple([z.string(), z.string()]).rest(z.unknown())).catch([]),
  muted_users: lenientArray(z.object({ id: z.number().int() })).catch([]),
  realm_emoji: customEmojiSchema.catch({}),
  drafts: lenientArray(draftSchema).catch([]),
  realm_user_groups: lenientArray(groupSchema).catch([]),
  custom_profile_fields: lenientArray(profileFieldSchema).catch([]),
  realm_linkifiers: lenientArray(linkifierSchema).catch([]),
  realm_default_streams: defaultStreamsSchema.catch([]),
  realm_playgrounds: lenientArray(playgroundSchema).catch([]),
  realm_domains: lenientArray(domainSchema).catch([]),
  realm_default_stream_groups: lenientArray(streamGroupSchema).catch([]),
  realm_bots: lenientArray(botSchema).catch([]),
  alert_words: lenientArray(z.string()).catch([]),
  user_status: lenientRecord(statusSchema).catch({}),
  scheduled_messages: lenientArray(scheduledSchema).catch([]),
  presences: presencesSchema.catch({}),
  /** UNIX seconds of the server, with a fraction. */
  server_timestamp: z.number().nullable().catch(null),
  max_file_upload_size_mib: z.number().catch(25),
  server_emoji_data_url: z.string().catch(''),
  /** How long the queue lives while nobody polls it; told from feature level 481 on. */
  idle_queue_timeout_secs: z.number().positive().nullable().catch(null),
  recent_private_conversations: lenientArray(z.object({ max_message_id: z.number(), user_ids: people })).catch([]),
})

const boundedSchema = z.unknown().transform(bringRegistrationWithinBounds).pipe(registerSchema)

/** The state that a new event queue starts from (wire-protocol.md §2.2.1). */
export type RegisterState = z.infer<typeof registerSchema>

const fetched = [
  'message',
  'update_message_flags',
  'realm',
  'realm_user',
  'subscription',
  'user_settings',
  'user_topic',
  // Servers below feature level 170 know the old form alone; others leave it out when both are asked for.
  'muted_topics',
  'muted_users',
  'realm_emoji',
  'drafts',
  'recent_private_conversations',
  'realm_user_groups',
  'custom_profile_fields',
  'realm_linkifiers',
  'default_streams',
  'default_stream_groups',
  'realm_playgrounds',
  'realm_domains',
  'realm_bot',
  'alert_words',
  'user_status',
  'scheduled_messages',
  'presence',
]
const listened = [
  ...fetched,
  'update_message',
  'delete_message',
  'stream',
  'reaction',
  'submessage',
  'typing',
  'user_group',
  'attachment',
  'restart',
]

/** How long the queue should live while nobody polls it: through a night, and what it gathers meanwhile is read in one go. */
const wantedLifetimeSeconds = 12 * 3600
/** What queues live where nothing else was asked for or told (wire-protocol.md §2.1). */
const usualLifetimeSeconds = 600
/** What a server says counts up to this, the longest that the family's servers keep a queue. */
const longestLifetimeSeconds = clientLimits.queueLifetime.most

/**
 * The parameters that ask for a queue that outlives a night (design.md §3): in both names where the server's level is not
 * known yet, since the unknown one is ignored. `isNewName` is the capability `idleQueueTimeout`.
 */
export function lifetimeWish(isNewName: boolean | undefined): Readonly<Record<string, string>> {
  const seconds = String(wantedLifetimeSeconds)
  return {
    ...(isNewName === false ? {} : { idle_queue_timeout: seconds }),
    ...(isNewName === true ? {} : { queue_lifespan_secs: seconds }),
  }
}

/**
 * Milliseconds for which a queue that nobody polls may still be there. A server that does not tell may have done as it
 * was asked to: to find out costs one poll, to register in vain everything.
 */
export function queueLifetimeMs(toldSeconds: number | null, hasAsked: boolean): number {
  const seconds = toldSeconds ?? (hasAsked ? wantedLifetimeSeconds : usualLifetimeSeconds)
  return Math.min(seconds, longestLifetimeSeconds) * 1000
}

/** `POST /register`; the answer is for `readRegister`, wherever that runs. */
export function requestRegister(
  api: Api,
  lifetime: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<TransportResponse> {
  return api.ask(
    'POST',
    '/register',
    {
      apply_markdown: 'true',
      ...plainAvatars,
      slim_presence: 'true',
      ...lifetime,
      event_types: JSON.stringify(listened),
      fetch_event_types: JSON.stringify(fetched),
      client_capabilities: JSON.stringify({
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: true,
        user_settings_object: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
        empty_topic_name: true,
        archived_channels: true,
        include_deactivated_groups: true,
        simplified_presence_events: true,
        individual_emoji_changes: true,
      }),
    },
    options,
  )
}

/** @throws ApiError where the server refuses, MalformedAnswerError where this is no registration. */
export function readRegister(response: TransportResponse): RegisterState {
  const { bytes } = response
  const body = bytes === undefined ? response.body : Buffer.concat(bytes).toString('utf8')
  const state = readAnswer('POST /register', { ...response, body }, boundedSchema)
  return { ...state, realm_uri: state.realm_url ?? state.realm_uri }
}
