/** The settings of the organization that are on or off. */
export const organizationSwitches = [
  'allow_message_editing',
  'avatar_changes_disabled',
  'digest_emails_enabled',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_indicator',
  'enable_read_receipts',
  'enable_spectator_access',
  'inline_image_preview',
  'inline_url_embed_preview',
  'invite_required',
  'mandatory_topics',
  'message_content_allowed_in_email_notifications',
  'name_changes_disabled',
  'presence_disabled',
  'send_welcome_emails',
] as const

export type OrganizationSwitch = (typeof organizationSwitches)[number]

/** The time limits of the organization, in seconds; null for none. */
export const organizationLimits = [
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
] as const

export type OrganizationLimit = (typeof organizationLimits)[number]

/** The settings of the organization that name a stream; -1 for none. */
export const organizationStreams = ['notifications_stream_id', 'signup_notifications_stream_id'] as const

export type OrganizationStream = (typeof organizationStreams)[number]

/** What everybody sees of former versions of messages: all of them, their moves only, or nothing. */
export const editHistories = ['all', 'moves', 'none'] as const

export type EditHistory = (typeof editHistories)[number]

/** The permissions of the organization, by the names of their groups. Below the level of a group it is a policy. */
export const organizationPermissions = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_add_subscribers_group',
  'can_invite_users_group',
  'create_multiuse_invite_group',
  'can_move_messages_between_topics_group',
  'can_move_messages_between_channels_group',
  'can_resolve_topics_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_mention_many_users_group',
  'direct_message_initiator_group',
  'can_create_groups',
  'can_manage_all_groups',
  'can_add_custom_emoji_group',
  'can_create_bots_group',
  'can_create_write_only_bots_group',
] as const

export type OrganizationPermission = (typeof organizationPermissions)[number]

/** The settings that only owners change (wire-protocol.md §2.11); the retention and the waiting period have no other name. */
const ofOwners: ReadonlySet<string> = new Set([
  'create_multiuse_invite_group',
  'emails_restricted_to_domains',
  'invite_required',
  'retention',
  'waiting',
])

/** Returns the act that changes a setting of the organization. */
export function actOfSetting(setting: string): 'edit_owner_settings' | 'edit_organization' {
  return ofOwners.has(setting) ? 'edit_owner_settings' : 'edit_organization'
}
