import type { ServerDatabase } from '../database.ts'
import { topicKey } from '../messages/message-rows.ts'

export interface UserTopicRow {
  stream_id: number
  topic_key: string
  topic: string
  visibility_policy: number
  last_updated: number
}

export interface MutedUserRow {
  muted_id: number
  timestamp: number
}

/** Each user's preferences for topics and users (wire-protocol.md §2.8). */
export function preferenceTables(database: ServerDatabase) {
  const topics = database.prepare<[number], UserTopicRow>(
    'SELECT * FROM user_topic WHERE user_id = ? ORDER BY last_updated, stream_id, topic_key',
  )
  const topicPolicy = database.prepare<[number, number, string], { visibility_policy: number }>(
    'SELECT visibility_policy FROM user_topic WHERE user_id = ? AND stream_id = ? AND topic_key = ?',
  )
  const putTopic = database.prepare(
    `INSERT INTO user_topic (user_id, stream_id, topic_key, topic, visibility_policy, last_updated)
     VALUES (@userId, @streamId, @key, @topic, @policy, @now)
     ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE SET visibility_policy = @policy, last_updated = @now`,
  )
  const removeTopic = database.prepare('DELETE FROM user_topic WHERE user_id = ? AND stream_id = ? AND topic_key = ?')
  const topicChoices = database.prepare<[number, string], { user_id: number; visibility_policy: number }>(
    'SELECT user_id, visibility_policy FROM user_topic WHERE stream_id = ? AND topic_key = ?',
  )
  const mutedUsers = database.prepare<[number], MutedUserRow>(
    'SELECT muted_id, timestamp FROM muted_user WHERE user_id = ? ORDER BY timestamp, muted_id',
  )
  const mutedBy = database.prepare<[number], { user_id: number }>('SELECT user_id FROM muted_user WHERE muted_id = ?')
  const muteUser = database.prepare(
    'INSERT INTO muted_user (user_id, muted_id, timestamp) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const unmuteUser = database.prepare('DELETE FROM muted_user WHERE user_id = ? AND muted_id = ?')
  return {
    topics: (userId: number) => topics.all(userId),
    /** Returns the user's policy; 0 if there is none. */
    topicPolicy: (userId: number, streamId: number, topic: string) =>
      topicPolicy.get(userId, streamId, topicKey(topic))?.visibility_policy ?? 0,
    /** Returns the policies of all users for a topic. */
    choicesFor: (streamId: number, topic: string) =>
      topicChoices.all(streamId, topicKey(topic)).map((row) => ({
        userId: row.user_id,
        policy: row.visibility_policy,
      })),
    setTopic(userId: number, choice: { streamId: number; topic: string; policy: number; now: number }): void {
      const key = topicKey(choice.topic)
      if (choice.policy === 0) removeTopic.run(userId, choice.streamId, key)
      else putTopic.run({ userId, key, ...choice })
    },
    mutedUsers: (userId: number) => mutedUsers.all(userId),
    /** Returns the users who have muted the user. */
    mutedBy: (userId: number) => new Set(mutedBy.all(userId).map((row) => row.user_id)),
    /** Returns whether it changed a row. */
    muteUser: (userId: number, mutedId: number, now: number) => muteUser.run(userId, mutedId, now).changes > 0,
    unmuteUser: (userId: number, mutedId: number) => unmuteUser.run(userId, mutedId).changes > 0,
  }
}

export type PreferenceTables = ReturnType<typeof preferenceTables>
