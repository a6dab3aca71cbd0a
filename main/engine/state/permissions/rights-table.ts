import type { PersonRole } from '#shared/directory-choices.ts'
import type { ActName } from '#shared/organization/right-choices.ts'
import type { GroupFacts } from '../../store/documents/group-facts.ts'
import type { OrganizationSettings } from '../../store/documents/organization-settings.ts'
import type { StreamFacts } from '../../store/documents/stream-facts.ts'
import type { GuestRule } from '../groups/group-membership.ts'

type NamesOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string

/** The names of settings of the organization by the type of their value. */
export type OrganizationGroup = Extract<keyof OrganizationSettings, `${string}_group` | `can_${string}`>
export type Policy = Extract<NamesOf<OrganizationSettings, number>, `${string}_policy`>
export type Switch = NamesOf<OrganizationSettings, boolean>
export type Limit = Extract<keyof OrganizationSettings, `${string}_limit_seconds`>

/** Those whom a number of a policy permits: a role and all above it, full members, everybody, or nobody. */
export type Circle = PersonRole | 'full_members' | 'nobody'

/** A property of the target of an act. */
export type Fact = 'own message' | 'message of own bot' | 'public stream' | 'member of group' | 'own bot' | 'own emoji'

/** A way in which somebody comes to a right. One is enough. */
export type Way =
  /** The role, or one with more rights. */
  | { readonly by: 'role'; readonly least: PersonRole; readonly when?: Fact }
  | { readonly by: 'fact'; readonly fact: Fact }
  /** A policy of the organization, with the circle that each number permits; a number without one permits nobody. */
  | {
      readonly by: 'policy'
      readonly policy: Policy
      readonly circles: Readonly<Record<number, Circle>>
      readonly when?: 'member of group'
    }
  /** A group of the organization; below its level another way decides. */
  | {
      readonly by: 'organization'
      readonly group: OrganizationGroup
      readonly from: number
      readonly guests: GuestRule
      readonly before: Way | null
    }
  /** A group of the stream, which counts besides the organization's, from its level on. */
  | {
      readonly by: 'stream'
      readonly group: keyof StreamFacts & `can_${string}`
      readonly from: number
      readonly guests: GuestRule
    }
  /** A group of the stream that decides alone; below its level `stream_post_policy` or nothing decides. */
  | {
      readonly by: 'stream alone'
      readonly group: keyof StreamFacts & `can_${string}`
      readonly from: number
      readonly policy: Readonly<Record<number, Circle>> | null
    }
  /** A setting of the group. */
  | {
      readonly by: 'group'
      readonly setting: keyof GroupFacts & `can_${string}`
      readonly from: number
      readonly guests: GuestRule
    }

/** A condition of an act besides the ways to its right. All must hold. */
export type Need =
  | { readonly need: 'level'; readonly from: number }
  | { readonly need: 'role'; readonly least: PersonRole }
  | { readonly need: 'act'; readonly act: 'create_public_stream' | 'add_emoji' }
  | { readonly need: 'switch'; readonly setting: Switch; readonly is: boolean; readonly exempt?: PersonRole }
  | { readonly need: 'fact'; readonly fact: Fact }
  /** The message is young enough; these roles need not hurry. `grace` is for requests under way, in seconds. */
  | {
      readonly need: 'time'
      readonly limit: Limit
      readonly grace?: number
      readonly exempt?: PersonRole
      readonly below?: number
    }
  | { readonly need: 'stream in use' | 'archived stream' | 'reading' }
  | { readonly need: 'group of people' }
  /** The server supports web-public streams. */
  | { readonly need: 'web-public server' }
  /** An owner is only changed by an owner. */
  | { readonly need: 'owner for owners' }
  | { readonly need: 'another owner' }

/** What gives the right to an act. */
export interface Rule {
  readonly ways: readonly Way[]
  readonly needs?: readonly Need[]
  /** The call of the service that the act makes. */
  readonly call: string
}

/** The circles of the numbers of policies (wire-protocol.md §2.15). */
const common = {
  1: 'member',
  2: 'administrator',
  3: 'full_members',
  4: 'moderator',
  5: 'guest',
  6: 'nobody',
  7: 'owner',
} as const
const wildcard = {
  1: 'guest',
  2: 'member',
  3: 'full_members',
  5: 'administrator',
  6: 'nobody',
  7: 'moderator',
} as const
const direct = { 1: 'guest', 2: 'nobody' } as const
const posting = { 1: 'guest', 2: 'administrator', 3: 'full_members', 4: 'moderator' } as const
const genericBots = { 1: 'member', 2: 'administrator', 3: 'administrator' } as const
const incomingBots = { 1: 'member', 2: 'member', 3: 'administrator' } as const

const policy = (name: Policy, circles: Readonly<Record<number, Circle>> = common): Way => ({
  by: 'policy',
  policy: name,
  circles,
})
const organization = (group: OrganizationGroup, from: number, guests: GuestRule, before: Way | null): Way => ({
  by: 'organization',
  group,
  from,
  guests,
  before,
})
const stream = (group: keyof StreamFacts & `can_${string}`, from: number, guests: GuestRule): Way => ({
  by: 'stream',
  group,
  from,
  guests,
})
const group = (setting: keyof GroupFacts & `can_${string}`, from: number, guests: GuestRule): Way => ({
  by: 'group',
  setting,
  from,
  guests,
})
const role = (least: PersonRole, when?: Fact): Way => ({ by: 'role', least, ...(when === undefined ? {} : { when }) })

const never = 'never guests'
const too = 'guests too'

/** Everybody with an account. */
const everybody = [role('guest')]
const administrators = [role('administrator')]
const owners = [role('owner')]

const inUse: Need = { need: 'stream in use' }
const reading: Need = { need: 'reading' }
const ofPeople: readonly Need[] = [{ need: 'group of people' }, { need: 'role', least: 'member' }]
/** The seconds for which servers accept an edit after its limit, because its request was under way. */
export const contentEditGrace = 20
const onlyByOwner: Need = { need: 'owner for owners' }
const anotherOwner: Need = { need: 'another owner' }
const unless = (setting: Switch): Need => ({ need: 'switch', setting, is: false, exempt: 'administrator' })
const on = (setting: Switch): Need => ({ need: 'switch', setting, is: true })

const createsPublic = organization('can_create_public_channel_group', 264, never, policy('create_public_stream_policy'))
const subscribes = organization('can_add_subscribers_group', 341, never, policy('invite_to_stream_policy'))
const renames = organization('can_move_messages_between_topics_group', 316, too, policy('edit_topic_policy'))
const managesGroups = organization('can_manage_all_groups', 299, never, {
  by: 'policy',
  policy: 'user_group_edit_policy',
  circles: common,
  when: 'member of group',
})
const createsBots = (circles: Readonly<Record<number, Circle>>) =>
  organization('can_create_bots_group', 344, never, policy('bot_creation_policy', circles))
const administers = [role('administrator'), stream('can_administer_channel_group', 325, never)]
const manages = [managesGroups, group('can_manage_group', 283, never)]

/**
 * The rights of the service: for each act the ways to its right and what else it needs. Policies decide below the level
 * of their group, which decides from there on (wire-protocol.md §2.8, §2.11 and §2.15; newer-servers.md §1, §4 and §5).
 */
export const rightsTable: Readonly<Record<ActName, Rule>> = {
  // Streams that do not exist yet, and those of everybody.
  create_public_stream: { ways: [createsPublic], call: 'POST /users/me/subscriptions' },
  create_private_stream: {
    ways: [organization('can_create_private_channel_group', 266, never, policy('create_private_stream_policy'))],
    call: 'POST /users/me/subscriptions',
  },
  create_web_public_stream: {
    ways: [organization('can_create_web_public_channel_group', 280, never, policy('create_web_public_stream_policy'))],
    needs: [{ need: 'web-public server' }, on('enable_spectator_access'), { need: 'act', act: 'create_public_stream' }],
    call: 'POST /users/me/subscriptions',
  },
  subscribe_others: { ways: [subscribes], call: 'POST /users/me/subscriptions' },
  choose_default_streams: { ways: administrators, call: 'POST /default_streams' },

  // One stream.
  join_stream: {
    ways: [
      role('member', 'public stream'),
      stream('can_subscribe_group', 357, never),
      stream('can_add_subscribers_group', 342, never),
    ],
    needs: [inUse],
    call: 'POST /users/me/subscriptions',
  },
  add_subscribers: {
    ways: [subscribes, stream('can_add_subscribers_group', 342, never)],
    needs: [inUse, reading],
    call: 'POST /users/me/subscriptions',
  },
  remove_subscribers: {
    ways: [
      role('administrator'),
      stream('can_remove_subscribers_group', 0, too),
      stream('can_administer_channel_group', 349, never),
    ],
    needs: [inUse],
    call: 'DELETE /users/me/subscriptions',
  },
  post_in_stream: {
    ways: [{ by: 'stream alone', group: 'can_send_message_group', from: 333, policy: posting }],
    needs: [inUse, reading],
    call: 'POST /messages',
  },
  create_topic: {
    ways: [{ by: 'stream alone', group: 'can_create_topic_group', from: 441, policy: null }],
    needs: [inUse, reading],
    call: 'POST /messages',
  },
  edit_stream: { ways: administers, needs: [inUse], call: 'PATCH /streams/{stream_id}' },
  edit_stream_privacy: { ways: administers, needs: [inUse, reading], call: 'PATCH /streams/{stream_id}' },
  edit_stream_retention: { ways: owners, needs: [inUse], call: 'PATCH /streams/{stream_id}' },
  archive_stream: { ways: administers, needs: [inUse], call: 'DELETE /streams/{stream_id}' },
  unarchive_stream: {
    ways: administers,
    needs: [{ need: 'level', from: 388 }, { need: 'archived stream' }],
    call: 'PATCH /streams/{stream_id}',
  },
  delete_topic: { ways: administrators, needs: [inUse, reading], call: 'POST /streams/{stream_id}/delete_topic' },

  // Messages.
  edit_message: {
    ways: everybody,
    needs: [
      inUse,
      { need: 'fact', fact: 'own message' },
      on('allow_message_editing'),
      { need: 'time', limit: 'message_content_edit_limit_seconds', grace: contentEditGrace },
    ],
    call: 'PATCH /messages/{message_id}',
  },
  delete_any_message: {
    ways: [
      organization('can_delete_any_message_group', 281, never, role('administrator')),
      stream('can_delete_any_message_group', 407, too),
    ],
    needs: [inUse],
    call: 'DELETE /messages/{message_id}',
  },
  delete_own_message: {
    ways: [
      organization('can_delete_own_message_group', 291, too, policy('delete_own_message_policy')),
      stream('can_delete_own_message_group', 407, too),
    ],
    needs: [
      inUse,
      { need: 'fact', fact: 'message of own bot' },
      { need: 'time', limit: 'message_content_delete_limit_seconds' },
    ],
    call: 'DELETE /messages/{message_id}',
  },
  rename_topic: {
    ways: [renames, stream('can_move_messages_within_channel_group', 396, too)],
    needs: [inUse, { need: 'time', limit: 'move_messages_within_stream_limit_seconds', exempt: 'moderator' }],
    call: 'PATCH /messages/{message_id}',
  },
  move_to_stream: {
    ways: [
      organization(
        'can_move_messages_between_channels_group',
        310,
        never,
        policy('move_messages_between_streams_policy'),
      ),
      stream('can_move_messages_out_of_channel_group', 396, too),
    ],
    needs: [inUse, { need: 'time', limit: 'move_messages_between_streams_limit_seconds', exempt: 'moderator' }],
    call: 'PATCH /messages/{message_id}',
  },
  resolve_topic: {
    // Before its own level, resolving is an ordinary change of the topic. From there on it has no limit.
    ways: [organization('can_resolve_topics_group', 367, too, renames), stream('can_resolve_topics_group', 402, too)],
    needs: [
      inUse,
      { need: 'time', limit: 'move_messages_within_stream_limit_seconds', exempt: 'moderator', below: 367 },
    ],
    call: 'PATCH /messages/{message_id}',
  },
  mention_many_people: {
    ways: [organization('can_mention_many_users_group', 352, too, policy('wildcard_mention_policy', wildcard))],
    call: 'POST /messages',
  },
  begin_direct_conversation: {
    ways: [organization('direct_message_initiator_group', 270, too, policy('private_message_policy', direct))],
    call: 'POST /messages',
  },
  see_edit_history: { ways: everybody, needs: [on('allow_edit_history')], call: 'GET /messages/{message_id}/history' },
  see_read_receipts: {
    ways: everybody,
    needs: [on('enable_read_receipts')],
    call: 'GET /messages/{message_id}/read_receipts',
  },

  // Emoji.
  add_emoji: {
    ways: [organization('can_add_custom_emoji_group', 307, never, policy('add_custom_emoji_policy'))],
    call: 'POST /realm/emoji/{emoji_name}',
  },
  replace_builtin_emoji: {
    ways: administrators,
    needs: [{ need: 'act', act: 'add_emoji' }],
    call: 'POST /realm/emoji/{emoji_name}',
  },
  remove_emoji: {
    ways: [role('administrator'), { by: 'fact', fact: 'own emoji' }],
    call: 'DELETE /realm/emoji/{emoji_name}',
  },

  // Groups.
  create_group: {
    ways: [organization('can_create_groups', 299, never, policy('user_group_edit_policy'))],
    call: 'POST /user_groups/create',
  },
  manage_group: { ways: manages, needs: ofPeople, call: 'PATCH /user_groups/{user_group_id}' },
  add_members: {
    ways: [...manages, group('can_add_members_group', 305, never)],
    needs: ofPeople,
    call: 'POST /user_groups/{user_group_id}/members',
  },
  remove_members: {
    ways: [...manages, group('can_remove_members_group', 324, never)],
    needs: ofPeople,
    call: 'POST /user_groups/{user_group_id}/members',
  },
  join_group: {
    ways: [...manages, group('can_add_members_group', 305, never), group('can_join_group', 301, never)],
    needs: ofPeople,
    call: 'POST /user_groups/{user_group_id}/members',
  },
  leave_group: {
    ways: [...manages, group('can_remove_members_group', 324, never), group('can_leave_group', 308, too)],
    needs: ofPeople,
    call: 'POST /user_groups/{user_group_id}/members',
  },

  // Invitations.
  invite_by_address: {
    ways: [organization('can_invite_users_group', 321, never, policy('invite_to_realm_policy'))],
    call: 'POST /invites',
  },
  invite_by_link: {
    // The setting is a group at each level that Skein knows; an id below level 314.
    ways: [organization('create_multiuse_invite_group', 209, never, role('administrator'))],
    call: 'POST /invites/multiuse',
  },

  // Bots.
  create_generic_bot: { ways: [createsBots(genericBots)], call: 'POST /bots' },
  create_incoming_bot: {
    ways: [createsBots(incomingBots), organization('can_create_write_only_bots_group', 344, never, null)],
    call: 'POST /bots',
  },
  manage_bot: { ways: [{ by: 'fact', fact: 'own bot' }, role('administrator')], call: 'PATCH /bots/{bot_id}' },

  // The own account.
  change_own_name: { ways: everybody, needs: [unless('name_changes_disabled')], call: 'PATCH /settings' },
  change_own_email: { ways: everybody, needs: [unless('email_changes_disabled')], call: 'PATCH /settings' },
  change_own_picture: { ways: everybody, needs: [unless('avatar_changes_disabled')], call: 'POST /users/me/avatar' },
  deactivate_self: { ways: everybody, needs: [anotherOwner], call: 'DELETE /users/me' },

  // People.
  add_person: { ways: administrators, call: 'POST /users' },
  edit_person: {
    ways: [role('administrator'), { by: 'fact', fact: 'own bot' }],
    needs: [onlyByOwner],
    call: 'PATCH /users/{user_id}',
  },
  change_role: { ways: administrators, needs: [onlyByOwner, anotherOwner], call: 'PATCH /users/{user_id}' },
  deactivate_person: {
    ways: [role('administrator'), { by: 'fact', fact: 'own bot' }],
    needs: [onlyByOwner, anotherOwner],
    call: 'DELETE /users/{user_id}',
  },
  reactivate_person: {
    ways: [role('administrator'), { by: 'fact', fact: 'own bot' }],
    needs: [onlyByOwner],
    call: 'POST /users/{user_id}/reactivate',
  },

  // The organization.
  edit_organization: { ways: administrators, call: 'PATCH /realm' },
  edit_owner_settings: { ways: owners, call: 'PATCH /realm' },
  edit_default_settings: { ways: administrators, call: 'PATCH /realm/user_settings_defaults' },
  edit_domains: { ways: owners, call: 'POST /realm/domains' },
  edit_profile_fields: { ways: administrators, call: 'PATCH /realm/profile_fields' },
  edit_linkifiers: { ways: administrators, call: 'POST /realm/filters' },
  edit_playgrounds: { ways: administrators, call: 'POST /realm/playgrounds' },
  export_organization: { ways: administrators, call: 'POST /export/realm' },
  deactivate_organization: { ways: owners, call: 'POST /realm/deactivate' },
}
