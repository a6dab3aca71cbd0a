import type { OrganizationSettings } from '../context/organization-settings.ts'
import { systemGroups } from '../store/people/groups.ts'

export interface GroupSetting {
  readonly name: string
  /** The default value. */
  readonly usual: number
  /** Whether "everyone" may be chosen; if not, guests never have the right. */
  readonly allowsEveryone: boolean
  /** The group for each value of the former policy. */
  readonly groups?: Readonly<Record<number, number>>
}

/** The settings of the organization that replaced one policy. */
export interface FormerPolicy {
  readonly level: number
  readonly policy: keyof OrganizationSettings
  readonly settings: readonly GroupSetting[]
  /** The level from which registrations omit the policy; before, they contain its nearest superset. */
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
    settings: [setting('can_create_web_public_channel_group', g.owners, false)],
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
      // Users who could edit groups could edit their own; only owners could edit all.
      setting('can_manage_all_groups', g.owners, false, { 1: g.owners, 2: g.owners, 3: g.owners, 4: g.owners }),
    ],
    goneFrom: 421,
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

/** Settings of the organization without a former policy. */
export const newSettings: readonly (GroupSetting & { readonly level: number; readonly decides: boolean })[] = [
  { level: 281, name: 'can_delete_any_message_group', usual: g.administrators, allowsEveryone: false, decides: true },
  { level: 350, name: 'can_summarize_topics_group', usual: g.everyone, allowsEveryone: true, decides: false },
  { level: 363, name: 'can_manage_billing_group', usual: g.administrators, allowsEveryone: false, decides: false },
  { level: 367, name: 'can_resolve_topics_group', usual: g.everyone, allowsEveryone: true, decides: true },
  { level: 392, name: 'can_set_topics_policy_group', usual: g.members, allowsEveryone: false, decides: false },
  {
    level: 407,
    name: 'can_set_delete_message_policy_group',
    usual: g.moderators,
    allowsEveryone: false,
    decides: false,
  },
  { level: 477, name: 'workplace_users_group', usual: g.members, allowsEveryone: false, decides: false },
]

/** Settings of a stream (newer-servers.md §4); those without an effect here keep their value. */
export const streamSettings: readonly (GroupSetting & { readonly level: number; readonly decides: boolean })[] = [
  { level: 325, name: 'can_administer_channel_group', usual: g.nobody, allowsEveryone: false, decides: false },
  { level: 333, name: 'can_send_message_group', usual: g.everyone, allowsEveryone: true, decides: true },
  { level: 342, name: 'can_add_subscribers_group', usual: g.nobody, allowsEveryone: false, decides: false },
  { level: 357, name: 'can_subscribe_group', usual: g.nobody, allowsEveryone: false, decides: false },
  { level: 396, name: 'can_move_messages_out_of_channel_group', usual: g.nobody, allowsEveryone: true, decides: true },
  { level: 396, name: 'can_move_messages_within_channel_group', usual: g.nobody, allowsEveryone: true, decides: true },
  { level: 402, name: 'can_resolve_topics_group', usual: g.nobody, allowsEveryone: true, decides: true },
  { level: 407, name: 'can_delete_any_message_group', usual: g.nobody, allowsEveryone: true, decides: true },
  { level: 407, name: 'can_delete_own_message_group', usual: g.nobody, allowsEveryone: true, decides: true },
  { level: 441, name: 'can_create_topic_group', usual: g.everyone, allowsEveryone: true, decides: true },
]
