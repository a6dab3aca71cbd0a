import type { ServerContext } from '../context/context.ts'
import { share } from '../base/shared-json.ts'
import type { StreamRow, SubscriptionRow } from '../store/streams.ts'

const weekSeconds = 7 * 86_400
const trafficFreshMs = 10 * 60_000

/** The number of messages of each stream in the last week, computed periodically. */
const traffic = new WeakMap<ServerContext, { readonly at: number; readonly counts: ReadonlyMap<number, number> }>()

function weeklyTraffic(context: ServerContext, stream: StreamRow): number | null {
  // As upstream, streams younger than the period have no traffic.
  if (context.nowSeconds() - stream.date_created < weekSeconds) return null
  const now = context.ports.clock.now()
  let kept = traffic.get(context)
  if (kept === undefined || now - kept.at > trafficFreshMs) {
    kept = { at: now, counts: context.tables.messages.countsSince(context.nowSeconds() - weekSeconds) }
    traffic.set(context, kept)
  }
  return kept.counts.get(stream.id) ?? 0
}

/** The name of an archived stream, which leaves its former name free for a new stream. */
export function archivedName(stream: StreamRow): string {
  return `!ARCHIVED ${stream.id}: ${stream.name}`
}

/** The display name of a stream, archived or not. */
export function shownName(stream: StreamRow): string {
  return stream.is_archived === 1 ? stream.name.replace(`!ARCHIVED ${stream.id}: `, '') : stream.name
}

/** A stream object without its traffic, as in lists of default streams (wire-protocol.md §2.7). */
export function plainStreamObject(stream: StreamRow): Record<string, unknown> {
  return {
    stream_id: stream.id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    date_created: stream.date_created,
    invite_only: stream.invite_only === 1,
    is_web_public: stream.is_web_public === 1,
    stream_post_policy: stream.stream_post_policy,
    is_announcement_only: stream.stream_post_policy === 2,
    history_public_to_subscribers: stream.history_public_to_subscribers === 1,
    message_retention_days: stream.message_retention_days,
    first_message_id: stream.first_message_id,
    can_remove_subscribers_group: stream.can_remove_subscribers_group,
  }
}

/** Cached stream objects by row; a change creates a new row. Each registration needs all of them twice. */
const objects = new WeakMap<StreamRow, Readonly<Record<string, unknown>>>()

/** A stream object (wire-protocol.md §2.7). */
export function streamObject(context: ServerContext, stream: StreamRow): Readonly<Record<string, unknown>> {
  const stream_weekly_traffic = weeklyTraffic(context, stream)
  const known = objects.get(stream)
  if (known?.stream_weekly_traffic === stream_weekly_traffic) return known
  const object = share({ ...plainStreamObject(stream), stream_weekly_traffic })
  objects.set(stream, object)
  return object
}

/** A subscription object: the stream and the user's personal settings for it (wire-protocol.md §2.7). */
export function subscriptionObject(
  context: ServerContext,
  stream: StreamRow,
  subscription: SubscriptionRow,
  options: { withSubscribers: boolean },
): Record<string, unknown> {
  return {
    ...streamObject(context, stream),
    color: subscription.color,
    is_muted: subscription.is_muted === 1,
    in_home_view: subscription.is_muted === 0,
    pin_to_top: subscription.pin_to_top === 1,
    desktop_notifications: nullableBoolean(subscription.desktop_notifications),
    audible_notifications: nullableBoolean(subscription.audible_notifications),
    push_notifications: nullableBoolean(subscription.push_notifications),
    email_notifications: nullableBoolean(subscription.email_notifications),
    wildcard_mentions_notify: nullableBoolean(subscription.wildcard_mentions_notify),
    ...(options.withSubscribers ? { subscribers: context.tables.streams.subscribers(stream.id) } : {}),
  }
}

function nullableBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

/** The current and former subscriptions of a user, without archived streams. */
export function subscriptionsOf(
  context: ServerContext,
  userId: number,
): { stream: StreamRow; subscription: SubscriptionRow }[] {
  return context.tables.streams.subscriptions(userId).flatMap((subscription) => {
    const stream = context.tables.streams.get(subscription.stream_id)
    return stream === undefined || stream.is_archived === 1 ? [] : [{ stream, subscription }]
  })
}
