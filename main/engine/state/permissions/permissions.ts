import type { PostingRight } from '#contract/conversations.ts'
import type { StreamRow } from '../../store/directory.ts'
import { readStreamFacts } from '../../store/documents/stream-facts.ts'
import type { GroupId, UserId } from '../../values/ids.ts'
import { roles } from '../../values/people.ts'
import { isAny } from '../groups/group-membership.ts'
import type { Judge } from './judge.ts'
import { contentEditGrace } from './rights-table.ts'
import { isAllowed, refusalOf, type DecidingMessage, type DecidingStream } from './rights.ts'

/**
 * The permissions of the own account. Older servers define them by policies (wire-protocol.md §2.15), newer ones by
 * groups of the organization or of the stream (newer-servers.md §1 and §4). If something is unknown here, the action is
 * allowed: the server decides.
 */

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
  const { role } = judge.asking
  // A message of now, which no time limit concerns.
  const message = { senderId: judge.asking.selfId, timestamp: judge.asking.serverNow, stream: undefined }
  return {
    isAdministrator: role <= roles.administrator,
    isModerator: role <= roles.moderator,
    isGuest: role === roles.guest,
    createPublicStreams: isAllowed({ act: 'create_public_stream' }, judge),
    createPrivateStreams: isAllowed({ act: 'create_private_stream' }, judge),
    createWebPublicStreams: isAllowed({ act: 'create_web_public_stream' }, judge),
    subscribeOthers: isAllowed({ act: 'subscribe_others' }, judge),
    invitePeople: isAllowed({ act: 'invite_by_address' }, judge),
    addEmoji: isAllowed({ act: 'add_emoji' }, judge),
    createGroups: isAllowed({ act: 'create_group' }, judge),
    editTopics: isAllowed({ act: 'rename_topic', message }, judge),
    moveBetweenStreams: isAllowed({ act: 'move_to_stream', message }, judge),
    resolveTopics: isAllowed({ act: 'resolve_topic', message }, judge),
    mentionManyPeople: isAllowed({ act: 'mention_many_people' }, judge),
    writeDirectly: isAllowed({ act: 'begin_direct_conversation' }, judge),
  }
}

/** Returns whether the own account may post in a stream. */
export function mayPost(stream: DecidingStream, judge: Judge): boolean {
  return isAllowed({ act: 'post_in_stream', stream }, judge)
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
  stream: Pick<StreamRow, 'post_policy' | 'facts'>,
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

/** Returns whether the own account may add subscribers. */
export function mayAddSubscribers(stream: DecidingStream, judge: Judge): boolean {
  return isAllowed({ act: 'add_subscribers', stream }, judge)
}

/** Returns whether the own account may remove other subscribers. */
export function mayRemoveSubscribers(stream: DecidingStream, judge: Judge): boolean {
  return isAllowed({ act: 'remove_subscribers', stream }, judge)
}

/** The columns of a stream on which the right to join it depends. */
export type JoinableStream = Pick<StreamRow, 'is_archived' | 'is_private' | 'facts'>

/**
 * Returns the reason for which the own account may not join a stream by itself; null if it may. Guests join none, and
 * others join streams that are not private. From levels 342 and 357 on a stream's groups add the right, also for
 * private ones.
 */
export function joinRefusal(stream: JoinableStream, judge: Judge): 'archived' | 'private' | 'guest' | null {
  const refusal = refusalOf({ act: 'join_stream', stream }, judge)
  if (refusal === null) return null
  if (refusal.code === 'archived') return 'archived'
  return judge.asking.role >= roles.guest ? 'guest' : 'private'
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

/** Returns whether the server accepts an edit of a message that is saved now. */
export function mayEditContent(message: DecidingMessage, judge: Judge): boolean {
  return isAllowed({ act: 'edit_message', message }, judge)
}

/** Returns whether to offer the edit of a message. The last seconds, in which it may only arrive, are left out. */
export function mayBeginEdit(message: DecidingMessage, judge: Judge): boolean {
  return mayEditContent({ ...message, timestamp: message.timestamp - contentEditGrace }, judge)
}

/** The kind of a move. Resolving or unresolving a topic is a rename with a separate right. */
export type MoveKind = 'topic' | 'stream' | 'resolve'

/** The reason for which a message may not be moved: a missing right, or an age beyond the limit in seconds. */
export type MoveRefusal = 'right' | { readonly limit: number }

/**
 * Returns the reason for which a message may not be moved to another topic or stream (wire-protocol.md §2.15); null
 * if it may. The time limit does not apply to moderators.
 */
export function moveRefusal(message: DecidingMessage, kind: MoveKind, judge: Judge): MoveRefusal | null {
  const refusal = refusalOf({ act: moveActs[kind], message }, judge)
  if (refusal === null) return null
  if (refusal.code !== 'time_limit') return 'right'
  // Who lacks the right itself is told so, however old the message is.
  const young = { ...message, timestamp: judge.asking.serverNow }
  return isAllowed({ act: moveActs[kind], message: young }, judge) ? { limit: refusal.seconds } : 'right'
}

const moveActs = { topic: 'rename_topic', stream: 'move_to_stream', resolve: 'resolve_topic' } as const

/** Returns whether a message may be moved (`moveRefusal`). */
export function mayMove(message: DecidingMessage, kind: MoveKind, judge: Judge): boolean {
  return moveRefusal(message, kind, judge) === null
}

/** Returns whether a message may be deleted, as anybody's or as an own one. */
export function mayDeleteMessage(message: DecidingMessage, judge: Judge): boolean {
  return (
    isAllowed({ act: 'delete_any_message', message }, judge) || isAllowed({ act: 'delete_own_message', message }, judge)
  )
}
