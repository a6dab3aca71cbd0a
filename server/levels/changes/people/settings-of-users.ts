import { eventOf, inSettingLists, without, type LevelChange } from '../../change.ts'
import { laterSetting, type LaterSetting } from './later-settings.ts'

/** Settings by the level that added them, with their defaults (newer-servers.md §11, recordings). */
const added: readonly LaterSetting[] = [
  // The defaults are those of dense_mode while it exists.
  { level: 245, name: 'web_font_size_px', value: 14, later: { from: 364, value: 16 } },
  { level: 245, name: 'web_line_height_percent', value: 122, later: { from: 364, value: 140 } },
  { level: 253, name: 'receives_typing_notifications', value: true },
  { level: 268, name: 'web_navigate_to_sent_message', value: true },
  { level: 269, name: 'web_channel_default_view', value: 1 },
  { level: 275, name: 'web_animate_image_previews', value: 'on_hover' },
  { level: 293, name: 'allow_private_data_export', value: false },
  { level: 329, name: 'web_suggest_update_timezone', value: true },
  { level: 350, name: 'hide_ai_features', value: false },
  { level: 385, name: 'resolved_topic_notice_auto_read_policy', value: 'except_followed' },
  { level: 398, name: 'web_left_sidebar_unreads_count_summary', value: true },
  { level: 411, name: 'web_left_sidebar_show_channel_folders', value: true },
  { level: 431, name: 'web_inbox_show_channel_folders', value: true },
]

/** User settings (newer-servers.md §11). */
export const userSettings: readonly LevelChange[] = [
  ...added.map((setting): LevelChange => ({
    level: setting.level,
    what: `${setting.name} is a setting of users`,
    rewrite: laterSetting(setting),
  })),
  {
    level: 364,
    what: 'dense_mode is gone',
    rewrite: {
      register: (state) => inSettingLists(state, (settings) => without(settings, 'dense_mode')),
      event: (event) => (event.type === 'user_settings' && event.property === 'dense_mode' ? [] : [event]),
      calls: {
        async 'PATCH /settings'(call, next) {
          call.parameters.disown('dense_mode')
          return next()
        },
      },
    },
  },
  {
    level: 454,
    what: 'the view of recent conversations has a shorter name',
    rewrite: {
      register: (state) =>
        inSettingLists(state, (settings) =>
          settings.web_home_view === 'recent_topics' ? { ...settings, web_home_view: 'recent' } : settings,
        ),
      event: (event) => [
        event.type === 'user_settings' && event.property === 'web_home_view' && event.value === 'recent_topics'
          ? eventOf({ ...event, value: 'recent' })
          : event,
      ],
      calls: {
        async 'PATCH /settings'(call, next) {
          const view = call.parameters.peek('web_home_view')?.replaceAll('"', '')
          if (view === 'recent') call.parameters.set('web_home_view', 'recent_topics')
          return next()
        },
      },
    },
  },
]
