import type { MessageId, StreamId, UserId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'
import type { NameChanges } from './names/changed-names.ts'

/** A user. Columns that start with `is_` are 0 or 1. */
export interface PersonRow {
  id: UserId
  name: string
  email: string
  role: number
  is_bot: number
  is_active: number
  avatar: string | null
  /** The e-mail address in the API, which may be a fake one. */
  api_email: string
  timezone: string
  /** The time is in UNIX seconds; null if the server does not send it. */
  joined_at: number | null
  bot_type: number | null
  bot_owner_id: UserId | null
  /** JSON of a `Profile`. */
  profile: string
}

/** A stream with the user's settings of it. Columns that start with `is_` are 0 or 1. */
export interface StreamRow {
  id: StreamId
  name: string
  description: string
  color: string
  is_subscribed: number
  /** It is 1 if the account has a subscription or has had one. */
  was_subscribed: number
  is_muted: number
  is_pinned: number
  is_private: number
  post_policy: number
  /** This setting and the four below are 0, 1, or null if the user's general setting applies. */
  desktop_notifications: number | null
  audible_notifications: number | null
  wildcard_mentions_notify: number | null
  push_notifications: number | null
  email_notifications: number | null
  /** The time is in UNIX seconds; null if the server does not send it. */
  created_at: number | null
  is_web_public: number
  /** It is 1 if new subscribers may read earlier messages. */
  is_history_public: number
  /** The number of days; null stands for the organization's setting, -1 for no limit. */
  retention_days: number | null
  first_message_id: MessageId | null
  /** The messages per week; null if the server does not send it. */
  weekly_traffic: number | null
  /** It is 1 for an archived stream, to which nobody can post. */
  is_archived: number
  /** It is 1 if there were recent messages; null if the server does not send it. */
  is_recently_active: number | null
  /** JSON of `StreamFacts`. */
  facts: string
}

/** The stored list of a stream's subscribers. */
export interface SubscriberList {
  readonly userIds: ReadonlySet<UserId>
  /** The epoch in which the list was fetched. Its events keep the list up to date. */
  readonly epoch: number
}

const personColumns = [
  'id',
  'name',
  'email',
  'role',
  'is_bot',
  'is_active',
  'avatar',
  'api_email',
  'timezone',
  'joined_at',
  'bot_type',
  'bot_owner_id',
  'profile',
] as const satisfies readonly (keyof PersonRow)[]

const streamColumns = [
  'id',
  'name',
  'description',
  'color',
  'is_subscribed',
  'was_subscribed',
  'is_muted',
  'is_pinned',
  'is_private',
  'post_policy',
  'desktop_notifications',
  'audible_notifications',
  'wildcard_mentions_notify',
  'push_notifications',
  'email_notifications',
  'created_at',
  'is_web_public',
  'is_history_public',
  'retention_days',
  'first_message_id',
  'weekly_traffic',
  'is_archived',
  'is_recently_active',
  'facts',
] as const satisfies readonly (keyof StreamRow)[]

/**
 * Returns the statement of `upsert` with positional parameters. These tables are written in tens of thousands of
 * rows, and named parameters cost a third more.
 */
function upsertPositional(table: string, columns: readonly string[]): string {
  const others = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${others.join(', ')}`
}

/** The tables of users and streams. */
export function directoryTables(database: EngineDatabase, names: NameChanges) {
  const people = database.prepare<[], PersonRow>('SELECT * FROM person')
  const putPerson = database.prepare(upsertPositional('person', personColumns))
  const removePerson = database.prepare('DELETE FROM person WHERE id = ?')
  const streams = database.prepare<[], StreamRow>('SELECT * FROM stream')
  const putStream = database.prepare(upsertPositional('stream', streamColumns))
  const removeStream = database.prepare('DELETE FROM stream WHERE id = ?')
  const subscribers = database.prepare<[StreamId], { user_ids: string; epoch: number }>(
    'SELECT user_ids, epoch FROM subscriber_list WHERE stream_id = ?',
  )
  const subscriberCount = database
    .prepare<[StreamId], number>('SELECT count FROM subscriber_list WHERE stream_id = ?')
    .pluck()
  const putSubscribers = database.prepare<[StreamId, string, number, number]>(
    `INSERT INTO subscriber_list (stream_id, user_ids, count, epoch, version)
     VALUES (?, ?, ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM subscriber_list))
     ON CONFLICT (stream_id) DO UPDATE SET user_ids = excluded.user_ids, count = excluded.count,
       epoch = excluded.epoch, version = excluded.version`,
  )
  const changeSubscribers = database.prepare<[string, number, StreamId]>(
    'UPDATE subscriber_list SET user_ids = ?, count = ? WHERE stream_id = ?',
  )
  const removeSubscribers = database.prepare<[StreamId]>('DELETE FROM subscriber_list WHERE stream_id = ?')
  const removeOldSubscribers = database.prepare<[number]>(
    `DELETE FROM subscriber_list
     WHERE stream_id NOT IN (SELECT stream_id FROM subscriber_list ORDER BY version DESC LIMIT ?)`,
  )
  return {
    reads: {
      people: () => people.all(),
      streams: () => streams.all(),
      /** Returns the stored list of a stream's subscribers; null if there is none. */
      subscribers(streamId: StreamId): SubscriberList | null {
        const row = subscribers.get(streamId)
        if (row === undefined) return null
        // This table writes the column, and a schema would take longer than all else of reading a long list.
        return { userIds: new Set(JSON.parse(row.user_ids) as UserId[]), epoch: row.epoch }
      },
      /** Returns the number of subscribers in the stored list; null if there is none. */
      subscriberCount: (streamId: StreamId) => subscriberCount.get(streamId) ?? null,
    },
    writes: {
      /** Stores the list of a stream's subscribers. The oldest lists beyond `most` are removed. */
      putSubscribers(streamId: StreamId, { userIds, epoch }: SubscriberList, most: number): void {
        putSubscribers.run(streamId, JSON.stringify([...userIds].sort((a, b) => a - b)), userIds.size, epoch)
        removeOldSubscribers.run(most)
      },
      /** Changes a stored list. Its age and its epoch remain. */
      changeSubscribers(streamId: StreamId, userIds: ReadonlySet<UserId>): void {
        changeSubscribers.run(JSON.stringify([...userIds].sort((a, b) => a - b)), userIds.size, streamId)
      },
      removeSubscribers: (streamId: StreamId) => removeSubscribers.run(streamId),
      putPerson(row: PersonRow): void {
        putPerson.run(personColumns.map((column) => row[column]))
        names.people.note(row.id)
      },
      removePerson(id: UserId): void {
        removePerson.run(id)
        names.people.note(id)
      },
      putStream(row: StreamRow): void {
        putStream.run(streamColumns.map((column) => row[column]))
        names.streams.note(row.id)
      },
      removeStream(id: StreamId): void {
        removeStream.run(id)
        names.streams.note(id)
      },
    },
  }
}
