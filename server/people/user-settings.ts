import { z } from 'zod'
import type { UserRow } from '../store/people/users.ts'

/**
 * The default settings of a user (keys and values of wire-protocol.md §2.15), in the order in which a stock server
 * lists them.
 */
export const defaultUserSettings = {
  color_scheme: 1,
  default_language: 'en',
  web_home_view: 'inbox',
  demote_inactive_streams: 1,
  dense_mode: true,
  emojiset: 'google',
  enable_drafts_synchronization: true,
  enter_sends: true,
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: true,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: false,
  enable_login_emails: false,
  enable_marketing_emails: false,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: false,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: 'zulip',
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  realm_name_in_email_notifications_policy: 1,
  wildcard_mentions_notify: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
  display_emoji_reaction_users: true,
  email_address_visibility: 1,
  web_escape_navigates_to_home_view: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
  web_mark_read_on_scroll_policy: 1,
  user_list_style: 1,
  web_stream_unreads_count_display_policy: 2,
  timezone: '',
} as const satisfies Readonly<Record<string, boolean | number | string>>

export type SettingName = keyof typeof defaultUserSettings
export type UserSettings = Record<SettingName, boolean | number | string>

export const changeableProperties = Object.keys(defaultUserSettings) as readonly SettingName[] // an object's own keys

/**
 * Settings that older clients receive in `update_display_settings` events and as flat fields of register
 * (wire-protocol.md §2.2.1).
 */
export const displaySettings: ReadonlySet<SettingName> = new Set([
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'dense_mode',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'web_home_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'timezone',
  'translate_emoticons',
  'twenty_four_hour_time',
  'enter_sends',
])

/** Settings that older clients receive in `update_global_notifications` events. */
export const notificationSettings: ReadonlySet<SettingName> = new Set([
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
])

/** The highest value of enumerated settings, which start at 1. */
const highest: Partial<Record<SettingName, number>> = {
  color_scheme: 3,
  web_mark_read_on_scroll_policy: 3,
  demote_inactive_streams: 3,
  realm_name_in_email_notifications_policy: 3,
  user_list_style: 3,
  web_stream_unreads_count_display_policy: 3,
  desktop_icon_count_display: 4,
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  email_address_visibility: 5,
}

/** The schema of a setting's value. */
export function settingSchema(name: SettingName): z.ZodType<boolean | number | string> {
  switch (typeof defaultUserSettings[name]) {
    case 'boolean':
      return z.boolean()
    case 'number':
      return z
        .number()
        .int()
        .min(1)
        .max(highest[name] ?? 604_800)
    default:
      return z.string().max(100)
  }
}

/** The stored settings: those that differ from the defaults. */
export const storedSettings = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))

const parsed = new WeakMap<UserRow, UserSettings>()

/** A user's settings: the stored ones over the defaults; the time zone is that of the profile. */
export function settingsOf(user: UserRow): UserSettings {
  // Most users have no stored settings, and each list of messages reads the settings of its senders.
  if (user.settings === '{}' && user.timezone === '') return defaultUserSettings
  let settings = parsed.get(user)
  if (settings === undefined) {
    settings = { ...defaultUserSettings, ...storedSettings.parse(JSON.parse(user.settings)), timezone: user.timezone }
    parsed.set(user, settings)
  }
  return settings
}

/** The available choices. */
export const settingChoices = {
  available_notification_sounds: [
    ...['ascend', 'beep_boop', 'bink', 'bright', 'brlip', 'chime', 'deep tom', 'ding'],
    ...['double tap', 'down', 'dry bongos', 'dutdut', 'fast ascend', 'flute', 'friendly', 'kick roll'],
    ...['loud tintong', 'metallic snare', 'pan', 'shaker', 'simple', 'stairs', 'subtle', 'swish'],
    ...['tintong', 'up', 'wood block', 'zaping', 'zing', 'zulip'],
  ],
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
    { key: 'google-blob', text: 'Google blobs' },
  ],
}

/** Settings in the form for older clients: flat fields with the available choices. */
export function flatSettings(user: UserRow, names: ReadonlySet<SettingName>): Record<string, unknown> {
  const settings = settingsOf(user)
  const choice = names === displaySettings ? 'emojiset_choices' : 'available_notification_sounds'
  return {
    ...Object.fromEntries([...names].map((name) => [name, settings[name]])),
    [choice]: settingChoices[choice],
  }
}

/** `user_settings` of register: the settings, with the available choices of some. */
export function settingsObject(user: UserRow): Record<string, unknown> {
  return {
    ...settingsOf(user),
    ...settingChoices,
  }
}

/** Parses the value of a setting: booleans and numbers are JSON; texts are plain, or JSON from older clients. */
export function settingValue(text: string): unknown {
  if (/^(?:true|false|-?\d{1,15})$/.test(text)) return JSON.parse(text)
  return text.replace(/^"(.*)"$/s, '$1')
}
