import type { OrganizationSettings } from '../context/organization-settings.ts'
import { systemGroups } from '../store/people/groups.ts'

export interface GroupSetting {
  readonly name: string
  /** The default value. */
  readonly usual: number
  /** The default is the creator, or `usual` if the creator is unknown. */
  readonly isOfCreator?: true
  /** Whether the group of everyone is allowed; if not, guests never have the permission. */
  readonly allowsEveryone: boolean
  /** The empty group is not allowed. */
  readonly needsSomebody?: true
  /** Only system groups are allowed: these, or any if the list is empty. */
  readonly systemGroups?: readonly number[]
  /** The group for each value of the former policy. */
  readonly groups?: Readonly<Record<number, number>>
}

/** The settings of the organization that replaced one policy. */
export interface FormerPolicy {
  readonly level: number
  readonly policy: keyof OrganizationSettings
  readonly settings: readonly GroupSetting[]
  /** The level from which registrations omit the policy; below it they contain the policy of the smallest superset. */
  readonly goneFrom: number
}

const g = systemGroups
const common = {
  1: g.members,
  2: g.administrators,
  3: g.fullMembers,
  4: g.moderators,
  5: g.everyone,
  6: g.nobody,
  7: g.owners,
}
const never = Infinity

function setting(
  name: string,
  usual: number,
  allowsEveryone: boolean,
  groups: Readonly<Record<number, number>> = common,
): GroupSetting {
  return { name, usual, allowsEveryone, groups }
}

/** newer-servers.md §1 "Policies". */
export const formerPolicies: readonly FormerPolicy[] = [
  {
    level: 264,
    policy: 'create_public_stream_policy',
    settings: [setting('can_create_public_channel_group', g.members, false)],
    goneFrom: never,
  },
  {
    level: 266,
    policy: 'create_private_stream_policy',
    settings: [setting('can_create_private_channel_group', g.members, false)],
    goneFrom: never,
  },
  {
    level: 280,
    policy: 'create_web_public_stream_policy',
    settings: [
      {
        ...setting('can_create_web_public_channel_group', g.owners, false),
        systemGroups: [g.moderators, g.administrators, g.owners, g.nobody],
      },
    ],
    goneFrom: never,
  },
  {
    level: 270,
    policy: 'private_message_policy',
    settings: [
      setting('direct_message_initiator_group', g.everyone, true, { 1: g.everyone, 2: g.everyone }),
      setting('direct_message_permission_group', g.everyone, true, { 1: g.everyone, 2: g.nobody }),
    ],
    goneFrom: 270,
  },
  {
    level: 291,
    policy: 'delete_own_message_policy',
    settings: [setting('can_delete_own_message_group', g.everyone, true)],
    goneFrom: 291,
  },
  {
    level: 299,
    policy: 'user_group_edit_policy',
    settings: [
      setting('can_create_groups', g.members, false),
      // Users who could edit groups could edit only their own; only owners could edit all.
      {
        ...setting('can_manage_all_groups', g.owners, false, { 1: g.owners, 2: g.owners, 3: g.owners, 4: g.owners }),
        needsSomebody: true,
      },
    ],
    goneFrom: 299,
  },
  {
    level: 307,
    policy: 'add_custom_emoji_policy',
    settings: [setting('can_add_custom_emoji_group', g.members, false)],
    goneFrom: 307,
  },
  {
    level: 310,
    policy: 'move_messages_between_streams_policy',
    settings: [setting('can_move_messages_between_channels_group', g.members, false)],
    goneFrom: 310,
  },
  {
    level: 316,
    policy: 'edit_topic_policy',
    settings: [setting('can_move_messages_between_topics_group', g.everyone, true)],
    goneFrom: 316,
  },
  {
    level: 321,
    policy: 'invite_to_realm_policy',
    settings: [setting('can_invite_users_group', g.members, false)],
    goneFrom: 321,
  },
  {
    level: 341,
    policy: 'invite_to_stream_policy',
    settings: [setting('can_add_subscribers_group', g.members, false)],
    goneFrom: 341,
  },
  {
    level: 344,
    policy: 'bot_creation_policy',
    settings: [
      setting('can_create_bots_group', g.members, false, { 1: g.members, 2: g.administrators, 3: g.administrators }),
      setting('can_create_write_only_bots_group', g.members, false, {
        1: g.members,
        2: g.members,
        3: g.administrators,
      }),
    ],
    goneFrom: 344,
  },
  {
    level: 352,
    policy: 'wildcard_mention_policy',
    settings: [
      setting('can_mention_many_users_group', g.administrators, true, {
        1: g.everyone,
        2: g.members,
        3: g.fullMembers,
        5: g.administrators,
        6: g.nobody,
        7: g.moderators,
      }),
    ],
    goneFrom: never,
  },
]

type AtLevel = GroupSetting & { readonly level: number }

function at(
  level: number,
  name: string,
  usual: number,
  more: Partial<GroupSetting> & { readonly allowsEveryone: boolean },
): AtLevel {
  return { level, name, usual, ...more }
}

const everyoneToo = { allowsEveryone: true }
const withoutGuests = { allowsEveryone: false }

/** Settings of the organization without a former policy. */
export const newSettings: readonly AtLevel[] = [
  at(281, 'can_delete_any_message_group', g.administrators, withoutGuests),
  at(350, 'can_summarize_topics_group', g.everyone, everyoneToo),
  at(363, 'can_manage_billing_group', g.administrators, { ...withoutGuests, needsSomebody: true }),
  at(367, 'can_resolve_topics_group', g.everyone, everyoneToo),
  at(392, 'can_set_topics_policy_group', g.members, withoutGuests),
  at(407, 'can_set_delete_message_policy_group', g.moderators, withoutGuests),
  at(477, 'workplace_users_group', g.members, withoutGuests),
]

/** Settings of the organization that were groups before level 237. */
export const earlySettings: readonly GroupSetting[] = [
  { name: 'create_multiuse_invite_group', usual: g.administrators, allowsEveryone: false },
  {
    name: 'can_access_all_users_group',
    usual: g.everyone,
    allowsEveryone: true,
    needsSomebody: true,
    systemGroups: [g.everyone, g.members],
  },
]

/** Settings of a stream (newer-servers.md §4). */
export const streamSettings: readonly AtLevel[] = [
  at(320, 'can_remove_subscribers_group', g.administrators, everyoneToo),
  at(325, 'can_administer_channel_group', g.nobody, { ...withoutGuests, isOfCreator: true }),
  at(333, 'can_send_message_group', g.everyone, everyoneToo),
  at(342, 'can_add_subscribers_group', g.nobody, withoutGuests),
  at(357, 'can_subscribe_group', g.nobody, withoutGuests),
  at(396, 'can_move_messages_out_of_channel_group', g.nobody, everyoneToo),
  at(396, 'can_move_messages_within_channel_group', g.nobody, everyoneToo),
  at(402, 'can_resolve_topics_group', g.nobody, everyoneToo),
  at(407, 'can_delete_any_message_group', g.nobody, everyoneToo),
  at(407, 'can_delete_own_message_group', g.nobody, everyoneToo),
  at(441, 'can_create_topic_group', g.everyone, everyoneToo),
]

/** Settings of a group (newer-servers.md §5). */
export const groupSettings: readonly AtLevel[] = [
  at(258, 'can_mention_group', g.everyone, everyoneToo),
  at(283, 'can_manage_group', g.nobody, { ...withoutGuests, isOfCreator: true }),
  at(301, 'can_join_group', g.nobody, withoutGuests),
  at(305, 'can_add_members_group', g.nobody, { ...withoutGuests, isOfCreator: true }),
  at(308, 'can_leave_group', g.everyone, everyoneToo),
  at(324, 'can_remove_members_group', g.nobody, withoutGuests),
]
