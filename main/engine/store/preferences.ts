import type { MessageId, StreamId, UserId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'

/** The user's policy for a topic. */
export interface TopicPolicyRow {
  stream_id: StreamId
  topic_key: string
  /** The policy is 0 inherit, 1 muted, 2 unmuted or 3 followed (wire-protocol.md §2.8). */
  policy: number
}

/** An emoji of the organization. */
export interface CustomEmojiRow {
  id: string
  name: string
  /** The path on the account's server; null if the image is on another host. */
  path: string | null
  is_deactivated: number
  /** Null if the server names nobody. */
  author_id: UserId | null
}

/** The number of times that the user has chosen an emoji. `last_at` is in UNIX milliseconds. */
export interface EmojiUseRow {
  type: string
  code: string
  uses: number
  last_at: number
}

/** The tables of the user's preferences for topics and users, the starred messages, and custom emoji. */
export function preferenceTables(database: EngineDatabase) {
  const topics = database.prepare<[], TopicPolicyRow>('SELECT * FROM topic_policy')
  const putTopic = database.prepare<TopicPolicyRow>(
    `INSERT INTO topic_policy (stream_id, topic_key, policy) VALUES (@stream_id, @topic_key, @policy)
     ON CONFLICT (stream_id, topic_key) DO UPDATE SET policy = @policy`,
  )
  const removeTopic = database.prepare('DELETE FROM topic_policy WHERE stream_id = ? AND topic_key = ?')
  const clearTopics = database.prepare('DELETE FROM topic_policy')
  const muted = database.prepare<[], { person_id: UserId }>('SELECT person_id FROM muted_person')
  const mute = database.prepare('INSERT INTO muted_person (person_id) VALUES (?) ON CONFLICT DO NOTHING')
  const clearMuted = database.prepare('DELETE FROM muted_person')
  const emoji = database.prepare<[], CustomEmojiRow>('SELECT * FROM custom_emoji ORDER BY name')
  const putEmoji = database.prepare<CustomEmojiRow>(
    `INSERT INTO custom_emoji (id, name, path, is_deactivated, author_id)
     VALUES (@id, @name, @path, @is_deactivated, @author_id)`,
  )
  const setEmoji = database.prepare<CustomEmojiRow>(
    `INSERT INTO custom_emoji (id, name, path, is_deactivated, author_id)
     VALUES (@id, @name, @path, @is_deactivated, @author_id)
     ON CONFLICT (id) DO UPDATE
       SET name = @name, path = @path, is_deactivated = @is_deactivated, author_id = @author_id`,
  )
  const clearEmoji = database.prepare('DELETE FROM custom_emoji')
  const alertWords = database.prepare<[], { word: string }>('SELECT word FROM alert_word ORDER BY word')
  const putAlertWord = database.prepare('INSERT INTO alert_word (word) VALUES (?) ON CONFLICT DO NOTHING')
  const clearAlertWords = database.prepare('DELETE FROM alert_word')
  const countStarred = database.prepare<[], number>('SELECT count(*) FROM starred').pluck()
  const isStarred = database.prepare<[number], number>('SELECT 1 FROM starred WHERE message_id = ?').pluck()
  const star = database.prepare('INSERT INTO starred (message_id) VALUES (?) ON CONFLICT DO NOTHING')
  const unstar = database.prepare('DELETE FROM starred WHERE message_id = ?')
  const clearStarred = database.prepare('DELETE FROM starred')
  const used = database.prepare<[number], EmojiUseRow>(
    'SELECT * FROM emoji_use ORDER BY uses DESC, last_at DESC LIMIT ?',
  )
  const use = database.prepare(
    `INSERT INTO emoji_use (type, code, uses, last_at) VALUES (?, ?, 1, ?)
     ON CONFLICT (type, code) DO UPDATE SET uses = uses + 1, last_at = excluded.last_at`,
  )
  return {
    reads: {
      topics: () => topics.all(),
      mutedPeople: () => muted.all().map((row) => row.person_id),
      emoji: () => emoji.all(),
      alertWords: () => alertWords.all().map((row) => row.word),
      /** Returns the number of starred messages, including uncached ones. */
      countStarred: () => countStarred.get() ?? 0,
      isStarred: (id: MessageId) => isStarred.get(id) !== undefined,
      frequentEmoji: (limit: number) => used.all(limit),
    },
    writes: {
      /** Stores a policy. Policy 0 removes the row (O1). */
      setTopic(row: TopicPolicyRow): void {
        if (row.policy === 0) removeTopic.run(row.stream_id, row.topic_key)
        else putTopic.run(row)
      },
      clearTopics: () => clearTopics.run(),
      replaceMutedPeople(ids: readonly number[]): void {
        clearMuted.run()
        for (const id of ids) mute.run(id)
      },
      replaceEmoji(rows: readonly CustomEmojiRow[]): void {
        clearEmoji.run()
        for (const row of rows) putEmoji.run(row)
      },
      /** Stores a new or changed emoji. */
      setEmoji: (row: CustomEmojiRow) => setEmoji.run(row),
      replaceAlertWords(words: readonly string[]): void {
        clearAlertWords.run()
        for (const word of words) putAlertWord.run(word)
      },
      /** @returns whether the star was changed */
      setStarred: (id: MessageId, hasStar: boolean): boolean => (hasStar ? star : unstar).run(id).changes > 0,
      replaceStarred(ids: readonly MessageId[]): void {
        clearStarred.run()
        for (const id of ids) star.run(id)
      },
      noteEmojiUse: (type: string, code: string, now: number) => use.run(type, code, now),
    },
  }
}
