import { z } from 'zod'
import type { OrganizationTable } from '../store/organization/organization.ts'
import { systemGroups } from '../store/people/groups.ts'

/**
 * The settings of an organization with their defaults (`realm_*` of register, wire-protocol.md §2.2.1; policies:
 * §2.15).
 */
export const defaultOrganizationSettings = {
  add_custom_emoji_policy: 1,
  allow_edit_history: true,
  allow_message_editing: true,
  avatar_changes_disabled: false,
  bot_creation_policy: 1,
  can_access_all_users_group: systemGroups.everyone as number,
  create_multiuse_invite_group: systemGroups.administrators as number,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 7,
  default_code_block_language: '',
  default_language: 'en',
  delete_own_message_policy: 5,
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  edit_topic_policy: 5,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 0,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  invite_to_realm_policy: 1,
  invite_to_stream_policy: 1,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: null as number | null,
  message_content_edit_limit_seconds: null as number | null,
  message_retention_days: -1,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_between_streams_policy: 1,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  name_changes_disabled: false,
  notifications_stream_id: -1,
  org_type: 10,
  plan_type: 1,
  presence_disabled: false,
  private_message_policy: 1,
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null as number | null,
  send_welcome_emails: false,
  signup_notifications_stream_id: -1,
  upload_quota_mib: null as number | null,
  user_group_edit_policy: 1,
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  wildcard_mention_policy: 5,
}

export type OrganizationSettings = typeof defaultOrganizationSettings

const stored = z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.null()]))
const parsed = new WeakMap<object, OrganizationSettings>()

/** The settings of the organization: the stored ones over the defaults. */
export function organizationSettings(context: {
  readonly tables: { readonly organization: OrganizationTable }
}): OrganizationSettings {
  const row = context.tables.organization.get()
  let settings = parsed.get(row)
  if (settings === undefined) {
    // The stored part was validated against these types when it was written.
    settings = { ...defaultOrganizationSettings, ...(stored.parse(JSON.parse(row.settings)) as object) }
    parsed.set(row, settings)
  }
  return settings
}
