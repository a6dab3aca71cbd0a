import { z } from 'zod'
import { groupSettingSchema } from '../../values/people.ts'

const limit = z.number().nullable()
/** The setting is null on servers that lack it; older ones have a policy instead. */
const group = groupSettingSchema.nullable().catch(null)

/**
 * The settings of the organization (`realm_*` of register without the prefix, wire-protocol.md §2.2.1) that Skein
 * uses. A missing setting allows, because the server decides anyway. Policies are those of §2.15.
 */
const organizationSettingsSchema = z.object({
  add_custom_emoji_policy: z.number().catch(1),
  allow_edit_history: z.boolean().catch(true),
  allow_message_editing: z.boolean().catch(true),
  avatar_changes_disabled: z.boolean().catch(false),
  /** Its own numbers: 1 everybody, 2 generic bots by administrators only, 3 administrators only. */
  bot_creation_policy: z.number().catch(1),
  can_add_custom_emoji_group: group,
  can_add_subscribers_group: group,
  can_create_bots_group: group,
  can_create_groups: group,
  can_create_private_channel_group: group,
  can_create_public_channel_group: group,
  can_create_web_public_channel_group: group,
  can_create_write_only_bots_group: group,
  can_delete_any_message_group: group,
  can_delete_own_message_group: group,
  can_invite_users_group: group,
  can_manage_all_groups: group,
  can_mention_many_users_group: group,
  can_move_messages_between_channels_group: group,
  can_move_messages_between_topics_group: group,
  can_resolve_topics_group: group,
  create_multiuse_invite_group: group,
  create_private_stream_policy: z.number().catch(1),
  create_public_stream_policy: z.number().catch(1),
  create_web_public_stream_policy: z.number().catch(7),
  default_code_block_language: z.string().catch(''),
  /** The sites of external accounts by subtype. `url_pattern` contains `%(username)s`. */
  default_external_accounts: z
    .record(
      z.string(),
      z
        .object({ name: z.string().catch(''), url_pattern: z.string() })
        .nullable()
        .catch(null),
    )
    .catch({}),
  default_language: z.string().catch('en'),
  delete_own_message_policy: z.number().catch(5),
  description: z.string().catch(''),
  digest_emails_enabled: z.boolean().optional().catch(undefined),
  direct_message_initiator_group: group,
  direct_message_permission_group: group,
  disallow_disposable_email_addresses: z.boolean().optional().catch(undefined),
  edit_topic_policy: z.number().catch(5),
  email_changes_disabled: z.boolean().catch(false),
  emails_restricted_to_domains: z.boolean().optional().catch(undefined),
  /** The display name of the empty topic. */
  empty_topic_display_name: z.string().min(1).catch('general chat'),
  enable_guest_user_indicator: z.boolean().catch(true),
  enable_spectator_access: z.boolean().catch(false),
  enable_read_receipts: z.boolean().catch(true),
  icon_url: z.string().catch(''),
  inline_image_preview: z.boolean().catch(true),
  inline_url_embed_preview: z.boolean().optional().catch(undefined),
  invite_required: z.boolean().optional().catch(undefined),
  invite_to_realm_policy: z.number().catch(1),
  invite_to_stream_policy: z.number().catch(1),
  mandatory_topics: z.boolean().catch(false),
  message_content_allowed_in_email_notifications: z.boolean().catch(true),
  message_content_delete_limit_seconds: limit.catch(null),
  message_content_edit_limit_seconds: limit.catch(null),
  /** Which former versions of messages everybody sees; missing below level 358. */
  message_edit_history_visibility_policy: z.enum(['all', 'moves', 'none']).optional().catch(undefined),
  message_retention_days: z.number().catch(-1),
  move_messages_between_streams_limit_seconds: limit.catch(null),
  move_messages_between_streams_policy: z.number().catch(1),
  move_messages_within_stream_limit_seconds: limit.catch(null),
  name_changes_disabled: z.boolean().catch(false),
  notifications_stream_id: z.number().catch(-1),
  presence_disabled: z.boolean().catch(false),
  private_message_policy: z.number().catch(1),
  /** The limit of the size of all files; null for none. It is in bytes below feature level 251, in MiB from there on. */
  upload_quota_mib: z.number().nonnegative().nullable().catch(null),
  push_notifications_enabled: z.boolean().catch(true),
  send_welcome_emails: z.boolean().optional().catch(undefined),
  signup_notifications_stream_id: z.number().catch(-1),
  user_group_edit_policy: z.number().catch(1),
  video_chat_provider: z.number().catch(0),
  waiting_period_threshold: z.number().catch(0),
  wildcard_mention_policy: z.number().catch(1),
})

/** The server's settings for its clients (`server_*` of register without the prefix, and the rule of passwords). */
const serverSettingsSchema = z.object({
  /** Code points; older installations for development accept every password. */
  password_min_length: z.number().int().min(0).catch(0),
  presence_offline_threshold_seconds: z.number().catch(200),
  presence_ping_interval_seconds: z.number().catch(60),
  typing_started_expiry_period_milliseconds: z.number().catch(45_000),
  typing_started_wait_period_milliseconds: z.number().catch(30_000),
  typing_stopped_wait_period_milliseconds: z.number().catch(12_000),
  /** The server supports streams that everybody on the web can read. */
  web_public_streams_enabled: z.boolean().catch(false),
})

export type OrganizationSettings = z.infer<typeof organizationSettingsSchema>
export type ServerSettings = z.infer<typeof serverSettingsSchema>

/** The settings of the organization and of its server. */
export interface Settings {
  readonly organization: OrganizationSettings
  readonly server: ServerSettings
}

const storedSchema = z.object({ organization: organizationSettingsSchema, server: serverSettingsSchema })

/** Reads the settings of organization and server from any value; missing ones have their defaults. */
export function readSettings(value: unknown): Settings {
  const { organization, server } = z
    .object({ organization: z.unknown(), server: z.unknown() })
    .partial()
    .catch({})
    .parse(value)
  return storedSchema.parse({ organization: organization ?? {}, server: server ?? {} })
}

/** Reads the settings of organization and server from the flat answer of register. */
export function settingsOfRegister(answer: Readonly<Record<string, unknown>>): Settings {
  const named = (prefix: string) =>
    Object.fromEntries(
      Object.entries(answer).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      ),
    )
  const { password_min_length } = answer
  return readSettings({
    organization: inOlderForm(named('realm_')),
    server: { ...named('server_'), password_min_length },
  })
}

/** The newer names of settings that are stored under the older ones (newer-servers.md §1, levels 241 and 242). */
export const newerNames = {
  notifications_stream_id: 'new_stream_announcements_stream_id',
  signup_notifications_stream_id: 'signup_announcements_stream_id',
} as const

/** Adds the older forms of settings that newer servers send in another one (newer-servers.md §1, levels 241 to 392). */
function inOlderForm(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { message_edit_history_visibility_policy: visibility, topics_policy: topics } = settings
  return {
    ...settings,
    ...Object.fromEntries(
      Object.entries(newerNames).flatMap(([older, newer]) => (newer in settings ? [[older, settings[newer]]] : [])),
    ),
    ...(typeof visibility === 'string' ? { allow_edit_history: visibility !== 'none' } : {}),
    ...(typeof topics === 'string' ? { mandatory_topics: topics === 'disable_empty_topic' } : {}),
  }
}

/** Returns the settings after changes. Invalid values and unknown names are ignored. */
export function withChanges(settings: Settings, changes: Readonly<Record<string, unknown>>): Settings {
  const { shape } = organizationSettingsSchema
  const valid = Object.entries(inOlderForm(changes)).filter(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name as keyof typeof shape].unwrap() : undefined
    return schema?.safeParse(value).success === true
  })
  return readSettings({ ...settings, organization: { ...settings.organization, ...Object.fromEntries(valid) } })
}
