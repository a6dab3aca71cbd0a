import { capabilitiesOf } from '../../api/capabilities.ts'
import type { EventOf } from '../../api/events.ts'
import type { WireCustomEmoji } from '../../api/register.ts'
import type { CustomEmojiRow, TopicPolicyRow } from '../../store/preferences.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'
import { mediaPath } from '../content/content.ts'
import { topicKey } from '../../values/conversation.ts'
import { doubtFeeds } from '../completeness/feeds.ts'
import { removeUnread } from '../unread/unread-messages.ts'
import type { ReducerContext } from '../context.ts'

const changed: Change[] = [{ kind: 'preferences' }]

/** Upsert by stream and topic, whatever its case (O1). */
export function handleUserTopic(context: ReducerContext, event: EventOf<'user_topic'>): Change[] {
  context.store.preferences.setTopic({
    stream_id: event.stream_id,
    topic_key: topicKey(event.topic_name),
    policy: event.visibility_policy,
  })
  return [...changed, ...doubtFeeds(context.store, 'visibility')]
}

/**
 * The deprecated form: the whole list, by stream name. A server that knows policies may send it beside them; it lacks
 * what is unmuted or followed, and says nothing that they do not (O1).
 */
export function handleMutedTopics(context: ReducerContext, event: EventOf<'muted_topics'>): Change[] {
  if (capabilitiesOf(context.world.organization?.featureLevel ?? 0).userTopics) return []
  replaceMutedTopics(context.store.preferences, [...context.world.streams.values()], event.muted_topics)
  return [...changed, ...doubtFeeds(context.store, 'visibility')]
}

/** Stores muted topics as old servers list them; a stream that is not known has no topics to mute. */
export function replaceMutedTopics(
  preferences: ReducerContext['store']['preferences'],
  streams: readonly { readonly id: number; readonly name: string }[],
  muted: readonly (readonly [string, string, ...unknown[]])[],
): void {
  preferences.clearTopics()
  for (const row of mutedTopicRows(streams, muted)) preferences.setTopic(row)
}

/** Muted topics of the old form as policies. */
export function mutedTopicRows(
  streams: readonly { readonly id: number; readonly name: string }[],
  muted: readonly (readonly [string, string, ...unknown[]])[],
): TopicPolicyRow[] {
  const byName = new Map(streams.map((stream) => [stream.name.toLowerCase(), stream.id]))
  return muted.flatMap(([stream, topic]) => {
    const id = byName.get(stream.toLowerCase())
    return id === undefined ? [] : [{ stream_id: id, topic_key: topicKey(topic), policy: 1 }]
  })
}

/** Full replacement (O2). What a person wrote who is muted now is read: the next event says so, this one knows it. */
export function handleMutedUsers(context: ReducerContext, event: EventOf<'muted_users'>): Change[] {
  const { preferences } = context.store
  const before = new Set(preferences.mutedPeople())
  const ids = event.muted_users.map((user) => user.id)
  preferences.replaceMutedPeople(ids)
  return [...changed, ...ids.filter((id) => !before.has(id)).flatMap((id) => readAllOf(context.store, id))]
}

/** Everything cached of a person is read (wire-protocol.md §2.8). */
export function readAllOf(store: Store, personId: number): Change[] {
  return store.messages.unreadOf(personId).flatMap((id) => {
    store.messages.setRead(id, true)
    return removeUnread(store, id)
  })
}

export function handleUserSettings(context: ReducerContext, event: EventOf<'user_settings'>): Change[] {
  const settings = context.store.meta.userSettings()
  if (!Object.hasOwn(settings, event.property)) return []
  const next = { ...settings, [event.property]: event.value }
  // A value of another type than the setting's is no setting.
  if (typeof event.value !== typeof settings[event.property as keyof typeof settings]) return []
  context.store.meta.setUserSettings(next)
  return changed
}

/** Full replacement (O2), or one alone; deactivated ones stay known, since old reactions name them. */
export function handleRealmEmoji(context: ReducerContext, event: EventOf<'realm_emoji'>): Change[] {
  const { preferences } = context.store
  switch (event.op) {
    case 'update':
      preferences.replaceEmoji(customEmojiRows(event.realm_emoji, context.serverOrigin))
      return changed
    case 'add':
      for (const row of customEmojiRows({ [event.emoji.id]: event.emoji }, context.serverOrigin)) {
        preferences.setEmoji(row)
      }
      return changed
    case 'update_one': {
      // One event may follow another in the same transaction: the table knows, the world does not yet.
      const known = preferences.emoji().find((row) => row.id === event.emoji_id)
      if (known === undefined || event.data.deactivated === undefined) return []
      preferences.setEmoji({ ...known, is_deactivated: event.data.deactivated ? 1 : 0 })
      return changed
    }
  }
}

export function customEmojiRows(emoji: WireCustomEmoji, serverOrigin: string): CustomEmojiRow[] {
  return Object.values(emoji).map((entry) => ({
    id: entry.id,
    name: entry.name,
    path: mediaPath(entry.source_url, serverOrigin),
    is_deactivated: entry.deactivated ? 1 : 0,
  }))
}
