import { canSeeStream, isSubscribed, visibleStream } from '../access.ts'
import type { ServerContext } from '../context.ts'
import { pathInteger, type Endpoints } from '../endpoint.ts'
import { badRequest } from '../errors.ts'
import { roles, streamObject, subscriptionObject } from '../serialize.ts'

/** Streams, the reader's subscriptions and the topics of a stream (wire-protocol.md §2.6, §2.7). */
export function streamRoutes(api: Endpoints, context: ServerContext): void {
  const { streams, messages } = context.tables

  api.authenticated('GET', '/streams', ({ parameters, user }) => {
    const includePublic = parameters.boolean('include_public', true)
    const includeSubscribed = parameters.boolean('include_subscribed', true)
    const includeAllActive = parameters.boolean('include_all_active', false)
    parameters.boolean('include_web_public', false)
    parameters.boolean('include_owner_subscribed', false)
    const includeDefault = parameters.boolean('include_default', false)
    if (includeAllActive && user.role > roles.administrator) throw badRequest('User not authorized for this query')
    const shown = streams
      .all()
      .filter(
        (stream) =>
          includeAllActive ||
          (includeSubscribed && isSubscribed(context, user.id, stream.id)) ||
          (includePublic && stream.invite_only === 0 && canSeeStream(context, user, stream)),
      )
    return {
      streams: shown.map((stream) => ({ ...streamObject(stream), ...(includeDefault ? { is_default: false } : {}) })),
    }
  })

  api.authenticated('GET', '/streams/:stream_id', (call) => ({
    stream: streamObject(visibleStream(context, call.user, pathInteger(call, 'stream_id'))),
  }))

  api.authenticated('GET', '/streams/:stream_id/members', (call) => ({
    subscribers: streams.subscribers(visibleStream(context, call.user, pathInteger(call, 'stream_id')).id),
  }))

  api.authenticated('GET', '/get_stream_id', ({ parameters, user }) => {
    const stream = streams.byName(parameters.text('stream'))
    if (stream === undefined || !canSeeStream(context, user, stream)) throw badRequest('Invalid stream name')
    return { stream_id: stream.id }
  })

  api.authenticated('GET', '/users/me/subscriptions', ({ parameters, user }) => {
    const includeSubscribers = parameters.boolean('include_subscribers', false)
    return {
      subscriptions: subscriptionsOf(context, user.id).map((subscription) =>
        includeSubscribers
          ? { ...subscription.object, subscribers: streams.subscribers(subscription.streamId) }
          : subscription.object,
      ),
    }
  })

  api.authenticated('GET', '/users/me/:stream_id/topics', (call) => ({
    topics: messages.topics(visibleStream(context, call.user, pathInteger(call, 'stream_id')).id),
  }))
}

/** The subscriptions of a user, by stream name. */
export function subscriptionsOf(
  context: ServerContext,
  userId: number,
): { streamId: number; object: Record<string, unknown> }[] {
  return context.tables.streams
    .subscriptions(userId)
    .filter((subscription) => subscription.is_active === 1)
    .flatMap((subscription) => {
      const stream = context.tables.streams.get(subscription.stream_id)
      return stream === undefined ? [] : [{ streamId: stream.id, object: subscriptionObject(stream, subscription) }]
    })
}
