import { streamNotifications, type StreamNotification } from '#shared/stream-choices.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId, UserId } from '../../values/ids.ts'
import { capabilitiesOf } from '../../api/capabilities.ts'
import { streamsWire, type WireStream } from '../../api/resources/streams.ts'
import type { EventIn } from '../../api/wire.ts'
import type { StreamRow } from '../../store/directory.ts'
import { withStreamFact, writeStreamFacts } from '../../store/documents/stream-facts.ts'
import type { Store } from '../../store/store.ts'
import type { Change, PeerChange } from '../changes.ts'
import { slice } from '../slice.ts'
import { streamConversation } from '../../values/conversation.ts'
import { putStreams } from './directory.ts'
import { streamsPart } from './directory.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { removeUnread } from '../unread/unread.ts'
import type { ReducerContext } from '../context.ts'
import type { AccountState } from '../account-state.ts'
import { roles } from '../../values/people.ts'

type StreamEvent = EventIn<typeof streamsWire>

const defaultColor = '#76869a'

/** Whether the account has a subscription to a stream, has had one, or neither. */
export type Subscribed = 'now' | 'formerly' | 'never'

/** Converts a stream to a row. */
export function streamRow(stream: WireStream, subscribed: Subscribed): StreamRow {
  return {
    id: stream.stream_id,
    name: stream.name,
    description: stream.description,
    color: stream.color !== undefined && /^#[0-9a-f]{3,6}$/i.test(stream.color) ? stream.color : defaultColor,
    is_subscribed: subscribed === 'now' ? 1 : 0,
    was_subscribed: subscribed === 'never' ? 0 : 1,
    is_muted: stream.is_muted === true ? 1 : 0,
    is_pinned: stream.pin_to_top === true ? 1 : 0,
    is_private: stream.invite_only ? 1 : 0,
    post_policy: stream.stream_post_policy,
    desktop_notifications: choice(stream.desktop_notifications),
    audible_notifications: choice(stream.audible_notifications),
    wildcard_mentions_notify: choice(stream.wildcard_mentions_notify),
    push_notifications: choice(stream.push_notifications),
    email_notifications: choice(stream.email_notifications),
    created_at: stream.date_created ?? null,
    is_web_public: stream.is_web_public ? 1 : 0,
    is_history_public: stream.history_public_to_subscribers ? 1 : 0,
    retention_days: stream.message_retention_days ?? null,
    first_message_id: stream.first_message_id ?? null,
    weekly_traffic: stream.stream_weekly_traffic ?? null,
    is_archived: stream.is_archived ? 1 : 0,
    is_recently_active: choice(stream.is_recently_active),
    facts: writeStreamFacts(stream),
  }
}

/** Returns 1, 0, or null if the user's general setting applies. */
function choice(value: boolean | null | undefined): number | null {
  return value == null ? null : value ? 1 : 0
}

function isNotificationProperty(name: string): name is StreamNotification {
  return (streamNotifications as readonly string[]).includes(name)
}

/** Returns a subscription after a change of one property (wire-protocol.md §2.7). An invalid value changes nothing. */
export function withSubscriptionProperty(stream: StreamRow, property: string, value: unknown): StreamRow {
  switch (property) {
    case 'color':
      return typeof value === 'string' && /^#[0-9a-f]{3,6}$/i.test(value) ? { ...stream, color: value } : stream
    case 'is_muted':
      return { ...stream, is_muted: value === true ? 1 : 0 }
    case 'pin_to_top':
      return { ...stream, is_pinned: value === true ? 1 : 0 }
    default:
      if (!isNotificationProperty(property)) return stream
      return { ...stream, [property]: typeof value === 'boolean' ? choice(value) : null }
  }
}

function handleSubscription(
  context: ReducerContext,
  event: Extract<StreamEvent, { readonly type: 'subscription' }>,
): Change[] {
  const { store, accountState } = context
  switch (event.op) {
    case 'add': {
      const rows = event.subscriptions.map((stream) => streamRow(stream, 'now'))
      // The cached rows of these streams were not updated by events until now.
      const joined = rows.filter(({ id }) => !accountState.isLive(id))
      for (const { id } of joined) store.meta.noteJoin(id)
      const joinedIds = rows.map(({ id }) => id)
      return [
        { ...putStreams(store, rows), isJoined: joined.length > 0 },
        ...invalidateFeeds(store, 'visibility'),
        ...changePeers(store, joinedIds, { isAdded: true, userIds: [accountState.selfId] }),
      ]
    }
    case 'remove': {
      const left = event.subscriptions.flatMap(({ stream_id: id }) => accountState.streams.get(id) ?? [])
      const leftIds = event.subscriptions.map(({ stream_id: id }) => id)
      const changes = [
        putStreams(
          store,
          left.map((stream) => ({ ...stream, is_subscribed: 0 })),
        ),
        ...invalidateFeeds(store, 'visibility'),
        ...changePeers(store, leftIds, { isAdded: false, userIds: [accountState.selfId] }),
      ]
      for (const { stream_id: id } of event.subscriptions) {
        // The queue delivers nothing for the stream from now on, so that its ranges end and its unread ids are
        // removed (M14, U11).
        changes.push(...closeStream(context, id))
      }
      return changes
    }
    case 'peer_add':
    case 'peer_remove':
      return changePeers(store, event.stream_ids, { isAdded: event.op === 'peer_add', userIds: event.user_ids })
    case 'update': {
      const stream = accountState.streams.get(event.stream_id)
      if (stream === undefined) return []
      const isVisibility = event.property === 'is_muted' || event.property === 'in_home_view'
      return [
        putStreams(store, [withSubscriptionProperty(stream, event.property, event.value)]),
        ...(isVisibility ? invalidateFeeds(store, 'visibility') : []),
      ]
    }
  }
}

/**
 * Changes the stored lists of subscribers. Only the lists that were opened last are stored, because lists grow with the
 * organization.
 */
function changePeers(
  { directory }: Pick<Store, 'directory'>,
  streamIds: readonly StreamId[],
  peers: PeerChange,
): Change[] {
  if (streamIds.length === 0) return []
  for (const streamId of streamIds) {
    if (directory.subscriberCount(streamId) === null) continue
    const list = directory.subscribers(streamId)
    if (list !== null) directory.changeSubscribers(streamId, withPeers(list.userIds, peers))
  }
  return [{ kind: 'subscribers', streamIds, peers }]
}

/** Returns a list of subscribers after a change. */
export function withPeers(
  userIds: ReadonlySet<UserId>,
  { isAdded, userIds: changed }: PeerChange,
): ReadonlySet<UserId> {
  const after = new Set(userIds)
  for (const id of changed) {
    if (!isAdded) after.delete(id)
    else if (after.size < clientLimits.subscribersStored.most) after.add(id)
  }
  return after
}

function closeStream(context: ReducerContext, streamId: StreamId): Change[] {
  const { store, accountState, epoch } = context
  const containers = [streamConversation(streamId), ...store.ranges.topicContainers(streamId)]
  const high = accountState.epochHighs.get(epoch) ?? 0
  for (const container of containers) {
    store.ranges.replace(
      container,
      store.ranges
        .of(container)
        .map((row) => (row.live_epoch === epoch ? { ...row, high: Math.max(row.high, high), live_epoch: null } : row)),
    )
    store.ranges.markStale(container)
  }
  return [
    ...store.unread.idsOfStream(streamId).flatMap((id) => removeUnread(store, id)),
    ...containers.map((container): Change => ({ kind: 'ranges', container })),
  ]
}

/** Returns the user's own settings of a stream, which a `create` event lacks. */
function ownChoices(known: StreamRow): Partial<StreamRow> {
  const { color, is_muted, is_pinned } = known
  return {
    color,
    is_muted,
    is_pinned,
    ...Object.fromEntries(streamNotifications.map((name) => [name, known[name]])),
  }
}

/** Returns a stream after a change of one property. An invalid value changes nothing. */
function withStreamProperty(
  stream: StreamRow,
  event: Extract<StreamEvent, { readonly type: 'stream'; readonly op: 'update' }>,
): StreamRow {
  const { value } = event
  switch (event.property) {
    case 'name':
      return typeof value === 'string' ? { ...stream, name: value } : stream
    case 'description':
      return typeof value === 'string' ? { ...stream, description: value } : stream
    case 'invite_only':
      // The other fields come with it (wire-protocol.md §2.3.2).
      return {
        ...stream,
        is_private: value === true ? 1 : 0,
        is_web_public: choice(event.is_web_public) ?? stream.is_web_public,
        is_history_public: choice(event.history_public_to_subscribers) ?? stream.is_history_public,
      }
    case 'stream_post_policy':
      return typeof value === 'number' ? { ...stream, post_policy: value } : stream
    case 'message_retention_days':
      return { ...stream, retention_days: typeof value === 'number' ? value : null }
    case 'first_message_id':
      return typeof value === 'number' || value === null ? { ...stream, first_message_id: value } : stream
    case 'is_archived':
      return typeof value === 'boolean' ? { ...stream, is_archived: value ? 1 : 0 } : stream
    case 'is_recently_active':
      return typeof value === 'boolean' ? { ...stream, is_recently_active: choice(value) } : stream
    default: {
      const facts = withStreamFact(stream.facts, event.property, value)
      return facts === null ? stream : { ...stream, facts }
    }
  }
}

function subscribedTo(stream: StreamRow): Subscribed {
  if (stream.is_subscribed === 1) return 'now'
  return stream.was_subscribed === 1 ? 'formerly' : 'never'
}

/**
 * Returns whether the event `delete` of a stream means that it was archived. From level 315 to 377 the event has both
 * this meaning and that of a lost access (recordings of level 372). The next registration lists an archived stream if
 * the account has a subscription, or has had one and could still see the stream; a lost access ends the subscription
 * first.
 */
function isArchiving({ organization }: Pick<AccountState, 'organization'>, stream: StreamRow): boolean {
  if (organization === undefined) return false
  const { archivedStreams, archivingUpdates } = capabilitiesOf(organization.featureLevel)
  if (!archivedStreams || archivingUpdates) return false
  switch (subscribedTo(stream)) {
    case 'now':
      return true
    case 'formerly':
      if (stream.is_web_public === 1) return true
      if (organization.selfRole === roles.guest) return false
      return stream.is_private === 0 || organization.selfRole <= roles.administrator
    case 'never':
      return false
  }
}

function handleStream(context: ReducerContext, event: Extract<StreamEvent, { readonly type: 'stream' }>): Change[] {
  const { store, accountState } = context
  switch (event.op) {
    case 'create':
      return [
        putStreams(
          store,
          event.streams.map((stream) => {
            const known = accountState.streams.get(stream.stream_id)
            return {
              ...streamRow(stream, known === undefined ? 'never' : subscribedTo(known)),
              ...(known === undefined ? {} : ownChoices(known)),
            }
          }),
        ),
      ]
    case 'delete': {
      const known = event.stream_ids.flatMap((id) => accountState.streams.get(id) ?? [])
      const archived = known
        .filter((stream) => isArchiving(accountState, stream))
        .map((row) => ({ ...row, is_archived: 1 }))
      const kept = new Set(archived.map(({ id }) => id))
      const gone = event.stream_ids.filter((id) => !kept.has(id))
      for (const id of gone) store.directory.removeSubscribers(id)
      return [
        putStreams(store, archived, gone),
        ...gone.flatMap((id) => closeStream(context, id)),
        { kind: 'subscribers', streamIds: gone },
      ]
    }
    case 'update': {
      const stream = accountState.streams.get(event.stream_id)
      return stream === undefined ? [] : [putStreams(store, [withStreamProperty(stream, event)])]
    }
  }
}

export const streamsSlice = slice({
  name: 'streams',
  wire: streamsWire,
  parts: [streamsPart],
  choices: ['subscription'],
  reducers: { subscription: handleSubscription, stream: handleStream },
})
