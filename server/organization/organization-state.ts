import type { ServerContext } from '../context/context.ts'
import { limits, passwordLength } from '../base/limits.ts'
import { emojiDataPath } from '../context/extra-emoji.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { uploadQuotaMib } from '../messages/sending/upload-quota.ts'
import { logoState } from './logos.ts'
import { externalAccounts } from './profile-values.ts'

const iconLimitMib = 5
const bytesOfMib = 1024 * 1024

/** The `realm` part of register: the organization's settings and the server's properties (wire-protocol.md §2.2.1). */
export function organizationState(context: ServerContext, origin: string): Record<string, unknown> {
  const organization = context.tables.organization.get()
  const settings = organizationSettings(context)
  const quota = uploadQuotaMib(context)
  return {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`realm_${name}`, value])),
    realm_name: organization.name,
    realm_description: organization.description,
    realm_uri: origin,
    realm_date_created: organization.created_at,
    // Its name says MiB, but it is in bytes at this feature level.
    realm_upload_quota_mib: quota === null ? null : quota * bytesOfMib,
    ...Object.fromEntries(Object.entries(iconFields(context)).map(([name, value]) => [`realm_${name}`, value])),
    ...logoState(context),
    realm_bot_domain: new URL(origin).hostname,
    realm_authentication_methods: { Email: true },
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_is_zephyr_mirror_realm: false,
    realm_jitsi_server_url: null,
    server_jitsi_server_url: null,
    jitsi_server_url: '',
    realm_available_video_chat_providers: { disabled: { name: 'None', id: 0 } },
    realm_default_external_accounts: externalAccounts,
    [`${context.options.dialect}_plan_is_not_limited`]: true,
    upgrade_text_for_wide_organization_logo: '',
    settings_send_digest_emails: false,
    development_environment: false,
    giphy_rating_options: giphyRatings,
    max_stream_name_length: limits.streamName.most,
    max_stream_description_length: limits.streamDescription.most,
    max_topic_length: limits.topic.most,
    max_message_length: limits.message.most,
    max_file_upload_size_mib: context.options.maxUploadMib,
    max_avatar_file_size_mib: iconLimitMib,
    max_icon_file_size_mib: iconLimitMib,
    max_logo_file_size_mib: iconLimitMib,
    server_generation: context.generation,
    server_emoji_data_url: origin + emojiDataPath,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: context.options.webPublicStreams,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: 200,
    server_supported_permission_settings: permissionSettings,
    event_queue_longpoll_timeout_seconds: 90,
    password_min_length: passwordLength,
    password_min_guesses: 10_000,
  }
}

/** The content ratings of GIPHY, for clients that use it. */
const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
}

/** The organization's icon in `realm` events; the address is empty if there is no icon. */
export function iconFields(context: ServerContext): { icon_source: 'G' | 'U'; icon_url: string } {
  const { icon_path: path, icon_version: version } = context.tables.organization.get()
  return path === null
    ? { icon_source: 'G', icon_url: '' }
    : { icon_source: 'U', icon_url: `/user_avatars/1/${path}?version=${version}` }
}

const group = {
  require_system_group: true,
  allow_internet_group: false,
  allow_owners_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  default_group_name: 'role:administrators',
  default_for_system_groups: null,
  allowed_system_groups: [],
}

const permissionSettings = {
  realm: {
    create_multiuse_invite_group: {
      ...group,
      allow_everyone_group: false,
      id_field_name: 'create_multiuse_invite_group_id',
    },
    can_access_all_users_group: {
      ...group,
      id_field_name: 'can_access_all_users_group_id',
      allow_nobody_group: false,
      default_group_name: 'role:everyone',
      allowed_system_groups: ['role:everyone', 'role:members'],
    },
  },
  stream: {
    can_remove_subscribers_group: {
      ...group,
      allow_nobody_group: false,
      id_field_name: 'can_remove_subscribers_group_id',
    },
  },
  group: {
    can_mention_group: {
      ...group,
      require_system_group: false,
      id_field_name: 'can_mention_group_id',
      default_group_name: 'role:everyone',
      default_for_system_groups: 'role:nobody',
    },
  },
}
