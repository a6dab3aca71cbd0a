import { capabilitiesOf } from '../api/capabilities.ts'
import type { RegisterState, WireUnread } from '../api/register.ts'
import { settingsOfRegister } from '../store/organization-settings.ts'
import { readUserSettings } from '../store/user-settings.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './changes.ts'
import { directKey, topicKey } from './conversation.ts'
import { personRow, streamRow } from './directory-reducers.ts'
import { replaceServerDrafts } from './draft-reducers.ts'
import { linkifierRows, profileFieldRows, putGroup, putStatus, scheduledRow } from './organization-reducers.ts'
import { presenceOf } from './presence-reducers.ts'
import { customEmojiRows, replaceMutedTopics } from './preference-reducers.ts'

/**
 * Stores the snapshot of a new event queue: every piece of state in it replaces what was there (Q6), a new epoch begins
 * (so that no range is live any longer, M8), and the queue is stored with it (Q1). Messages and wishes are untouched.
 */
export function applyRegister(store: Store, state: RegisterState, serverOrigin: string, now: number): Change[] {
  const { directory, meta, messages } = store
  directory.clearPeople()
  for (const user of state.realm_non_active_users) directory.putPerson(personRow(user, serverOrigin, false))
  for (const user of state.cross_realm_bots) directory.putPerson(personRow(user, serverOrigin, true))
  for (const user of state.realm_users) directory.putPerson(personRow(user, serverOrigin, true))
  directory.clearStreams()
  for (const stream of state.never_subscribed) directory.putStream(streamRow(stream, false))
  for (const stream of state.unsubscribed) directory.putStream(streamRow(stream, false))
  for (const stream of state.subscriptions) directory.putStream(streamRow(stream, true))
  store.unread.clear()
  for (const row of unreadRows(state.unread_msgs, state.user_id)) store.unread.put(row)
  for (const conversation of state.recent_private_conversations) {
    messages.noteDirect(directKey(conversation.user_ids, state.user_id), conversation.max_message_id)
  }
  for (const entry of state.unread_msgs.streams) {
    const newest = entry.unread_message_ids.reduce((highest, id) => Math.max(highest, id), 0)
    if (entry.unread_message_ids.length > 0) messages.noteTopic(entry.stream_id, entry.topic, newest)
  }
  store.preferences.clearTopics()
  if (!capabilitiesOf(state.svc_feature_level).userTopics) {
    replaceMutedTopics(store.preferences, store.directory.streams(), state.muted_topics)
  }
  for (const topic of state.user_topics) {
    const row = { stream_id: topic.stream_id, topic_key: topicKey(topic.topic_name), policy: topic.visibility_policy }
    store.preferences.setTopic(row)
  }
  store.preferences.replaceMutedPeople(state.muted_users.map((user) => user.id))
  store.preferences.replaceEmoji(customEmojiRows(state.realm_emoji, serverOrigin))
  store.preferences.replaceAlertWords(state.alert_words)
  replaceOrganization(store, state, serverOrigin)
  meta.setSettings(settingsOfRegister(state))
  meta.setUserSettings(readUserSettings(state.user_settings))
  meta.setOrganization({
    name: state.realm_name,
    realmUri: state.realm_uri,
    selfId: state.user_id,
    selfRole: state.realm_users.find((user) => user.user_id === state.user_id)?.role ?? 400,
    selfEmail: null,
    featureLevel: state.svc_feature_level,
    maxMessageLength: state.max_message_length,
    maxTopicLength: state.max_topic_length,
    longPollTimeoutSeconds: state.event_queue_longpoll_timeout_seconds,
    maxMessageId: state.max_message_id,
    oldUnreadsMissing: state.unread_msgs.old_unreads_missing,
    maxUploadBytes: state.max_file_upload_size_mib * 1024 * 1024,
    emojiDataUrl: state.server_emoji_data_url,
    isUpstream: state.speaks_upstream,
  })
  store.ranges.forgetFeeds()
  meta.beginEpoch(Math.max(state.max_message_id, 0))
  meta.setQueue({ queueId: state.queue_id, lastEventId: state.last_event_id, touchedAt: now })
  // What was there before this account came to this computer is no news.
  if (meta.lastNotifiedId() === 0) meta.setLastNotifiedId(Math.max(state.max_message_id, 1))
  const drafts = replaceServerDrafts({ store, now, selfId: state.user_id }, state.drafts)
  return [
    ...drafts,
    { kind: 'directory' },
    { kind: 'organization' },
    { kind: 'epoch' },
    { kind: 'unread_replaced' },
    { kind: 'preferences' },
    { kind: 'groups' },
    { kind: 'statuses' },
    { kind: 'scheduled' },
    presenceOf(state, now),
  ]
}

function replaceOrganization(store: Store, state: RegisterState, serverOrigin: string): void {
  const { organization } = store
  organization.clearGroups()
  for (const group of state.realm_user_groups) putGroup(store, group)
  organization.replaceProfileFields(profileFieldRows(state.custom_profile_fields))
  organization.replaceLinkifiers(linkifierRows(state.realm_linkifiers))
  organization.replaceDefaultStreams(state.realm_default_streams.map((stream) => stream.stream_id))
  organization.clearStatuses()
  for (const [id, status] of Object.entries(state.user_status)) putStatus(store, Number(id), status)
  organization.clearScheduled()
  for (const message of state.scheduled_messages) {
    organization.putScheduled(scheduledRow(message, state.user_id, serverOrigin))
  }
}

function unreadRows(unread: WireUnread, selfId: number) {
  const mentions = new Set(unread.mentions)
  const groups = [
    ...unread.pms.map((entry) => ({
      conversation: `direct:${directKey([entry.other_user_id], selfId)}`,
      ids: entry.unread_message_ids,
    })),
    ...unread.huddles.map((entry) => ({
      conversation: `direct:${directKey(entry.user_ids_string.split(',').map(Number), selfId)}`,
      ids: entry.unread_message_ids,
    })),
    ...unread.streams.map((entry) => ({
      conversation: `topic:${entry.stream_id}:${topicKey(entry.topic)}`,
      ids: entry.unread_message_ids,
    })),
  ]
  return groups.flatMap(({ conversation, ids }) =>
    ids.map((id) => ({ message_id: id, conversation, is_mention: mentions.has(id) ? 1 : 0 })),
  )
}
