import type { ServerContext } from '../context/context.ts'
import type { UserRow } from '../store/people/users.ts'
import { settingsOf } from '../people/user-settings.ts'

/** The visibility policies of a topic (wire-protocol.md §2.8). */
export const topicPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Conditions for automatically following or unmuting a topic (`automatically_…_policy`, wire-protocol.md §2.15). */
const automatic = { participated: 1, sent: 2, started: 3 } as const

/** Sets the user's policy for a topic and publishes it; call inside `context.write`. */
export function setTopicPolicy(
  context: ServerContext,
  userId: number,
  place: { streamId: number; topic: string },
  policy: number,
): void {
  const now = context.nowSeconds()
  context.tables.preferences.setTopic(userId, { ...place, policy, now })
  // Clients that request the new event by name do not get the old one.
  context.events.publish(userId, (options) =>
    options.eventTypes?.includes('user_topic') === true
      ? null
      : { type: 'muted_topics', muted_topics: mutedTopics(context, userId) },
  )
  context.events.publish(userId, () => ({
    type: 'user_topic',
    stream_id: place.streamId,
    topic_name: place.topic,
    last_updated: now,
    visibility_policy: policy,
  }))
}

/**
 * Follows or unmutes a topic for a participant, according to the user's settings; returns the new policy if it changed.
 * Call inside `context.write`.
 */
export function participate(
  context: ServerContext,
  user: UserRow,
  place: { streamId: number; topic: string },
  how: keyof typeof automatic,
): 2 | 3 | undefined {
  const settings = settingsOf(user)
  const reach = automatic[how]
  const isMuted = context.tables.streams.subscription(user.id, place.streamId)?.is_muted === 1
  const follows = Number(settings.automatically_follow_topics_policy) <= reach
  const unmutes = isMuted && Number(settings.automatically_unmute_topics_in_muted_streams_policy) <= reach
  if (!follows && !unmutes) return undefined
  return raise(context, user.id, place, follows ? topicPolicies.followed : topicPolicies.unmuted)
}

/** Follows a topic in which a user is mentioned, if the user's settings say so; call inside `context.write`. */
export function followWhereMentioned(
  context: ServerContext,
  user: UserRow,
  place: { streamId: number; topic: string },
): void {
  if (settingsOf(user).automatically_follow_topics_where_mentioned === true) {
    raise(context, user.id, place, topicPolicies.followed)
  }
}

/** Raises the visibility of a topic automatically; it is never lowered. */
function raise(
  context: ServerContext,
  userId: number,
  place: { streamId: number; topic: string },
  policy: 2 | 3,
): 2 | 3 | undefined {
  if (context.tables.preferences.topicPolicy(userId, place.streamId, place.topic) >= policy) return undefined
  setTopicPolicy(context, userId, place, policy)
  return policy
}

/** `user_topics` of register. */
export function userTopics(context: ServerContext, userId: number): Record<string, unknown>[] {
  return context.tables.preferences.topics(userId).map((row) => ({
    stream_id: row.stream_id,
    topic_name: row.topic,
    last_updated: row.last_updated,
    visibility_policy: row.visibility_policy,
  }))
}

/** Muted topics in the deprecated form: stream name, topic, time. */
export function mutedTopics(context: ServerContext, userId: number): (string | number)[][] {
  return context.tables.preferences
    .topics(userId)
    .filter((row) => row.visibility_policy === topicPolicies.muted)
    .map((row) => [context.tables.streams.get(row.stream_id)?.name ?? '', row.topic, row.last_updated])
}
