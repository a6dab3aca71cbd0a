import type { UserSettingName } from '#contract/people/user-settings.ts'

/** The tests of what Skein does by a setting of the account. The service alone acts on the others. */
export const testsOfEffects: { readonly [N in UserSettingName]?: string } = {
  default_language: 'tests/engine/connection.test.ts',
  demote_inactive_streams: 'tests/engine/topic-lists.test.ts',
  desktop_icon_count_display: 'tests/engine/notifications.test.ts',
  display_emoji_reaction_users: 'tests/unit/main/engine/views/messages/reaction-item.test.ts',
  enable_desktop_notifications: 'tests/engine/notification-ladder.test.ts',
  enable_drafts_synchronization: 'tests/engine/drafts.test.ts',
  enable_followed_topic_audible_notifications: 'tests/engine/notification-ladder.test.ts',
  enable_followed_topic_desktop_notifications: 'tests/engine/notification-ladder.test.ts',
  enable_followed_topic_wildcard_mentions_notify: 'tests/engine/notification-ladder.test.ts',
  enable_sounds: 'tests/engine/notification-ladder.test.ts',
  enable_stream_audible_notifications: 'tests/engine/notification-ladder.test.ts',
  enable_stream_desktop_notifications: 'tests/engine/notification-ladder.test.ts',
  pm_content_in_desktop_notifications: 'tests/engine/notifications.test.ts',
  presence_enabled: 'tests/engine/presence.test.ts',
  receives_typing_notifications: 'tests/engine/typing.test.ts',
  send_private_typing_notifications: 'tests/engine/typing.test.ts',
  send_read_receipts: 'tests/engine/readers.test.ts',
  send_stream_typing_notifications: 'tests/engine/typing.test.ts',
  starred_message_counts: 'tests/engine/starred.test.ts',
  twenty_four_hour_time: 'tests/engine/clock-choice.test.ts',
  web_home_view: 'tests/engine/home-view.test.ts',
  web_mark_read_on_scroll_policy: 'tests/engine/reading.test.ts',
  web_stream_unreads_count_display_policy: 'tests/unit/renderer/navigation.test.ts',
  wildcard_mentions_notify: 'tests/engine/notification-ladder.test.ts',
}

const ofWindow = 'A window shows several accounts, so Skein has this choice for each computer.'
const ofWebPage = 'It is about the layout of a page in a browser, which Skein does not have.'
const inProfile = 'The dialog “Profile” has it.'

/** Why a setting of the service has no row. */
export const reasonsWithoutRow: Readonly<Record<string, string>> = {
  available_notification_sounds: 'It is a list of names, not a setting.',
  color_scheme: ofWindow,
  dense_mode: ofWindow,
  email_address_visibility: inProfile,
  emojiset: 'Skein draws the same emoji on every system.',
  emojiset_choices: 'It is a list of names, not a setting.',
  enter_sends: ofWindow,
  fluid_layout_width: ofWebPage,
  hide_ai_features: 'Skein has no such features.',
  high_contrast_mode: ofWindow,
  left_side_userlist: ofWebPage,
  notification_sound: 'A sound is chosen for each computer; “none” of another client is silence here, too.',
  timezone: inProfile,
  user_list_style: ofWebPage,
  web_animate_image_previews: 'Images move unless the system asks for less motion.',
  web_channel_default_view: 'A stream opens with all of its messages; its topics are beside it.',
  web_escape_navigates_to_home_view: 'Escape closes what is open, and never leaves a conversation.',
  web_font_size_px: ofWindow,
  web_inbox_show_channel_folders: 'Skein has no folders of streams.',
  web_left_sidebar_show_channel_folders: 'Skein has no folders of streams.',
  web_left_sidebar_unreads_count_summary: 'A folded group always shows what it hides.',
  web_line_height_percent: ofWindow,
  web_navigate_to_sent_message: 'A message is sent in the conversation that is shown.',
  web_suggest_update_timezone: 'Skein does not suggest a time zone.',
}
