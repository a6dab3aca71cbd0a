/** The acts that concern the organization or the own account, and no single stream, message, group or person. */
export const organizationActs = [
  'create_public_stream',
  'create_private_stream',
  'create_web_public_stream',
  'subscribe_others',
  'choose_default_streams',
  'mention_many_people',
  'begin_direct_conversation',
  'see_edit_history',
  'see_read_receipts',
  'add_emoji',
  'replace_builtin_emoji',
  'create_group',
  'invite_by_address',
  'invite_by_link',
  'create_generic_bot',
  'create_incoming_bot',
  'change_own_name',
  'change_own_email',
  'change_own_picture',
  'deactivate_self',
  'add_person',
  'edit_organization',
  'edit_owner_settings',
  'edit_default_settings',
  'edit_domains',
  'edit_profile_fields',
  'edit_linkifiers',
  'edit_playgrounds',
  'export_organization',
  'deactivate_organization',
] as const

export type OrganizationAct = (typeof organizationActs)[number]

/** The acts on one stream. */
export const streamActs = [
  'join_stream',
  'add_subscribers',
  'remove_subscribers',
  'post_in_stream',
  'create_topic',
  'edit_stream',
  'edit_stream_privacy',
  'edit_stream_retention',
  'archive_stream',
  'unarchive_stream',
  'delete_topic',
] as const

export type StreamAct = (typeof streamActs)[number]

/** The acts on one message. */
export const messageActs = [
  'edit_message',
  'delete_any_message',
  'delete_own_message',
  'rename_topic',
  'move_to_stream',
  'resolve_topic',
] as const

export type MessageAct = (typeof messageActs)[number]

/** The acts on one group. */
export const groupActs = ['manage_group', 'add_members', 'remove_members', 'join_group', 'leave_group'] as const

export type GroupAct = (typeof groupActs)[number]

/** The acts on one person or bot. */
export const personActs = [
  'edit_person',
  'change_role',
  'deactivate_person',
  'reactivate_person',
  'manage_bot',
] as const

export type PersonAct = (typeof personActs)[number]

/** The acts on one custom emoji. */
export const emojiActs = ['remove_emoji'] as const

export type EmojiAct = (typeof emojiActs)[number]

/** Every act that a right decides. */
export const actNames = [
  ...organizationActs,
  ...streamActs,
  ...messageActs,
  ...groupActs,
  ...personActs,
  ...emojiActs,
] as const

export type ActName = (typeof actNames)[number]
