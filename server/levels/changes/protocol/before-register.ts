import { eventOf, inSettingLists, objects, renamed, without, type Fields, type LevelChange } from '../../change.ts'

/** Fields of a registration that were added after the oldest level, by level. */
const fields: readonly { readonly level: number; readonly names: readonly string[] }[] = [
  { level: 231, names: ['realm_push_notifications_enabled_end_timestamp'] },
  { level: 225, names: ['realm_can_access_all_users_group'] },
  { level: 221, names: ['server_supported_permission_settings'] },
  { level: 216, names: ['realm_enable_guest_user_indicator'] },
  { level: 212, names: ['realm_jitsi_server_url', 'server_jitsi_server_url'] },
  { level: 209, names: ['realm_create_multiuse_invite_group'] },
  {
    level: 204,
    names: [
      'server_typing_started_wait_period_milliseconds',
      'server_typing_stopped_wait_period_milliseconds',
      'server_typing_started_expiry_period_milliseconds',
    ],
  },
  { level: 203, names: ['realm_date_created'] },
  { level: 164, names: ['server_presence_ping_interval_seconds', 'server_presence_offline_threshold_seconds'] },
  {
    level: 162,
    names: ['realm_move_messages_within_stream_limit_seconds', 'realm_move_messages_between_streams_limit_seconds'],
  },
]

/** User settings by the level that added them. */
const settings: readonly { readonly level: number; readonly names: readonly string[] }[] = [
  { level: 235, names: ['automatically_follow_topics_where_mentioned'] },
  { level: 214, names: ['automatically_follow_topics_policy', 'automatically_unmute_topics_in_muted_streams_policy'] },
  { level: 210, names: ['web_stream_unreads_count_display_policy'] },
  {
    level: 189,
    names: [
      'enable_followed_topic_email_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_wildcard_mentions_notify',
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
    ],
  },
  { level: 175, names: ['web_mark_read_on_scroll_policy'] },
]

const renamedSettings = {
  web_home_view: 'default_view',
  web_escape_navigates_to_home_view: 'escape_navigates_to_default_view',
}

/** Fields that earlier registrations and their events lack. */
export const beforeRegister: readonly LevelChange[] = [
  ...fields.map(({ level, names }): LevelChange => ({
    level,
    what: `registrations tell ${names.join(', ')}`,
    rewrite: {
      register: (state) => without(state, ...names),
      event: (event) =>
        event.type === 'realm' && event.op === 'update' && names.includes(`realm_${String(event.property)}`)
          ? []
          : [event],
    },
  })),
  ...settings.map(({ level, names }): LevelChange => ({
    level,
    what: `${names.join(', ')} ${names.length === 1 ? 'is a setting' : 'are settings'} of users`,
    rewrite: {
      register: (state) => inSettingLists(state, (list) => without(list, ...names)),
      event: (event) => (event.type === 'user_settings' && names.includes(String(event.property)) ? [] : [event]),
      calls: {
        async 'PATCH /settings'(call, next) {
          for (const name of names) call.parameters.disown(name)
          return next()
        },
      },
    },
  })),
  {
    level: 233,
    what: 'steps of an introduction are not only hotspots',
    rewrite: { register: (state) => renamed(state, { onboarding_steps: 'hotspots' }) },
  },
  {
    level: 219,
    what: 'settings of the home view have other names',
    rewrite: {
      register: (state) => inSettingLists(state, (list) => renamed(list, renamedSettings)),
      event: (event) => [
        event.type === 'user_settings' && String(event.property) in renamedSettings
          ? eventOf({ ...event, property: renamedSettings[event.property as keyof typeof renamedSettings] })
          : event,
      ],
      calls: {
        async 'PATCH /settings'(call, next) {
          for (const [name, old] of Object.entries(renamedSettings)) {
            call.parameters.disown(name)
            const value = call.parameters.take(old)
            if (value !== undefined) call.parameters.set(name, value)
          }
          return next()
        },
      },
    },
  },
  {
    level: 224,
    what: 'mentions of everybody are told by two flags beside the old one',
    rewrite: {
      forms: { message: (message) => ({ ...message, ...flagsOf(message.flags) }) },
      event: (event) => [Array.isArray(event.flags) ? eventOf({ ...event, ...flagsOf(event.flags) }) : event],
    },
  },
  {
    level: 176,
    what: 'linkifiers are URL templates',
    rewrite: {
      calls: {
        async 'POST /register'(_call, next, { context }) {
          const answer = await next()
          return 'realm_linkifiers' in answer
            ? { ...answer, realm_linkifiers: context.tables.linkifiers.all().map(oldLinkifier) }
            : answer
        },
      },
      event: (event) => [
        event.type === 'realm_linkifiers'
          ? eventOf({ ...event, realm_linkifiers: objects(event.realm_linkifiers).map(oldLinkifier) })
          : event,
      ],
    },
  },
  {
    level: 168,
    what: 'the name of the organization in e-mails is a policy',
    rewrite: {
      register: (state) =>
        inSettingLists(state, ({ realm_name_in_email_notifications_policy: policy, ...list }) => ({
          ...list,
          realm_name_in_notifications: policy === 2,
        })),
    },
  },
  {
    level: 167,
    what: 'answers say which parameters had no effect',
    rewrite: {
      async everyCall(call, next) {
        const answer = await next()
        call.parameters.ignoreAll()
        return answer
      },
    },
  },
  {
    level: 163,
    what: 'users decide who sees their address; it stands in every user object',
    rewrite: {
      register: (state) => ({
        ...inSettingLists(state, (list) => without(list, 'email_address_visibility')),
        ...('realm_name' in state ? { realm_email_address_visibility: 1 } : {}),
      }),
      forms: {
        user: (user) =>
          user.delivery_email === null || user.delivery_email === user.email ? without(user, 'delivery_email') : user,
      },
    },
  },
]

function flagsOf(flags: unknown): Fields {
  return Array.isArray(flags)
    ? { flags: flags.filter((flag) => flag !== 'stream_wildcard_mentioned' && flag !== 'topic_wildcard_mentioned') }
    : {}
}

/** `{id}` of a URL template was written `%(id)s`. */
function oldLinkifier(linkifier: object): Fields {
  const { id, pattern, url_template: template } = linkifier as Fields // a row, or its form in an event
  return {
    id,
    pattern,
    url_format: String(template)
      .replaceAll('%', '%%')
      .replaceAll(/\{(\w+)\}/g, '%($1)s'),
  }
}
