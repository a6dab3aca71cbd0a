import type { ActName } from '#shared/organization/right-choices.ts'

/**
 * The rights as the papers have them, to hold the client's table of rights and the embedded server against: Service
 * API; wire-protocol.md §2.2.1, §2.4.2, §2.7, §2.8, §2.10, §2.11, §2.15; newer-servers.md §1, §4, §5; and which
 * settings admit everyone (`server_supported_permission_settings` in the recording of level 372). Nothing here is
 * computed by the code that it checks.
 */

/** The people who try: one of each role, and a member who has only just joined. */
export const triers = ['owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'] as const
export type Trier = (typeof triers)[number]

const who: Readonly<Record<string, readonly Trier[]>> = {
  nobody: [],
  owners: ['owner'],
  administrators: ['owner', 'administrator'],
  moderators: ['owner', 'administrator', 'moderator'],
  'full members': ['owner', 'administrator', 'moderator', 'member'],
  members: ['owner', 'administrator', 'moderator', 'member', 'newcomer'],
  everyone: triers,
}

export type Circle = keyof typeof circleGroups

/** The system group of each circle of people. */
export const circleGroups = {
  nobody: 'role:nobody',
  owners: 'role:owners',
  administrators: 'role:administrators',
  moderators: 'role:moderators',
  'full members': 'role:fullmembers',
  members: 'role:members',
  everyone: 'role:everyone',
} as const

export function isOf(trier: Trier, circle: Circle): boolean {
  return who[circle]?.includes(trier) === true
}

/** A policy of the organization, which decides below a level. */
export interface PaperPolicy {
  readonly kind: 'policy'
  readonly name: string
  readonly below: number
  readonly numbers: Readonly<Record<number, Circle>>
  /** Only moderators and those who are in the group have the right. */
  readonly isForOwnGroups?: true
}

/** A group setting of the organization, of a stream or of a group, which decides from a level on. */
export interface PaperGroup {
  readonly kind: 'organization' | 'stream' | 'group'
  readonly name: string
  readonly from: number
  /** The level from which another setting decides instead. */
  readonly below?: number
  /** Whether everyone may be chosen; if not, guests never have the right. */
  readonly admitsEveryone: boolean
  /** The organization cannot give the right to nobody. */
  readonly needsSomebody?: true
  /** Only these system groups can be chosen. */
  readonly only?: readonly Circle[]
}

/** The posting policy of a stream, which decides below the level of its group. */
export interface PaperPosting {
  readonly kind: 'posting'
  readonly name: 'stream_post_policy'
  readonly below: number
  readonly numbers: Readonly<Record<number, Circle>>
}

export type Deciding = PaperPolicy | PaperGroup | PaperPosting

/** Who may do something: those of the circle, and those to whom one of the settings gives the right. */
export interface PaperRight {
  readonly always: Circle
  /** The level from which settings decide alone, instead of `always` besides them. */
  readonly alwaysBelow?: number
  readonly by: readonly Deciding[]
}

const common = { 1: 'members', 2: 'administrators', 3: 'full members', 4: 'moderators' } as const
const withNobody = { ...common, 6: 'nobody' } as const
const wildcards = {
  1: 'everyone',
  2: 'members',
  3: 'full members',
  5: 'administrators',
  6: 'nobody',
  7: 'moderators',
} as const

function policy(name: string, below: number, numbers: Readonly<Record<number, Circle>>): PaperPolicy {
  return { kind: 'policy', name, below, numbers }
}

function organization(name: string, from: number, more: Partial<PaperGroup> = {}): PaperGroup {
  return { kind: 'organization', name, from, admitsEveryone: false, ...more }
}

function stream(name: string, from: number, more: Partial<PaperGroup> = {}): PaperGroup {
  return { kind: 'stream', name, from, admitsEveryone: false, ...more }
}

function group(name: string, from: number, more: Partial<PaperGroup> = {}): PaperGroup {
  return { kind: 'group', name, from, admitsEveryone: false, ...more }
}

const everyoneToo = { admitsEveryone: true } as const

function by(...deciding: readonly Deciding[]): PaperRight {
  return { always: 'nobody', by: deciding }
}

function always(circle: Circle, ...deciding: readonly Deciding[]): PaperRight {
  return { always: circle, by: deciding }
}

const adding = [policy('invite_to_stream_policy', 341, common), organization('can_add_subscribers_group', 341)] as const
const renaming = [
  policy('edit_topic_policy', 316, { ...common, 5: 'everyone', 6: 'nobody' }),
  organization('can_move_messages_between_topics_group', 316, everyoneToo),
] as const
/** Guests change no groups, not even by leaving them. */
const managing = [
  { ...policy('user_group_edit_policy', 299, common), isForOwnGroups: true },
  organization('can_manage_all_groups', 299, { needsSomebody: true }),
  group('can_manage_group', 299),
] as const
const administering = always('administrators', stream('can_administer_channel_group', 325))

/** The rights of an account to things that are as they should be: messages are young, streams are read and in use. */
export const paperRights: Readonly<Record<ActName, PaperRight>> = {
  create_public_stream: by(
    policy('create_public_stream_policy', 264, common),
    organization('can_create_public_channel_group', 264),
  ),
  create_private_stream: by(
    policy('create_private_stream_policy', 266, common),
    organization('can_create_private_channel_group', 266),
  ),
  create_web_public_stream: by(
    policy('create_web_public_stream_policy', 280, {
      2: 'administrators',
      4: 'moderators',
      6: 'nobody',
      7: 'owners',
    }),
    organization('can_create_web_public_channel_group', 280, {
      only: ['nobody', 'owners', 'administrators', 'moderators'],
    }),
  ),
  subscribe_others: by(...adding),
  choose_default_streams: always('administrators'),

  // Everybody but guests may join a public stream; its groups are tried with a private one.
  join_stream: always('members'),
  add_subscribers: by(...adding, stream('can_add_subscribers_group', 342)),
  remove_subscribers: always(
    'administrators',
    stream('can_remove_subscribers_group', 0, everyoneToo),
    stream('can_administer_channel_group', 349),
  ),
  post_in_stream: by(
    {
      kind: 'posting',
      name: 'stream_post_policy',
      below: 333,
      numbers: { 1: 'everyone', 2: 'administrators', 3: 'full members', 4: 'moderators' },
    },
    stream('can_send_message_group', 333, everyoneToo),
  ),
  create_topic: { ...always('everyone', stream('can_create_topic_group', 441, everyoneToo)), alwaysBelow: 441 },
  edit_stream: administering,
  edit_stream_privacy: administering,
  edit_stream_retention: always('owners'),
  archive_stream: administering,
  unarchive_stream: administering,
  delete_topic: always('administrators'),

  edit_message: always('everyone'),
  delete_any_message: {
    ...always(
      'administrators',
      organization('can_delete_any_message_group', 281),
      stream('can_delete_any_message_group', 407, everyoneToo),
    ),
    alwaysBelow: 281,
  },
  delete_own_message: by(
    policy('delete_own_message_policy', 291, { ...common, 5: 'everyone' }),
    organization('can_delete_own_message_group', 291, everyoneToo),
    stream('can_delete_own_message_group', 407, everyoneToo),
  ),
  rename_topic: by(...renaming, stream('can_move_messages_within_channel_group', 396, everyoneToo)),
  move_to_stream: by(
    policy('move_messages_between_streams_policy', 310, withNobody),
    organization('can_move_messages_between_channels_group', 310),
    stream('can_move_messages_out_of_channel_group', 396, everyoneToo),
  ),
  resolve_topic: by(
    policy('edit_topic_policy', 316, { ...common, 5: 'everyone', 6: 'nobody' }),
    organization('can_move_messages_between_topics_group', 316, { ...everyoneToo, below: 367 }),
    organization('can_resolve_topics_group', 367, everyoneToo),
    stream('can_resolve_topics_group', 402, everyoneToo),
  ),
  mention_many_people: by(
    policy('wildcard_mention_policy', 352, wildcards),
    organization('can_mention_many_users_group', 352, everyoneToo),
  ),
  begin_direct_conversation: by(
    policy('private_message_policy', 270, { 1: 'everyone', 2: 'nobody' }),
    organization('direct_message_initiator_group', 270, everyoneToo),
  ),
  see_edit_history: always('everyone'),
  see_read_receipts: always('everyone'),

  add_emoji: by(policy('add_custom_emoji_policy', 307, common), organization('can_add_custom_emoji_group', 307)),
  replace_builtin_emoji: always('administrators'),
  remove_emoji: always('administrators'),

  create_group: by(policy('user_group_edit_policy', 299, common), organization('can_create_groups', 299)),
  manage_group: by(...managing),
  add_members: by(...managing, group('can_add_members_group', 305)),
  remove_members: by(...managing, group('can_remove_members_group', 324)),
  join_group: by(...managing, group('can_add_members_group', 305), group('can_join_group', 301)),
  leave_group: by(...managing, group('can_remove_members_group', 324), group('can_leave_group', 308)),

  invite_by_address: by(policy('invite_to_realm_policy', 321, withNobody), organization('can_invite_users_group', 321)),
  invite_by_link: by(organization('create_multiuse_invite_group', 209)),

  create_generic_bot: by(
    policy('bot_creation_policy', 344, { 1: 'members', 2: 'administrators', 3: 'administrators' }),
    organization('can_create_bots_group', 344),
  ),
  create_incoming_bot: by(
    policy('bot_creation_policy', 344, { 1: 'members', 2: 'members', 3: 'administrators' }),
    organization('can_create_bots_group', 344),
    organization('can_create_write_only_bots_group', 344),
  ),
  manage_bot: always('administrators'),

  change_own_name: always('everyone'),
  change_own_email: always('everyone'),
  change_own_picture: always('everyone'),
  deactivate_self: always('everyone'),

  add_person: always('administrators'),
  edit_person: always('administrators'),
  change_role: always('administrators'),
  deactivate_person: always('administrators'),
  reactivate_person: always('administrators'),

  edit_organization: always('administrators'),
  edit_owner_settings: always('owners'),
  edit_default_settings: always('administrators'),
  edit_domains: always('owners'),
  edit_profile_fields: always('administrators'),
  edit_linkifiers: always('administrators'),
  edit_playgrounds: always('administrators'),
  export_organization: always('administrators'),
  deactivate_organization: always('owners'),
}

/** Whether a setting exists at a level and decides there. */
export function decidesAt(deciding: Deciding, level: number): boolean {
  const from = 'from' in deciding ? deciding.from : 0
  return level >= from && level < (deciding.below ?? Infinity)
}

/** Those whom a right belongs to at a level whatever the settings say. */
export function hasAlways({ always, alwaysBelow }: PaperRight, trier: Trier, level: number): boolean {
  return level < (alwaysBelow ?? Infinity) && isOf(trier, always)
}
