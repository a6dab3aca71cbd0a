import type { GroupId, MessageId, StreamId, UserId } from '../values/ids.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { userSchema } from '../api/resources/people.ts'
import { streamSchema } from '../api/resources/streams.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Organization } from '../store/meta.ts'
import { settingsOfRegister, type Settings } from '../store/documents/organization-settings.ts'
import type { UnreadRow } from '../store/unread.ts'
import { directConversation, directKey, topicConversation, topicKey } from '../values/conversation.ts'
import { isHiddenBy } from '../values/topic-policy.ts'
import { concerns } from './concerns.ts'
import { personRow, streamRow } from './directory/directory-reducers.ts'
import { groupRow } from './groups/group-reducers.ts'
import type { RegisteredGroup } from './groups/group-registration.ts'
import { registeredPolicies } from './preferences/topic-policies.ts'
import type { PresenceStamps } from './presence/presence.ts'
import type { RegisterState } from './registration.ts'

/** The number of rows per batch: some milliseconds. */
const rowsAtOnce = 250
/** The number of rows per batch that consist of numbers only. */
const numbersAtOnce = 2000

/** The part of a registration that does not grow with the organization. */
export interface RegisterHead {
  readonly queueId: string
  readonly lastEventId: number
  readonly organization: Organization
  readonly settings: Settings
  /** The rows of the concerns, by name. */
  readonly rows: Readonly<Record<string, unknown>>
  /** UNIX seconds of the server. */
  readonly serverTimestamp: number | null
  /** The lifetime of the queue without polls, if the server sends it. */
  readonly idleTimeoutSeconds: number | null
}

/** A batch of rows of a long part. */
export type RegisterBatch =
  | { readonly kind: 'streams'; readonly rows: readonly StreamRow[] }
  | { readonly kind: 'people'; readonly rows: readonly PersonRow[] }
  | { readonly kind: 'unread'; readonly rows: readonly ListedUnread[] }
  /** Conversations with unread or recent messages: the newest id of each. */
  | { readonly kind: 'topics'; readonly rows: readonly { streamId: StreamId; name: string; maxMessageId: MessageId }[] }
  | { readonly kind: 'directs'; readonly rows: readonly { key: string; maxMessageId: MessageId }[] }
  | { readonly kind: 'groups'; readonly rows: readonly RegisteredGroup[] }
  | { readonly kind: 'members'; readonly groupId: GroupId; readonly ids: readonly number[] }
  | { readonly kind: 'presence'; readonly rows: readonly (readonly [personId: UserId, stamps: PresenceStamps])[] }

/** Further ids are treated as omitted by the server (U3). */
const mostUnread = clientLimits.registeredUnread.most

/** An entry of the server's list of unread messages. */
export interface ListedUnread extends Pick<UnreadRow, 'message_id' | 'conversation'> {
  /** Whether the list of mentions contains it. */
  readonly isMention: boolean
  /** Whether its stream or topic is muted, so that the list of mentions contains only direct mentions (U12). */
  readonly isHidden: boolean
}

export function registerHead(state: RegisterState): RegisterHead {
  const self = state.realm_users.find((user) => isUser(user, state.user_id))
  return {
    queueId: state.queue_id,
    lastEventId: state.last_event_id,
    organization: {
      name: state.realm_name,
      realmUri: state.realm_uri,
      selfId: state.user_id,
      selfRole: userSchema.safeParse(self).data?.role ?? 400,
      selfEmail: null,
      featureLevel: state.svc_feature_level,
      maxMessageLength: state.max_message_length,
      maxTopicLength: state.max_topic_length,
      longPollTimeoutSeconds: state.event_queue_longpoll_timeout_seconds,
      maxMessageId: state.max_message_id,
      oldUnreadsMissing: state.unread_msgs.old_unreads_missing || unreadCount(state) > mostUnread,
      maxUploadBytes: state.max_file_upload_size_mib * 1024 * 1024,
      emojiDataUrl: state.server_emoji_data_url,
      isUpstream: state.speaks_upstream,
    },
    settings: settingsOfRegister(state),
    rows: Object.fromEntries(
      concerns.flatMap(({ name, registered }) => (registered === undefined ? [] : [[name, registered.read(state)]])),
    ),
    serverTimestamp: state.server_timestamp,
    idleTimeoutSeconds: state.idle_queue_timeout_secs,
  }
}

function isUser(value: unknown, id: number): boolean {
  return typeof value === 'object' && value !== null && 'user_id' in value && value.user_id === id
}

/** The batches, in the order in which the navigation needs them. A row may be repeated; the later one counts. */
export function* registerBatches(state: RegisterState): Generator<RegisterBatch, void, void> {
  const origin = state.realm_uri
  const subscribed = new Map<number, Pick<StreamRow, 'name' | 'is_muted'>>()
  yield* batches(state.subscriptions, (part) => {
    const rows = part.flatMap((value) => streamOf(value, true))
    for (const { id, name, is_muted } of rows) subscribed.set(id, { name, is_muted })
    return { kind: 'streams', rows }
  })
  yield* batches(unreadRows(state, subscribed), (rows) => ({ kind: 'unread', rows }))
  yield* batches([...state.unsubscribed, ...state.never_subscribed], (part) => ({
    kind: 'streams',
    rows: part.flatMap((value) => streamOf(value, false)).filter((row) => !subscribed.has(row.id)),
  }))
  yield* batches(unreadTopics(state), (rows) => ({ kind: 'topics', rows }))
  yield* batches(state.recent_private_conversations, (part) => ({
    kind: 'directs',
    rows: part.map((conversation) => ({
      key: directKey(conversation.user_ids, state.user_id),
      maxMessageId: conversation.max_message_id,
    })),
  }))
  const people = [
    ...state.realm_non_active_users.map((value) => ({ value, isActive: false })),
    ...state.cross_realm_bots.map((value) => ({ value, isActive: true })),
    ...state.realm_users.map((value) => ({ value, isActive: true })),
  ]
  yield* batches(people, (part) => ({
    kind: 'people',
    rows: part.flatMap(({ value, isActive }) => {
      const user = userSchema.safeParse(value)
      return user.success ? [personRow(user.data, origin, isActive)] : []
    }),
  }))
  yield* batches(state.realm_user_groups, (part) => ({
    kind: 'groups',
    rows: part.map((group) => ({ ...groupRow(group), subgroups: group.direct_subgroup_ids })),
  }))
  let mostMembers = clientLimits.registeredMembers.most
  for (const group of state.realm_user_groups) {
    const members = group.members.slice(0, mostMembers)
    mostMembers -= members.length
    yield* batches(members, (ids) => ({ kind: 'members', groupId: group.id, ids }), numbersAtOnce)
  }
  yield* batches(Object.entries(state.presences), (part) => ({
    kind: 'presence',
    rows: part.map(([id, stamps]) => [
      Number(id),
      { activeAt: stamps.active_timestamp ?? null, idleAt: stamps.idle_timestamp ?? null },
    ]),
  }))
}

function streamOf(value: unknown, isSubscribed: boolean): StreamRow[] {
  const stream = streamSchema.safeParse(value)
  return stream.success ? [streamRow(stream.data, isSubscribed)] : []
}

function* batches<T>(values: readonly T[], read: (part: readonly T[]) => RegisterBatch, atOnce = rowsAtOnce) {
  for (let start = 0; start < values.length; start += atOnce) yield read(values.slice(start, start + atOnce))
}

function unreadRows(
  state: RegisterState,
  streams: ReadonlyMap<number, Pick<StreamRow, 'name' | 'is_muted'>>,
): ListedUnread[] {
  const { unread_msgs: unread, user_id: selfId } = state
  const mentions = new Set(unread.mentions)
  const named = [...streams].map(([id, { name }]) => ({ id, name }))
  const policyRows = registeredPolicies(state, named)
  const policies = new Map(policyRows.map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy]))
  const groups = [
    ...unread.pms.map((entry) => ({
      conversation: directConversation(directKey([entry.other_user_id], selfId)),
      ids: entry.unread_message_ids,
      isHidden: false,
    })),
    ...unread.huddles.map((entry) => ({
      conversation: directConversation(directKey(entry.user_ids_string.split(',').map(Number), selfId)),
      ids: entry.unread_message_ids,
      isHidden: false,
    })),
    ...unread.streams.map((entry) => ({
      conversation: topicConversation(entry.stream_id, topicKey(entry.topic)),
      ids: entry.unread_message_ids,
      isHidden: isHiddenBy(
        policies.get(`${entry.stream_id}:${topicKey(entry.topic)}`) ?? 0,
        streams.get(entry.stream_id)?.is_muted === 1,
      ),
    })),
  ]
  const rows: ListedUnread[] = []
  for (const { conversation, ids, isHidden } of groups) {
    for (const id of ids.slice(0, mostUnread - rows.length)) {
      rows.push({ message_id: id, conversation, isMention: mentions.has(id), isHidden })
    }
  }
  return rows
}

function unreadCount({ unread_msgs: { pms, huddles, streams } }: RegisterState): number {
  return [...pms, ...huddles, ...streams].reduce((sum, entry) => sum + entry.unread_message_ids.length, 0)
}

function unreadTopics({ unread_msgs: unread }: RegisterState) {
  return unread.streams.flatMap(({ stream_id: streamId, topic: name, unread_message_ids: ids }) =>
    ids.length === 0 ? [] : [{ streamId, name, maxMessageId: ids.reduce((highest, id) => Math.max(highest, id), 0) }],
  )
}
