import { eventOf, renamed, without, withRealm, type Fields, type LevelChange } from '../../change.ts'
import { z } from 'zod'
import { ownSetting, requireUniqueName, streamOrNone } from './own-settings.ts'
import type { ServerEvent } from '#server/events/event-log.ts'
import { badRequest } from '#server/base/errors.ts'
import { renderMarkdown } from '#server/markdown/render.ts'

const bytesOfMib = 1024 * 1024
const announcements = {
  notifications_stream_id: 'new_stream_announcements_stream_id',
  signup_notifications_stream_id: 'signup_announcements_stream_id',
}
const inRegister = Object.fromEntries(
  Object.entries(announcements).map(([old, name]) => [`realm_${old}`, `realm_${name}`]),
)

/** Settings of the organization that were renamed or changed their type (newer-servers.md §1). */
export const settingsNames: readonly LevelChange[] = [
  {
    level: 241,
    what: 'the streams of announcements have new names',
    rewrite: {
      register: (state) => renamed(state, inRegister),
      event: (event) => [
        event.type === 'realm' && event.op === 'update' && isAnnouncement(event.property)
          ? eventOf({ ...event, property: announcements[event.property] })
          : event,
      ],
      calls: {
        async 'PATCH /realm'(call, next) {
          for (const [old, name] of Object.entries(announcements)) {
            call.parameters.disown(old)
            const value = call.parameters.take(name)
            if (value !== undefined) call.parameters.set(old, value)
          }
          return renamed(await next(), announcements)
        },
      },
    },
  },
  {
    level: 242,
    what: 'a stream for news of the software',
    rewrite: ownSetting('zulip_update_announcements_stream_id', streamOrNone),
  },
  {
    level: 243,
    what: 'authentication methods are objects',
    rewrite: {
      register: (state) =>
        withRealm(state, {
          realm_authentication_methods: Object.fromEntries(
            Object.entries((state.realm_authentication_methods ?? {}) as Fields).map(([name, enabled]) => [
              name,
              { enabled, available: true },
            ]),
          ),
        }),
    },
  },
  {
    level: 246,
    what: 'names may have to be unique',
    rewrite: {
      ...ownSetting('require_unique_names', z.boolean().default(false)),
      everyCall: requireUniqueName,
    },
  },
  {
    level: 251,
    what: 'the quota of uploads is in MiB, and a change of plan is one event',
    rewrite: {
      register: (state) =>
        typeof state.realm_upload_quota_mib === 'number'
          ? withRealm(state, { realm_upload_quota_mib: state.realm_upload_quota_mib / bytesOfMib })
          : state,
      event: (event) => [
        isRealm(event, 'plan_type')
          ? eventOf({
              ...without(event, 'value', 'extra_data'),
              op: 'update_dict',
              property: 'default',
              data: { plan_type: event.value },
            })
          : event,
      ],
    },
  },
  {
    level: 331,
    what: 'a stream for requests to moderators',
    rewrite: ownSetting('moderation_request_channel_id', streamOrNone),
  },
  {
    level: 332,
    what: 'how long a switched off organization is kept',
    rewrite: {
      register: (state) =>
        withRealm(state, {
          server_min_deactivated_realm_deletion_days: 14,
          server_max_deactivated_realm_deletion_days: null,
        }),
    },
  },
  {
    level: 338,
    what: 'the longest password',
    rewrite: { register: (state) => withRealm(state, { password_max_length: 100 }) },
  },
  {
    level: 300,
    what: 'types of profile fields have other names',
    // The family's list of changes does not state the level.
    rewrite: {
      register: (state) =>
        'custom_profile_field_types' in state
          ? { ...state, custom_profile_field_types: fieldTypes(state.custom_profile_field_types as Fields) }
          : state,
    },
  },
  {
    level: 369,
    what: 'a film shows the way around: this server has none',
    rewrite: {
      register: (state) => ('onboarding_steps' in state ? { ...state, navigation_tour_video_url: null } : state),
    },
  },
  {
    level: 348,
    what: 'a warning before writing to guests',
    rewrite: ownSetting('enable_guest_user_dm_warning', z.boolean().default(true)),
  },
  {
    level: 350,
    what: 'summaries by machine',
    rewrite: { register: (state) => withRealm(state, { server_can_summarize_topics: false }) },
  },
  {
    level: 358,
    what: 'the visibility of histories is a word; registrations still say the boolean, events do not',
    rewrite: {
      register: (state) =>
        withRealm(state, {
          realm_message_edit_history_visibility_policy: visibility(state.realm_allow_edit_history),
        }),
      event: (event) => [
        isRealm(event, 'allow_edit_history')
          ? eventOf({
              ...without(event, 'value'),
              op: 'update_dict',
              property: 'default',
              data: { message_edit_history_visibility_policy: visibility(event.value) },
            })
          : event,
      ],
      calls: {
        async 'PATCH /realm'(call, next) {
          call.parameters.disown('allow_edit_history')
          const text = call.parameters.take('message_edit_history_visibility_policy')?.replaceAll('"', '')
          if (text !== undefined && !['all', 'moves', 'none'].includes(text)) {
            throw badRequest('Invalid message_edit_history_visibility_policy')
          }
          if (text !== undefined) call.parameters.set('allow_edit_history', String(text !== 'none'))
          const answer = await next()
          return 'allow_edit_history' in answer
            ? {
                ...without(answer, 'allow_edit_history'),
                message_edit_history_visibility_policy: visibility(answer.allow_edit_history),
              }
            : answer
        },
      },
    },
  },
  {
    level: 392,
    what: 'whether a message needs a topic is a word; the boolean is told beside it',
    rewrite: {
      register: (state) => withRealm(state, { realm_topics_policy: topicsPolicy(state.realm_mandatory_topics) }),
      event: (event) => [
        isRealm(event, 'mandatory_topics')
          ? eventOf({
              ...without(event, 'value'),
              op: 'update_dict',
              property: 'default',
              data: { topics_policy: topicsPolicy(event.value), mandatory_topics: event.value },
            })
          : event,
      ],
      calls: {
        async 'PATCH /realm'(call, next) {
          call.parameters.disown('mandatory_topics')
          const text = call.parameters.take('topics_policy')?.replaceAll('"', '')
          if (text !== undefined) call.parameters.set('mandatory_topics', String(text === 'disable_empty_topic'))
          const answer = await next()
          return 'mandatory_topics' in answer
            ? { ...without(answer, 'mandatory_topics'), topics_policy: topicsPolicy(answer.mandatory_topics) }
            : answer
        },
      },
    },
  },
  {
    level: 426,
    what: 'mirrors of another service are gone',
    rewrite: { register: (state) => without(state, 'realm_is_zephyr_mirror_realm') },
  },
  {
    level: 442,
    what: 'the rating of moving pictures has a new name',
    rewrite: {
      register: (state) =>
        renamed(state, {
          realm_giphy_rating: 'realm_gif_rating_policy',
          giphy_rating_options: 'gif_rating_policy_options',
        }),
      event: (event) => [isRealm(event, 'giphy_rating') ? eventOf({ ...event, property: 'gif_rating_policy' }) : event],
    },
  },
  {
    level: 464,
    what: 'a new description comes with its HTML',
    rewrite: {
      event: (event, { context }) => [
        isRealm(event, 'description')
          ? eventOf({
              ...without(event, 'value'),
              op: 'update_dict',
              property: 'default',
              data: {
                description: event.value,
                rendered_description: renderMarkdown(String(event.value), context.directory).html,
              },
            })
          : event,
      ],
    },
  },
  {
    level: 469,
    what: 'the size of pictures in messages',
    rewrite: { register: (state) => withRealm(state, { realm_media_preview_size: 100 }) },
  },
]

/** Whether an event is about one setting of the organization. */
export function isRealm(event: ServerEvent, property: string): boolean {
  return event.type === 'realm' && event.op === 'update' && event.property === property
}

function isAnnouncement(property: unknown): property is keyof typeof announcements {
  return typeof property === 'string' && property in announcements
}

function visibility(allowsHistory: unknown): 'all' | 'none' {
  return allowsHistory === true ? 'all' : 'none'
}

function topicsPolicy(isMandatory: unknown): string {
  return isMandatory === true ? 'disable_empty_topic' : 'allow_empty_topic'
}

const fieldTypeNames: Fields = {
  SHORT_TEXT: 'Text (short)',
  LONG_TEXT: 'Text (long)',
  DATE: 'Date',
  USER: 'Users',
}

function fieldTypes(types: Fields): Fields {
  return Object.fromEntries(
    Object.entries(types).map(([key, type]) => [
      key,
      key in fieldTypeNames ? { ...(type as Fields), name: fieldTypeNames[key] } : type,
    ]),
  )
}
