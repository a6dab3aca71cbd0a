import { canReadStream, canSeeStream, isSubscribed, whoSeesStream } from './access.ts'
import type { ServerContext } from '../context/context.ts'
import { withGuestSight } from '../people/people.ts'
import { isGuest, policyAllows } from '../people/permissions.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { markRead } from '../people/mark-read.ts'
import { archivedName, plainStreamObject, streamObject, subscriptionObject } from './stream-objects.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'

const colors = [
  ...['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5'],
  ...['#f5ce6e', '#c2726a', '#94c849', '#bd86e5', '#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063'],
]

/** A colour that none of the user's streams has, if there is one. */
function freeColor(context: ServerContext, userId: number): string {
  const subscriptions = context.tables.streams.subscriptions(userId)
  const used = new Set(subscriptions.map((subscription) => subscription.color))
  return colors.find((color) => !used.has(color)) ?? colors[subscriptions.length % colors.length] ?? '#76ce90'
}

/** Subscribes users and publishes it to all affected users; call inside `context.write`. */
export function subscribeUsers(
  context: ServerContext,
  stream: StreamRow,
  users: readonly UserRow[],
  /** `color`: the colour that one of the users chose. */
  options: {
    readonly color?: { readonly of: number; readonly color: string }
    /** Whether the caller publishes it to other users. */
    readonly isSilent?: boolean
  } = {},
): void {
  if (users.length === 0) return
  const { streams } = context.tables
  const knew = new Set(users.filter((user) => canSeeStream(context, user, stream)).map((user) => user.id))
  withGuestSight(context, () => {
    for (const user of users) {
      const color = options.color?.of === user.id ? options.color.color : freeColor(context, user.id)
      streams.subscribe(user.id, stream.id, { color })
    }
  })
  for (const user of users) {
    if (!knew.has(user.id)) tellStream(context, user.id, 'create', stream)
    const subscription = streams.subscription(user.id, stream.id)
    if (subscription === undefined) continue
    context.events.publish(user.id, ({ includeSubscribers }) => ({
      type: 'subscription',
      op: 'add',
      subscriptions: [subscriptionObject(context, stream, subscription, { withSubscribers: includeSubscribers })],
    }))
  }
  if (options.isSilent !== true) tellPeers(context, 'peer_add', [stream], users)
}

/** Subscribes a user to several streams and publishes it to other users in one event; call inside `context.write`. */
export function subscribeToAll(context: ServerContext, user: UserRow, streams: readonly StreamRow[]): void {
  for (const stream of streams) subscribeUsers(context, stream, [user], { isSilent: true })
  tellPeers(context, 'peer_add', streams, [user])
}

/** Ends subscriptions with their consequences; call inside `context.write`. */
export function unsubscribeUsers(context: ServerContext, stream: StreamRow, users: readonly UserRow[]): void {
  if (users.length === 0) return
  const { streams } = context.tables
  withGuestSight(context, () => {
    for (const user of users) streams.unsubscribe(user.id, stream.id)
  })
  for (const user of users) {
    context.events.publish(user.id, () => ({
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: stream.id, name: stream.name }],
    }))
    const readsFirst = context.layer?.habits.has('reads before a stream goes') === true
    const isGone = !canSeeStream(context, user, stream)
    if (isGone && !readsFirst) tellStream(context, user.id, 'delete', stream)
    // Messages in an unsubscribed stream become read.
    markRead(context, user, { sql: 'r.stream_id = ?', parameters: [stream.id] })
    if (isGone && readsFirst) tellStream(context, user.id, 'delete', stream)
  }
  tellPeers(context, 'peer_remove', [stream], users)
  // A private stream without subscribers could never be joined again.
  if (stream.invite_only === 1 && streams.subscribers(stream.id).length === 0) archiveStream(context, stream)
}

/** Publishes new or former subscribers of streams to all other users who can see the streams. */
export function tellPeers(
  context: ServerContext,
  op: 'peer_add' | 'peer_remove',
  streams: readonly StreamRow[],
  users: readonly UserRow[],
): void {
  const ids = users.map((user) => user.id)
  const seen = new Map<number, number[]>()
  for (const stream of streams.toSorted((a, b) => a.id - b.id)) {
    for (const userId of whoSeesStream(context, stream)) seen.set(userId, [...(seen.get(userId) ?? []), stream.id])
  }
  for (const [userId, stream_ids] of seen) {
    // The event about the user's own subscription already contains the subscribers.
    if (ids.includes(userId)) continue
    context.events.publish(userId, () => ({ type: 'subscription', op, stream_ids, user_ids: ids }))
  }
}

/** Publishes to one user that a stream became visible or invisible; call inside `context.write`. */
export function tellStream(context: ServerContext, userId: number, op: 'create' | 'delete', stream: StreamRow): void {
  context.events.publish(userId, () => ({ type: 'stream', op, streams: [streamObject(context, stream)] }))
}

/** Archives a stream, whose received messages stay readable for their readers. Call inside `context.write`. */
export function archiveStream(context: ServerContext, stream: StreamRow): void {
  const { streams, users } = context.tables
  const told = new Set([...whoSeesStream(context, stream), ...streams.subscribers(stream.id)])
  for (const userId of streams.subscribers(stream.id)) {
    const user = users.get(userId)
    if (user !== undefined) markRead(context, user, { sql: 'r.stream_id = ?', parameters: [stream.id] })
  }
  streams.change(stream.id, { is_archived: 1, is_default: 0, name: archivedName(stream) })
  for (const userId of told) tellStream(context, userId, 'delete', stream)
  if (stream.is_default === 1) tellDefaultStreams(context)
}

/** The default streams by name; guests do not get them. */
export function defaultStreams(context: ServerContext): StreamRow[] {
  return context.tables.streams.all().filter((stream) => stream.is_default === 1)
}

/** Publishes the default streams to all users except guests; call inside `context.write`. */
export function tellDefaultStreams(context: ServerContext): void {
  const list = defaultStreams(context).map(plainStreamObject)
  for (const user of context.tables.users.all()) {
    if (user.is_active === 0 || isGuest(user)) continue
    context.events.publish(user.id, () => ({ type: 'default_streams', default_streams: list }))
  }
}

/** Whether the user may subscribe themselves or others to the stream. */
export function maySubscribe(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  return stream.invite_only === 1
    ? isSubscribed(context, user.id, stream.id) || context.layer?.rights.isLetIn(user, stream) === true
    : canReadStream(context, user, stream) && (!isGuest(user) || isSubscribed(context, user.id, stream.id))
}

/** Whether the user may subscribe others to the stream. */
export function maySubscribeOthers(context: ServerContext, user: UserRow, stream: StreamRow): boolean {
  return (
    context.layer?.rights.mayAddSubscribers(user, stream) ??
    policyAllows(context, user, organizationSettings(context).invite_to_stream_policy)
  )
}
