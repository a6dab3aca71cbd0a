/** The feature levels at which forms of registrations and events are tested, including the oldest and the newest. */
export const levels = [155, 170, 237, 300, 371, 400, 421, 500] as const
export type Level = (typeof levels)[number]

type Json = Readonly<Record<string, unknown>>

const bots = {
  full: { full_name: 'Builder', bot_type: 1, is_active: true, owner_id: 1, email: 'b@x', avatar_url: null },
  own: { default_all_public_streams: null, default_sending_stream: null, default_events_register_stream: null },
}

/** Present from a level on, or below one. */
const from = (level: number, since: number, fields: Json): Json => (level >= since ? fields : {})
const below = (level: number, until: number, fields: Json): Json => (level < until ? fields : {})

/** A stream as a server of the level describes it (newer-servers.md §4). */
export function streamAt(level: number): Json {
  return {
    stream_id: 4,
    name: 'general',
    description: 'for all',
    color: '#123456',
    first_message_id: 11,
    stream_weekly_traffic: 3,
    can_remove_subscribers_group: level < 320 ? 92 : { direct_members: [1], direct_subgroups: [] },
    ...from(level, 315, { is_archived: false }),
    ...from(level, 323, { is_recently_active: true }),
    ...from(level, 333, { can_send_message_group: { direct_members: [1], direct_subgroups: [92] } }),
    ...from(level, 396, { can_move_messages_within_channel_group: 96, can_move_messages_out_of_channel_group: 97 }),
    ...from(level, 404, { topics_policy: 'empty_topic_only' }),
    ...from(level, 407, { can_delete_any_message_group: 92, can_delete_own_message_group: 97 }),
  }
}

/** A registration of the same organization at a server of the level: newer-servers.md §1, §2, §4 to §6. */
export function registrationAt(level: number, nameOfLevel = 'zulip_feature_level'): Json {
  const noTopic = level >= 334 ? '' : '(no topic)'
  const names = [
    ...['role:owners', 'role:administrators', 'role:moderators', 'role:fullmembers', 'role:members', 'role:everyone'],
    'role:nobody',
  ]
  return {
    result: 'success',
    msg: '',
    queue_id: 'q',
    last_event_id: -1,
    [nameOfLevel]: level,
    user_id: 1,
    realm_name: 'Roastery',
    // This is an alias until its removal; the newest server has only the new name.
    ...below(level, 421, { realm_uri: 'https://chat.example' }),
    ...from(level, 257, { realm_url: 'https://chat.example' }),
    realm_users: [
      { user_id: 1, full_name: 'Iris', email: 'i@x', role: 400, is_bot: false, date_joined: '2020-01-01T00:00:00Z' },
      { user_id: 7, full_name: 'Builder', email: 'b@x', role: 400, is_bot: true, bot_type: 1, bot_owner_id: 1 },
    ],
    subscriptions: [streamAt(level)],
    unread_msgs: {
      pms: [],
      huddles: [],
      streams: [{ stream_id: 4, topic: noTopic, unread_message_ids: [11] }],
      mentions: [],
    },
    realm_default_streams: level < 330 ? [streamAt(level)] : [4],
    realm_default_stream_groups: [
      { id: 1, name: 'all', description: '', streams: level < 330 ? [streamAt(level)] : [4] },
    ],
    realm_bots: [{ user_id: 7, ...bots.own, ...below(level, 474, bots.full) }],
    realm_emoji: { '5': { id: '5', name: 'boat', source_url: '/user_avatars/5.png', deactivated: false } },
    realm_user_groups: [
      ...names.map((name, index) => ({
        id: 91 + index,
        name,
        description: '',
        members: [],
        direct_subgroup_ids: [],
        is_system_group: true,
        can_mention_group: level < 258 ? 97 : { direct_members: [], direct_subgroups: [92] },
        ...from(level, 294, { deactivated: false }),
      })),
    ],
    realm_mandatory_topics: false,
    ...from(level, 334, { realm_empty_topic_display_name: 'general chat' }),
    ...from(level, 392, { realm_topics_policy: 'allow_empty_topic' }),
    realm_allow_edit_history: true,
    ...from(level, 358, { realm_message_edit_history_visibility_policy: 'all' }),
    realm_message_content_delete_limit_seconds: 600,
    ...below(level, 291, { realm_delete_own_message_policy: 4 }),
    ...from(level, 281, { realm_can_delete_any_message_group: { direct_members: [1], direct_subgroups: [] } }),
    ...from(level, 291, { realm_can_delete_own_message_group: 93 }),
    ...below(level, 310, { realm_move_messages_between_streams_policy: 4 }),
    ...from(level, 310, { realm_can_move_messages_between_channels_group: 93 }),
    ...below(level, 316, { realm_edit_topic_policy: 4 }),
    ...from(level, 316, { realm_can_move_messages_between_topics_group: 93 }),
    ...from(level, 367, { realm_can_resolve_topics_group: 96 }),
    realm_wildcard_mention_policy: 5,
    ...from(level, 352, { realm_can_mention_many_users_group: 92 }),
    ...below(level, 270, { realm_private_message_policy: 1 }),
    ...from(level, 270, { realm_direct_message_permission_group: 96, realm_direct_message_initiator_group: 96 }),
    presences: { '7': { active_timestamp: 900, idle_timestamp: 950 } },
    user_status: { '7': { status_text: 'roasting' } },
    max_file_upload_size_mib: 10,
    ...from(level, 481, { idle_queue_timeout_secs: 43_200 }),
  }
}

/** Events of that organization in the form of the level, for Skein's capabilities. */
export function eventsAt(level: number): readonly Json[] {
  const group = (id: number) => (level < 258 ? id : { direct_members: [], direct_subgroups: [id] })
  const file = { id: 3, name: 'plan.pdf', size: 9, path_id: '1/ab/plan.pdf' }
  const emoji = { id: '6', name: 'crane', source_url: '/user_avatars/6.png', deactivated: false }
  const boat = { id: '5', name: 'boat', source_url: '/user_avatars/5.png' }
  const visibility = level < 358 ? { allow_edit_history: false } : { message_edit_history_visibility_policy: 'none' }
  return [
    { type: 'realm', op: 'update_dict', property: 'default', data: visibility },
    ...(level < 306
      ? []
      : [{ type: 'realm', op: 'update_dict', property: 'default', data: { max_file_upload_size_mib: 20 } }]),
    ...(level < 291
      ? [{ type: 'realm', op: 'update', property: 'delete_own_message_policy', value: 2 }]
      : [{ type: 'realm', op: 'update_dict', property: 'default', data: { can_delete_own_message_group: 92 } }]),
    { type: 'stream', op: 'update', stream_id: 4, name: 'general', property: 'name', value: 'hall' },
    ...(level < 256
      ? []
      : [{ type: 'stream', op: 'update', stream_id: 4, name: 'hall', property: 'first_message_id', value: 12 }]),
    ...(level < 333
      ? [{ type: 'stream', op: 'update', stream_id: 4, name: 'hall', property: 'stream_post_policy', value: 2 }]
      : [{ type: 'stream', op: 'update', stream_id: 4, name: 'hall', property: 'can_send_message_group', value: 92 }]),
    { type: 'default_streams', default_streams: level < 330 ? [streamAt(level)] : [4] },
    { type: 'realm_bot', op: 'add', bot: { user_id: 8, ...bots.own, ...(level < 474 ? bots.full : {}) } },
    ...(level < 491
      ? [
          {
            type: 'realm_emoji',
            op: 'update',
            realm_emoji: { '5': { ...boat, deactivated: true }, '6': emoji },
          },
        ]
      : [
          { type: 'realm_emoji', op: 'add', emoji },
          { type: 'realm_emoji', op: 'update_one', emoji_id: '5', data: { deactivated: true } },
        ]),
    { type: 'user_group', op: 'update', group_id: 93, data: { can_mention_group: group(91) } },
    level < 419
      ? {
          type: 'presence',
          user_id: 7,
          email: 'b@x',
          server_timestamp: 1000,
          presence: { website: { client: 'website', status: 'active', timestamp: 990, pushable: false } },
        }
      : { type: 'presence', presences: { '7': { active_timestamp: 990, idle_timestamp: 990 } } },
    {
      type: 'attachment',
      op: 'add',
      attachment: {
        ...file,
        create_time: level < 443 ? 1_700_000_000_000 : 1_700_000_000,
        ...(level < 472
          ? { messages: [{ id: 11, date_sent: level < 443 ? 1_700_000_000_000 : 1_700_000_000 }] }
          : { message_ids: [11] }),
      },
      upload_space_used: 9,
    },
    ...(level < 475
      ? []
      : [{ type: 'realm_user', op: 'update', person: { user_id: 1, date_joined: '2021-01-01T00:00:00Z' } }]),
    ...(level < 315
      ? []
      : [{ type: 'stream', op: 'update', stream_id: 4, name: 'hall', property: 'is_archived', value: true }]),
  ]
}

/** The deletion of the stream in the form of the level (level 343). */
export function deletionAt(level: number): Json {
  const whole = { type: 'stream', op: 'delete', streams: [streamAt(level)] }
  if (level < 343) return whole
  return { ...whole, streams: [{ stream_id: 4 }], stream_ids: [4] }
}
