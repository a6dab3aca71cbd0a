import { afterAll, describe, expect, it } from 'vitest'
import { atEveryLevel, dialects, endStories, eventsOf, objects, type Json } from './story.ts'

afterAll(endStories)

/** Fields that registrations have from a level on, and at the server's own level. */
const fields: readonly (readonly [level: number, ...names: string[]])[] = [
  [225, 'realm_can_access_all_users_group'],
  [221, 'server_supported_permission_settings'],
  [216, 'realm_enable_guest_user_indicator'],
  [212, 'realm_jitsi_server_url', 'server_jitsi_server_url'],
  [209, 'realm_create_multiuse_invite_group'],
  [204, 'server_typing_started_wait_period_milliseconds', 'server_typing_started_expiry_period_milliseconds'],
  [203, 'realm_date_created'],
  [179, 'scheduled_messages'],
  [164, 'server_presence_ping_interval_seconds', 'server_presence_offline_threshold_seconds'],
  [162, 'realm_move_messages_within_stream_limit_seconds', 'realm_move_messages_between_streams_limit_seconds'],
]

const settings: readonly (readonly [level: number, ...names: string[]])[] = [
  [235, 'automatically_follow_topics_where_mentioned'],
  [219, 'web_home_view', 'web_escape_navigates_to_home_view'],
  [214, 'automatically_follow_topics_policy'],
  [210, 'web_stream_unreads_count_display_policy'],
  [189, 'enable_followed_topic_desktop_notifications'],
  [175, 'web_mark_read_on_scroll_policy'],
  [163, 'email_address_visibility'],
]

describe.each(dialects)('a server of an earlier level (%s)', (dialect) => {
  it.each(fields.map(([level, ...names]) => [level, names] as const))(
    'from level %i on has %s in registrations',
    async (level, names) => {
      await atEveryLevel(dialect, ({ plain, level: at }) => {
        expect(names.map((name) => name in plain.register)).toEqual(names.map(() => at >= level))
      })
    },
  )

  it.each(settings.map(([level, ...names]) => [level, names] as const))(
    'from level %i on has the user setting %s',
    async (level, names) => {
      await atEveryLevel(dialect, ({ plain, level: at }) => {
        const own = plain.register.user_settings as Json
        expect(names.map((name) => name in own)).toEqual(names.map(() => at >= level))
      })
    },
  )

  it('sends two flags for wildcard mentions beside the old one (224)', async () => {
    await atEveryLevel(dialect, ({ level, answers, plain }) => {
      const flags = [
        ...objects(answers.messages?.messages).flatMap((message) => message.flags as string[]),
        ...eventsOf(plain, 'message').flatMap((event) => event.flags as string[]),
      ]
      // The story contains no wildcard mention of levels up to 237.
      expect(flags.includes('stream_wildcard_mentioned')).toBe(level >= 247)
    })
  })

  it('sends a deactivated or reactivated user as an update (222)', async () => {
    await atEveryLevel(dialect, ({ level, plain, ids }) => {
      const told = eventsOf(plain, 'realm_user').filter((event) => (event.person as Json).user_id === ids.mei)
      expect(told.map((event) => event.op)).toEqual(level < 222 ? ['remove', 'add'] : ['update', 'update'])
      if (level < 222) expect(told[1]?.person).toMatchObject({ full_name: 'Mei', email: 'mei@test.example', role: 400 })
    })
  })

  it('cannot follow topics (219)', async () => {
    await atEveryLevel(dialect, ({ level, answers }) => {
      expect(answers.follow?.status).toBe(level < 170 ? 404 : level < 219 ? 400 : 200)
      expect(objects(answers['registered later']?.user_topics).some((topic) => topic.visibility_policy === 3)).toBe(
        level >= 219,
      )
    })
  })

  it('names typing in a direct conversation private (215)', async () => {
    await atEveryLevel(dialect, ({ level, plain }) => {
      const told = eventsOf(plain, 'typing')
      expect(told.map((event) => event.message_type)).toEqual([level < 215 ? 'private' : 'direct'])
    })
  })

  it('sends streams without traffic, and names a group with _id (199, 197)', async () => {
    await atEveryLevel(dialect, ({ level, answers, plain }) => {
      const [listed = {}] = objects(answers.streams?.streams)
      const [own = {}] = objects(plain.register.subscriptions)
      expect('stream_weekly_traffic' in listed).toBe(level >= 199)
      for (const stream of [listed, own]) {
        expect(
          ['can_remove_subscribers_group', 'can_remove_subscribers_group_id'].map((name) => name in stream),
        ).toEqual([level >= 197, level < 197])
      }
      expect('email_address' in own).toBe(level < 226)
    })
  })

  it('refuses an existing reaction as a bad request (193)', async () => {
    await atEveryLevel(dialect, ({ level, answers }) => {
      expect(answers['react again']?.code).toBe(level < 193 ? 'BAD_REQUEST' : 'REACTION_ALREADY_EXISTS')
    })
  })

  it('sends groups without who may mention them (191)', async () => {
    await atEveryLevel(dialect, ({ level, plain }) => {
      const [group = {}] = objects(plain.register.realm_user_groups)
      expect('can_mention_group' in group).toBe(level >= 191)
    })
  })

  it('has no scheduled messages (179)', async () => {
    await atEveryLevel(dialect, ({ level, answers, plain }) => {
      expect(answers.schedule?.status).toBe(level < 179 ? 404 : 200)
      expect(eventsOf(plain, 'scheduled_messages')).toHaveLength(level < 179 ? 0 : 1)
    })
  })

  it('does not know the words dm and direct (177, 174)', async () => {
    await atEveryLevel(dialect, ({ level, answers }) => {
      expect(answers.dm?.code).toBe(level < 177 ? 'BAD_NARROW' : undefined)
      expect(answers['pm-with']?.result).toBe('success')
      expect(answers.direct?.result).toBe(level < 174 ? 'error' : 'success')
      expect(answers.private?.result).toBe('success')
    })
  })

  it('mutes a topic at the older address only (170)', async () => {
    await atEveryLevel(dialect, ({ level, answers }) => {
      expect(answers.mute?.result).toBe('success')
      expect(answers.follow?.status === 404).toBe(level < 170)
    })
  })

  it('answers without ignored parameters (167)', async () => {
    await atEveryLevel(dialect, ({ level, answers }) => {
      expect(answers.unsupported?.ignored_parameters_unsupported).toEqual(level < 167 ? undefined : ['nonsense'])
    })
  })
})
