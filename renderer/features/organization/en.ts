import type { FailureValues } from '#contract/base/failures.ts'
import type {
  EditHistory,
  OrganizationLimit,
  OrganizationPermission,
  OrganizationStream,
  OrganizationSwitch,
} from '#shared/organization/organization-choices.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'

/** A setting of the organization: its title, what the title does not say, and words by which it is found. */
interface OrganizationSetting {
  readonly title: string
  readonly hint?: string
  readonly words?: readonly string[]
}

const switches = {
  allow_message_editing: { title: 'Let people edit their messages', words: ['change', 'correct'] },
  avatar_changes_disabled: { title: 'Only administrators can change profile pictures', words: ['avatar', 'photo'] },
  digest_emails_enabled: { title: 'Send weekly summaries by email', words: ['digest'] },
  disallow_disposable_email_addresses: { title: 'Refuse disposable email addresses', words: ['spam', 'join'] },
  email_changes_disabled: { title: 'Only administrators can change email addresses' },
  emails_restricted_to_domains: {
    title: 'Require an email address of the organization’s domains',
    words: ['join', 'restrict'],
  },
  enable_guest_user_indicator: { title: 'Mark guests after their name', words: ['external'] },
  enable_read_receipts: { title: 'Read receipts', hint: 'People can see who has read a message.', words: ['seen'] },
  enable_spectator_access: {
    get title() {
      return `Allow ${word.many} that anyone on the internet can read`
    },
    words: ['public access', 'web-public', 'spectators', 'without account'],
  },
  inline_image_preview: { title: 'Show pictures and videos below links to them', words: ['preview', 'media'] },
  inline_url_embed_preview: { title: 'Show previews of linked pages', words: ['website', 'embed'] },
  invite_required: { title: 'Require an invitation to join', words: ['registration', 'sign up'] },
  mandatory_topics: { title: 'Require a topic for each message', words: ['subject', 'no topic'] },
  message_content_allowed_in_email_notifications: {
    title: 'Allow message text in email notifications',
    words: ['privacy', 'content'],
  },
  name_changes_disabled: { title: 'Only administrators can change names' },
  presence_disabled: { title: 'Hide who is online', words: ['presence', 'availability', 'status'] },
  send_welcome_emails: { title: 'Send emails that help new members get started', words: ['onboarding'] },
} satisfies Record<OrganizationSwitch, OrganizationSetting>

const limits = {
  message_content_edit_limit_seconds: { title: 'Time to edit messages', words: ['change', 'correct', 'limit'] },
  message_content_delete_limit_seconds: { title: 'Time to delete own messages', words: ['remove', 'limit'] },
  move_messages_within_stream_limit_seconds: {
    title: 'Time to move messages to another topic',
    words: ['rename', 'limit'],
  },
  move_messages_between_streams_limit_seconds: {
    get title() {
      return `Time to move messages to another ${word.one}`
    },
    words: ['limit'],
  },
} satisfies Record<OrganizationLimit, OrganizationSetting>

const streams = {
  notifications_stream_id: {
    get title() {
      return `Announce new ${word.many} in`
    },
    words: ['notifications'],
  },
  signup_notifications_stream_id: { title: 'Announce new members in', words: ['notifications', 'join'] },
} satisfies Record<OrganizationStream, OrganizationSetting>

const permissions = {
  can_create_public_channel_group: {
    get title() {
      return `Create public ${word.many}`
    },
  },
  can_create_private_channel_group: {
    get title() {
      return `Create private ${word.many}`
    },
  },
  can_create_web_public_channel_group: {
    get title() {
      return `Create ${word.many} that anyone on the internet can read`
    },
    words: ['web-public'],
  },
  can_add_subscribers_group: {
    get title() {
      return `Add people to ${word.many}`
    },
    words: ['subscribe', 'invite'],
  },
  can_invite_users_group: { title: 'Invite people by email', words: ['invitations'] },
  create_multiuse_invite_group: { title: 'Create invitation links', words: ['invite'] },
  can_move_messages_between_topics_group: { title: 'Move messages to another topic', words: ['rename'] },
  can_move_messages_between_channels_group: {
    get title() {
      return `Move messages to another ${word.one}`
    },
  },
  can_resolve_topics_group: { title: 'Resolve topics', words: ['done', 'check mark'] },
  can_delete_any_message_group: { title: 'Delete any message', words: ['remove'] },
  can_delete_own_message_group: { title: 'Delete own messages', words: ['remove'] },
  can_mention_many_users_group: { title: 'Notify many people at once', words: ['wildcard', 'mention', '@all'] },
  direct_message_initiator_group: { title: 'Start direct messages', words: ['private'] },
  can_create_groups: { title: 'Create groups' },
  can_manage_all_groups: { title: 'Manage all groups', words: ['change', 'members'] },
  can_add_custom_emoji_group: { title: 'Add emoji', words: ['custom'] },
  can_create_bots_group: { title: 'Create any bot', words: ['integrations'] },
  can_create_write_only_bots_group: { title: 'Create bots that only post messages', words: ['webhook'] },
} satisfies Record<OrganizationPermission, OrganizationSetting>

const failures = {
  ORGANIZATION_NAME_MISSING: 'Enter a name for the organization.',
  ORGANIZATION_NAME_TOO_LONG: ({ length, most }) =>
    `The name has ${english.number(length)} characters. It can have ${english.number(most)}.`,
  ORGANIZATION_DESCRIPTION_TOO_LONG: ({ length, most }) =>
    `The description has ${english.number(length)} characters. It can have ${english.number(most)}.`,
  SETTING_MISSING: 'The organization’s server doesn’t have this setting.',
} satisfies Section<
  Pick<
    FailureValues,
    'ORGANIZATION_NAME_MISSING' | 'ORGANIZATION_NAME_TOO_LONG' | 'ORGANIZATION_DESCRIPTION_TOO_LONG' | 'SETTING_MISSING'
  >
>

export const organization = {
  page: {
    title: 'Organization',
    sectionList: 'Sections of the organization’s settings',
    sections: {
      profile: 'Name and description',
      people: 'Joining and people',
      messages: 'Messages',
      permissions: 'Permissions',
      emoji: 'Emoji',
      linkifiers: 'Linkifiers',
      playgrounds: 'Code playgrounds',
    },
    search: 'Search settings',
    /** An entry of the command palette. */
    palette: (section: string) => `Organization: ${section}`,
    notShown: 'Couldn’t load the organization’s settings',
    notThereYet: 'The organization’s settings load when Skein reaches the server.',
    legends: {
      profile: 'Profile',
      joining: 'Joining',
      members: 'New members',
      profiles: 'Names and profiles',
      privacy: 'Privacy',
      editing: 'Edit and delete',
      moving: 'Move',
      display: 'Display',
      keeping: 'Storage',
      announcements: 'Announcements',
      emails: 'Emails',
      get streams() {
        return word.Many
      },
      invitations: 'Invitations',
      messages: 'Messages',
      groups: 'Groups',
      more: 'Emoji and bots',
    },
    profile: {
      name: 'Name',
      description: 'Description',
      descriptionHint: 'You can use Markdown. Everyone who signs in sees it.',
      save: 'Save',
      saved: 'Saved.',
      words: ['rename', 'title', 'about'],
    },
    switches: switches as Record<OrganizationSwitch, OrganizationSetting>,
    limits: limits as Record<OrganizationLimit, OrganizationSetting>,
    streams: streams as Record<OrganizationStream, OrganizationSetting>,
    permissions: permissions as Record<OrganizationPermission, OrganizationSetting>,
    noLimit: 'No limit',
    noStream: 'None',
    editHistory: {
      title: 'Show earlier versions of messages',
      words: ['edit history'],
      options: { all: 'Edits and moves', moves: 'Moves only', none: 'Nothing' } satisfies Record<EditHistory, string>,
    },
    retention: {
      title: 'Delete messages after',
      get hint() {
        return `${word.Many} can have their own time. Deleted messages can’t be restored.`
      },
      words: ['retention', 'keep', 'history'],
      forever: 'Never',
    },
    waiting: {
      title: 'New members become full members after',
      hint: 'Some permissions are for full members only.',
      words: ['waiting period', 'threshold'],
      none: 'They join',
    },
    /** A permission that names people or groups one by one. */
    unknownAudience: 'Unknown group',
  },
  failures,
}
