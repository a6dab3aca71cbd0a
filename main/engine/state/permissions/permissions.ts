import type { Capabilities } from '../../api/capabilities.ts'
import type { PostingRight } from '#contract/conversations.ts'
import type { GroupId, UserId } from '../../values/ids.ts'
import { roles, type GroupSetting } from '../../values/people.ts'
import type { StreamRow } from '../../store/directory.ts'
import { readStreamFacts } from '../../store/documents/stream-facts.ts'
import { isAny, type GuestRule } from '../groups/group-membership.ts'
import type { Judge } from './judge.ts'

/**
 * The permissions of the own account. Older servers define them by policies (wire-protocol.md §2.15), newer ones by
 * groups of the organization or of the stream (newer-servers.md §1 and §4). If something is unknown here, the action is
 * allowed: the server decides.
 */

/** Returns whether a common policy allows the own account an action. */
export function allows(policy: number, judge: Judge): boolean {
  const { role } = judge.asking
  switch (policy) {
    case 1:
      return role <= roles.member
    case 2:
      return role <= roles.administrator
    case 3:
      return judge.isFullMember()
    case 4:
      return role <= roles.moderator
    case 5:
      return true
    case 7:
      return role <= roles.owner
    default:
      // 6 is nobody; policies unknown to Skein are denied.
      return false
  }
}

/**
 * Returns whether the policy of wildcard mentions allows them. It has its own numbers and applies to streams with
 * more than fifteen subscribers.
 */
function allowsWildcard(policy: number, judge: Judge): boolean {
  const { role } = judge.asking
  switch (policy) {
    case 1:
      return true
    case 2:
      return role <= roles.member
    case 3:
      return judge.isFullMember()
    case 5:
      return role <= roles.administrator
    case 7:
      return role <= roles.moderator
    default:
      return false
  }
}

/** Decides by the group if the server has one, otherwise by the former policy. */
function byGroup(
  judge: Judge,
  group: GroupSetting | null,
  rule: GuestRule,
  byPolicy: () => boolean,
): boolean | undefined {
  return group === null ? byPolicy() : judge.isIn(group, rule)
}

/** The permissions of the own account. The server never sends them: they follow from role, policies and groups (O4). */
export interface Permissions {
  readonly isAdministrator: boolean
  readonly isModerator: boolean
  readonly isGuest: boolean
  readonly createPublicStreams: boolean
  readonly createPrivateStreams: boolean
  readonly createWebPublicStreams: boolean
  readonly subscribeOthers: boolean
  readonly invitePeople: boolean
  readonly addEmoji: boolean
  readonly createGroups: boolean
  readonly editTopics: boolean
  readonly moveBetweenStreams: boolean
  readonly resolveTopics: boolean
  /** The right applies to wildcard mentions in streams with more than fifteen subscribers. */
  readonly mentionManyPeople: boolean
  readonly writeDirectly: boolean
}

/** Derives the permissions of the own account. Undecidable ones are granted. */
export function permissionsOf(judge: Judge): Permissions {
  const { settings } = judge
  const { role } = judge.asking
  const may = (group: GroupSetting | null, rule: GuestRule, policy: number) =>
    byGroup(judge, group, rule, () => allows(policy, judge)) !== false
  return {
    isAdministrator: role <= roles.administrator,
    isModerator: role <= roles.moderator,
    isGuest: role === roles.guest,
    createPublicStreams: may(
      settings.can_create_public_channel_group,
      'never guests',
      settings.create_public_stream_policy,
    ),
    createPrivateStreams: may(
      settings.can_create_private_channel_group,
      'never guests',
      settings.create_private_stream_policy,
    ),
    createWebPublicStreams:
      settings.enable_spectator_access &&
      may(settings.can_create_web_public_channel_group, 'never guests', settings.create_web_public_stream_policy),
    subscribeOthers: may(settings.can_add_subscribers_group, 'never guests', settings.invite_to_stream_policy),
    invitePeople: may(settings.can_invite_users_group, 'never guests', settings.invite_to_realm_policy),
    addEmoji: may(settings.can_add_custom_emoji_group, 'never guests', settings.add_custom_emoji_policy),
    createGroups: may(settings.can_create_groups, 'never guests', settings.user_group_edit_policy),
    editTopics: may(settings.can_move_messages_between_topics_group, 'guests too', settings.edit_topic_policy),
    moveBetweenStreams: may(
      settings.can_move_messages_between_channels_group,
      'never guests',
      settings.move_messages_between_streams_policy,
    ),
    // Before level 367 resolving is an ordinary change of the topic.
    resolveTopics: may(
      settings.can_resolve_topics_group ?? settings.can_move_messages_between_topics_group,
      'guests too',
      settings.edit_topic_policy,
    ),
    mentionManyPeople:
      byGroup(judge, settings.can_mention_many_users_group, 'guests too', () =>
        allowsWildcard(settings.wildcard_mention_policy, judge),
      ) !== false,
    writeDirectly: mayBeginDirectly(judge) !== false,
  }
}

/** The columns of a stream on which its permissions depend. */
export type DecidingStream = Pick<StreamRow, 'post_policy' | 'is_archived' | 'facts'>

/**
 * Returns whether the own account may post in a stream. The stream's group decides if the server has one (level 333),
 * otherwise the posting policy: 1 any, 2 administrators, 3 full members, 4 moderators. Nobody may post in an archived
 * stream.
 */
export function mayPost(stream: DecidingStream, judge: Judge): boolean {
  if (stream.is_archived === 1) return false
  const { can_send_message_group: group } = readStreamFacts(stream.facts)
  if (group !== undefined) return judge.isIn(group, 'guests too') !== false
  return stream.post_policy === 1 || allows(stream.post_policy, judge)
}

const systemGroups: Readonly<Record<string, Exclude<PostingRight['kind'], 'group'>>> = {
  'role:owners': 'owners',
  'role:administrators': 'administrators',
  'role:moderators': 'moderators',
  'role:fullmembers': 'full_members',
  'role:members': 'members',
  'role:nobody': 'nobody',
}

/** Returns the users who may post in a stream. @param groupOf finds a group */
export function postingRight(
  stream: DecidingStream,
  groupOf: (id: GroupId) => { readonly name: string; readonly is_system: number } | undefined,
): PostingRight {
  const { can_send_message_group: setting } = readStreamFacts(stream.facts)
  if (setting === undefined) {
    const byPolicy = { 2: 'administrators', 3: 'full_members', 4: 'moderators' } as const
    const { post_policy: policy } = stream
    return { kind: policy === 2 || policy === 3 || policy === 4 ? byPolicy[policy] : 'some' }
  }
  const group = typeof setting === 'number' ? groupOf(setting) : undefined
  if (group === undefined) return { kind: 'some' }
  return group.is_system === 1 ? { kind: systemGroups[group.name] ?? 'some' } : { kind: 'group', name: group.name }
}

/** Returns whether the own account may add subscribers, by the organization's or the stream's group (level 342). */
export function mayAddSubscribers(stream: DecidingStream, judge: Judge): boolean {
  const { settings } = judge
  if (stream.is_archived === 1) return false
  return (
    isAny(
      byGroup(judge, settings.can_add_subscribers_group, 'never guests', () =>
        allows(settings.invite_to_stream_policy, judge),
      ),
      judge.isAlsoIn(readStreamFacts(stream.facts).can_add_subscribers_group, 'never guests'),
    ) !== false
  )
}

/**
 * Returns whether the own account may remove other subscribers: as an administrator, or by the stream's groups. Below
 * level 349 the group of its administration does not count.
 */
export function mayRemoveSubscribers(
  stream: DecidingStream,
  judge: Judge,
  { administeredSubscribers }: Pick<Capabilities, 'administeredSubscribers'>,
): boolean {
  if (stream.is_archived === 1) return false
  if (judge.asking.role <= roles.administrator) return true
  const facts = readStreamFacts(stream.facts)
  return (
    isAny(
      judge.isAlsoIn(facts.can_remove_subscribers_group, 'guests too'),
      administeredSubscribers && judge.isAlsoIn(facts.can_administer_channel_group, 'never guests'),
    ) !== false
  )
}

/** The columns of a stream on which the right to join it depends. */
export type JoinableStream = Pick<StreamRow, 'is_archived' | 'is_private' | 'facts'>

/**
 * Returns the reason for which the own account may not join a stream by itself; null if it may. Guests join none, and
 * others join streams that are not private. From levels 342 and 357 on a stream's groups add the right, also for
 * private ones.
 */
export function joinRefusal(stream: JoinableStream, judge: Judge): 'archived' | 'private' | 'guest' | null {
  if (stream.is_archived === 1) return 'archived'
  const isGuest = judge.asking.role === roles.guest
  if (stream.is_private === 0 && !isGuest) return null
  const facts = readStreamFacts(stream.facts)
  const byGroups = isAny(
    judge.isAlsoIn(facts.can_subscribe_group, 'guests too'),
    judge.isAlsoIn(facts.can_add_subscribers_group, 'never guests'),
  )
  if (byGroups !== false) return null
  return isGuest ? 'guest' : 'private'
}

/** Returns whether the own account may start direct conversations. */
function mayBeginDirectly(judge: Judge): boolean | undefined {
  const { direct_message_initiator_group: group } = judge.settings
  return group === null ? judge.settings.private_message_policy === 1 : judge.isIn(group, 'guests too')
}

/**
 * Returns whether the own account may send direct messages to these users (newer-servers.md §1, level 270): one
 * participant must be in the permitting group. Notes to oneself and messages to bots are always allowed. Only the
 * server knows whether the conversation already exists, which matters without the right to start one.
 */
export function mayWriteTo(userIds: readonly UserId[], judge: Judge): boolean {
  const { selfId } = judge.asking
  if (userIds.every((id) => id === selfId || judge.isBot(id))) return true
  const { direct_message_permission_group: group, private_message_policy: policy } = judge.settings
  if (group === null) return policy === 1
  return isAny(...[selfId, ...userIds].map((id) => judge.isPersonIn(group, id))) !== false
}

/** The message that an action would change. */
export interface Changed {
  readonly senderId: UserId
  /** The time is in UNIX seconds. */
  readonly timestamp: number
  /** The stream is undefined for direct messages, or if it is unknown. */
  readonly stream: DecidingStream | undefined
}

function isWithin(limitSeconds: number | null, message: Changed, judge: Judge): boolean {
  return limitSeconds === null || judge.asking.serverNow - message.timestamp <= limitSeconds
}

/** Returns whether the content of a message may be edited: by its author, within the organization's limits (§2.4.2). */
export function mayEditContent(message: Changed, judge: Judge): boolean {
  const { settings } = judge
  return (
    message.stream?.is_archived !== 1 &&
    message.senderId === judge.asking.selfId &&
    settings.allow_message_editing &&
    isWithin(settings.message_content_edit_limit_seconds, message, judge)
  )
}

/** The kind of a move. Resolving or unresolving a topic is a rename with a separate right. */
export type MoveKind = 'topic' | 'stream' | 'resolve'

/** The reason for which a message may not be moved: a missing right, or an age beyond the limit in seconds. */
export type MoveRefusal = 'right' | { readonly limit: number }

/**
 * Returns the reason for which a message may not be moved to another topic or stream (wire-protocol.md §2.15); null
 * if it may. The time limit does not apply to moderators.
 */
export function moveRefusal(message: Changed, kind: MoveKind, judge: Judge): MoveRefusal | null {
  if (message.stream?.is_archived === 1) return 'right'
  if (isMoveAllowed(message, kind, judge) === false) return 'right'
  const { settings } = judge
  // The time limit of resolving is undocumented, so that the server decides (newer-servers.md, "Not verified").
  if (kind === 'resolve' && settings.can_resolve_topics_group !== null) return null
  const limit =
    kind === 'stream'
      ? settings.move_messages_between_streams_limit_seconds
      : settings.move_messages_within_stream_limit_seconds
  const isFree = limit === null || judge.asking.role <= roles.moderator || isWithin(limit, message, judge)
  return isFree ? null : { limit }
}

/** Returns whether a message may be moved (`moveRefusal`). */
export function mayMove(message: Changed, kind: MoveKind, judge: Judge): boolean {
  return moveRefusal(message, kind, judge) === null
}

function isMoveAllowed(message: Changed, kind: MoveKind, judge: Judge): boolean | undefined {
  const { settings } = judge
  const own = readStreamFacts(message.stream?.facts ?? '{}')
  if (kind === 'resolve' && settings.can_resolve_topics_group !== null) {
    return isAny(
      judge.isIn(settings.can_resolve_topics_group, 'guests too'),
      judge.isAlsoIn(own.can_resolve_topics_group, 'guests too'),
    )
  }
  return kind === 'stream'
    ? isAny(
        byGroup(judge, settings.can_move_messages_between_channels_group, 'never guests', () =>
          allows(settings.move_messages_between_streams_policy, judge),
        ),
        judge.isAlsoIn(own.can_move_messages_out_of_channel_group, 'guests too'),
      )
    : isAny(
        byGroup(judge, settings.can_move_messages_between_topics_group, 'guests too', () =>
          allows(settings.edit_topic_policy, judge),
        ),
        judge.isAlsoIn(own.can_move_messages_within_channel_group, 'guests too'),
      )
}

/**
 * Returns whether a message may be deleted (§2.4.3): always by those who may delete any, and by its author or the
 * owner of its bot within the limits of the organization or stream. Nobody may delete a message of an archived
 * stream.
 */
export function mayDeleteMessage(message: Changed, judge: Judge): boolean {
  if (message.stream?.is_archived === 1) return false
  const { settings, asking } = judge
  const stream = readStreamFacts(message.stream?.facts ?? '{}')
  const any = isAny(
    byGroup(judge, settings.can_delete_any_message_group, 'never guests', () => asking.role <= roles.administrator),
    judge.isAlsoIn(stream.can_delete_any_message_group, 'guests too'),
  )
  if (any !== false) return true
  const isOwn = message.senderId === asking.selfId
  const isOfOwnBot = settings.can_delete_own_message_group !== null && judge.isOwnBot(message.senderId)
  if (!isOwn && !isOfOwnBot) return false
  const own = isAny(
    byGroup(judge, settings.can_delete_own_message_group, 'guests too', () =>
      allows(settings.delete_own_message_policy, judge),
    ),
    judge.isAlsoIn(stream.can_delete_own_message_group, 'guests too'),
  )
  return own !== false && isWithin(settings.message_content_delete_limit_seconds, message, judge)
}
