import type { ServerContext } from '../context/context.ts'
import type { RegistrationPart, State, StateOptions } from '../context/registration-part.ts'
import { isGuest } from '../people/permissions.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import { canSeeStream } from './access.ts'
import { plainStreamObject, streamObject, subscriptionObject, subscriptionsOf } from './stream-objects.ts'
import { defaultStreams } from './subscribing.ts'
import { mutedTopics, userTopics } from './topic-policies.ts'

/** The parts of a registration about streams, subscriptions and topics. */
export const streamParts: readonly RegistrationPart[] = [
  {
    type: 'subscription',
    state: subscriptionState,
    publicState: (context) => ({
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: openStreams(context).map((stream) => streamObject(context, stream)),
    }),
  },
  {
    type: 'stream',
    state: (context, user) => ({
      streams: context.tables.streams
        .all()
        .filter((stream) => canSeeStream(context, user, stream))
        .map((stream) => streamObject(context, stream)),
    }),
    publicState: (context) => ({ streams: openStreams(context).map((stream) => streamObject(context, stream)) }),
  },
  {
    type: 'default_streams',
    state: (context, user) => ({
      realm_default_streams: isGuest(user) ? [] : defaultStreams(context).map(plainStreamObject),
    }),
  },
  { type: 'default_stream_groups', state: () => ({ realm_default_stream_groups: [] }) },
  { type: 'user_topic', state: (context, user) => ({ user_topics: userTopics(context, user.id) }) },
  {
    type: 'muted_topics',
    state: (context, user, { asksForUserTopics }) =>
      asksForUserTopics ? {} : { muted_topics: mutedTopics(context, user.id) },
  },
]

function openStreams(context: ServerContext): readonly StreamRow[] {
  return context.tables.streams.all().filter((stream) => stream.is_web_public === 1)
}

function subscriptionState(context: ServerContext, user: UserRow, options: StateOptions): State {
  const { streams } = context.tables
  const withSubscribers = options.includeSubscribers
  const own = subscriptionsOf(context, user.id).sort((a, b) => (a.stream.name_key < b.stream.name_key ? -1 : 1))
  const known = new Set(own.map(({ stream }) => stream.id))
  const object = ({ stream, subscription }: (typeof own)[number]) =>
    subscriptionObject(context, stream, subscription, { withSubscribers })
  return {
    subscriptions: own.filter(({ subscription }) => subscription.is_active === 1).map(object),
    unsubscribed: own
      .filter(({ stream, subscription }) => subscription.is_active === 0 && canSeeStream(context, user, stream))
      .map(object),
    never_subscribed: streams
      .all()
      .filter((stream) => !known.has(stream.id) && canSeeStream(context, user, stream))
      .map((stream) => ({
        ...streamObject(context, stream),
        ...(withSubscribers ? { subscribers: streams.subscribers(stream.id) } : {}),
      })),
  }
}
