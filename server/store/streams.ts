import type { ServerDatabase } from './database.ts'

export interface StreamRow {
  id: number
  name: string
  description: string
  rendered_description: string
  date_created: number
  invite_only: number
  is_web_public: number
  history_public_to_subscribers: number
  stream_post_policy: number
  message_retention_days: number | null
  first_message_id: number | null
}

export interface SubscriptionRow {
  user_id: number
  stream_id: number
  is_active: number
  color: string
  is_muted: number
  pin_to_top: number
  desktop_notifications: number | null
  audible_notifications: number | null
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
}

export type SubscriptionProperty = Exclude<keyof SubscriptionRow, 'user_id' | 'stream_id' | 'is_active'>

export interface NewStream {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly dateCreated: number
  readonly inviteOnly?: boolean
  readonly postPolicy?: number
}

export function streamTable(database: ServerDatabase) {
  const byId = database.prepare<[number], StreamRow>('SELECT * FROM stream WHERE id = ?')
  const byName = database.prepare<[string], StreamRow>('SELECT * FROM stream WHERE name = ?')
  const all = database.prepare<[], StreamRow>('SELECT * FROM stream ORDER BY name COLLATE NOCASE')
  const subscription = database.prepare<[number, number], SubscriptionRow>(
    'SELECT * FROM subscription WHERE user_id = ? AND stream_id = ?',
  )
  const subscriptions = database.prepare<[number], SubscriptionRow>('SELECT * FROM subscription WHERE user_id = ?')
  const subscribers = database.prepare<[number], { user_id: number }>(
    `SELECT s.user_id FROM subscription s JOIN user u ON u.id = s.user_id
     WHERE s.stream_id = ? AND s.is_active = 1 AND u.is_active = 1 ORDER BY s.user_id`,
  )
  const insert = database.prepare(
    `INSERT INTO stream (name, description, rendered_description, date_created, invite_only, history_public_to_subscribers, stream_post_policy)
     VALUES (@name, @description, @renderedDescription, @dateCreated, @inviteOnly, @historyPublic, @postPolicy)`,
  )
  const subscribe = database.prepare(
    `INSERT INTO subscription (user_id, stream_id, color, is_muted, pin_to_top) VALUES (@userId, @streamId, @color, @isMuted, @pinToTop)
     ON CONFLICT (user_id, stream_id) DO UPDATE SET is_active = 1`,
  )
  const setFirst = database.prepare('UPDATE stream SET first_message_id = ? WHERE id = ? AND first_message_id IS NULL')
  return {
    get: (id: number) => byId.get(id),
    byName: (name: string) => byName.get(name),
    all: () => all.all(),
    subscription: (userId: number, streamId: number) => subscription.get(userId, streamId),
    subscriptions: (userId: number) => subscriptions.all(userId),
    subscribers: (streamId: number) => subscribers.all(streamId).map((row) => row.user_id),
    add(stream: NewStream): number {
      const inviteOnly = stream.inviteOnly === true ? 1 : 0
      const result = insert.run({
        name: stream.name,
        description: stream.description,
        renderedDescription: stream.renderedDescription,
        dateCreated: stream.dateCreated,
        inviteOnly,
        historyPublic: inviteOnly === 1 ? 0 : 1,
        postPolicy: stream.postPolicy ?? 1,
      })
      return Number(result.lastInsertRowid)
    },
    subscribe(
      userId: number,
      streamId: number,
      options: { color: string; isMuted?: boolean; pinToTop?: boolean },
    ): void {
      subscribe.run({
        userId,
        streamId,
        color: options.color,
        isMuted: options.isMuted === true ? 1 : 0,
        pinToTop: options.pinToTop === true ? 1 : 0,
      })
    },
    /** Sets one of the reader's own settings of a stream. */
    setProperty(userId: number, streamId: number, property: SubscriptionProperty, value: string | number): void {
      database
        .prepare(`UPDATE subscription SET ${property} = ? WHERE user_id = ? AND stream_id = ?`)
        .run(value, userId, streamId)
    },
    noteFirstMessage(streamId: number, messageId: number): void {
      setFirst.run(messageId, streamId)
    },
  }
}

export type StreamTable = ReturnType<typeof streamTable>
