import { z } from 'zod'

const yes = z.boolean().catch(true)
const no = z.boolean().catch(false)
const choice = (usual: number) => z.number().catch(usual)
/** The setting is missing on servers that lack it. */
const later = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The user's settings (wire-protocol.md §2.15); missing ones have the protocol's defaults. */
const userSettingsSchema = z.object({
  allow_private_data_export: later(z.boolean()),
  automatically_follow_topics_policy: choice(3),
  automatically_follow_topics_where_mentioned: yes,
  automatically_unmute_topics_in_muted_streams_policy: choice(2),
  color_scheme: choice(1),
  default_language: z.string().catch('en'),
  demote_inactive_streams: choice(1),
  dense_mode: yes,
  desktop_icon_count_display: choice(1),
  display_emoji_reaction_users: yes,
  email_address_visibility: choice(1),
  email_notifications_batching_period_seconds: choice(120),
  emojiset: z.string().catch('google'),
  enable_desktop_notifications: yes,
  enable_digest_emails: yes,
  enable_drafts_synchronization: yes,
  enable_followed_topic_audible_notifications: yes,
  enable_followed_topic_desktop_notifications: yes,
  enable_followed_topic_email_notifications: yes,
  enable_followed_topic_push_notifications: yes,
  enable_followed_topic_wildcard_mentions_notify: yes,
  enable_login_emails: yes,
  enable_marketing_emails: yes,
  enable_offline_email_notifications: yes,
  enable_offline_push_notifications: yes,
  enable_online_push_notifications: yes,
  enable_sounds: yes,
  enable_stream_audible_notifications: no,
  enable_stream_desktop_notifications: no,
  enable_stream_email_notifications: no,
  enable_stream_push_notifications: no,
  enter_sends: no,
  fluid_layout_width: no,
  high_contrast_mode: no,
  message_content_in_email_notifications: yes,
  notification_sound: z.string().catch('zulip'),
  pm_content_in_desktop_notifications: yes,
  presence_enabled: yes,
  realm_name_in_email_notifications_policy: choice(1),
  receives_typing_notifications: later(z.boolean()),
  resolved_topic_notice_auto_read_policy: later(z.string()),
  send_private_typing_notifications: yes,
  send_read_receipts: yes,
  send_stream_typing_notifications: yes,
  starred_message_counts: yes,
  timezone: z.string().catch(''),
  translate_emoticons: no,
  /** It is null if the system decides. */
  twenty_four_hour_time: z.boolean().nullable().catch(null),
  user_list_style: choice(2),
  web_home_view: z.string().catch('inbox'),
  web_mark_read_on_scroll_policy: choice(1),
  web_stream_unreads_count_display_policy: choice(2),
  wildcard_mentions_notify: yes,
})

export type UserSettings = z.infer<typeof userSettingsSchema>

/** Parses settings from a server or from storage; unknown ones are dropped. */
export function readUserSettings(value: unknown): UserSettings {
  return userSettingsSchema.parse(typeof value === 'object' && value !== null ? value : {})
}
