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
  /** null: the organization's setting; -1: forever. */
  message_retention_days: number | null
  first_message_id: number | null
  name_key: string
  is_archived: number
  is_default: number
  can_remove_subscribers_group: number
  /** null if unknown. */
  creator_id: number | null
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

/** The fields of a stream that can be changed individually. */
export type StreamChange = Partial<
  Omit<StreamRow, 'id' | 'date_created' | 'name_key' | 'first_message_id' | 'creator_id'>
>

export interface NewStream {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly dateCreated: number
  readonly inviteOnly?: boolean
  readonly isWebPublic?: boolean
  readonly historyPublic?: boolean
  readonly postPolicy?: number
  readonly retentionDays?: number | null
  readonly removeSubscribersGroup?: number
  readonly isDefault?: boolean
  readonly creatorId?: number
}

/** Streams and their subscriptions, cached in memory, since every message reads both. */
export function streamTable(database: ServerDatabase) {
  const byId = database.prepare<[number], StreamRow>('SELECT * FROM stream WHERE id = ?')
  const every = database.prepare<[], StreamRow>('SELECT * FROM stream')
  const subscriptionsOf = database.prepare<[number], SubscriptionRow>('SELECT * FROM subscription WHERE user_id = ?')
  const subscribers = database.prepare<[number], { user_id: number }>(
    `SELECT s.user_id FROM subscription s JOIN user u ON u.id = s.user_id
     WHERE s.stream_id = ? AND s.is_active = 1 AND u.is_active = 1 ORDER BY s.user_id`,
  )
  const insert = database.prepare(
    `INSERT INTO stream (name, name_key, description, rendered_description, date_created, invite_only, is_web_public,
       history_public_to_subscribers, stream_post_policy, message_retention_days, can_remove_subscribers_group, is_default,
       creator_id)
     VALUES (@name, @nameKey, @description, @renderedDescription, @dateCreated, @inviteOnly, @isWebPublic,
       @historyPublic, @postPolicy, @retentionDays, @removeSubscribersGroup, @isDefault,
       @creatorId)`,
  )
  const subscribe = database.prepare(
    `INSERT INTO subscription (user_id, stream_id, color, is_muted, pin_to_top) VALUES (@userId, @streamId, @color, @isMuted, @pinToTop)
     ON CONFLICT (user_id, stream_id) DO UPDATE SET is_active = 1`,
  )
  const unsubscribe = database.prepare('UPDATE subscription SET is_active = 0 WHERE user_id = ? AND stream_id = ?')
  const setFirst = database.prepare('UPDATE stream SET first_message_id = ? WHERE id = ? AND first_message_id IS NULL')
  const findFirst = database.prepare(
    `UPDATE stream SET first_message_id = (SELECT min(m.id) FROM message m JOIN recipient r ON r.id = m.recipient_id
       WHERE r.stream_id = @id) WHERE id = @id`,
  )

  const newest = database.prepare<[number], { timestamp: number }>(
    `SELECT m.timestamp FROM recipient r JOIN message m ON m.recipient_id = r.id
     WHERE r.stream_id = ? ORDER BY m.id DESC LIMIT 1`,
  )

  let rows: Map<number, StreamRow> | undefined
  let names: Map<string, StreamRow> | undefined
  let sorted: readonly StreamRow[] | undefined
  let isTouched = false
  const subscriptionsByUser = new Map<number, Map<number, SubscriptionRow>>()
  const subscribersByStream = new Map<number, readonly number[]>()

  function loaded(): Map<number, StreamRow> {
    rows ??= new Map(every.all().map((row) => [row.id, row]))
    return rows
  }

  function reload(id: number): void {
    isTouched = true
    const row = byId.get(id)
    if (row !== undefined) loaded().set(id, row)
    names = undefined
    sorted = undefined
  }

  function subscriptionMap(userId: number): Map<number, SubscriptionRow> {
    let found = subscriptionsByUser.get(userId)
    if (found === undefined) {
      found = new Map(subscriptionsOf.all(userId).map((row) => [row.stream_id, row]))
      subscriptionsByUser.set(userId, found)
    }
    return found
  }

  function membershipChanged(userId: number, streamId: number): void {
    isTouched = true
    subscriptionsByUser.delete(userId)
    subscribersByStream.delete(streamId)
  }

  return {
    get: (id: number) => loaded().get(id),
    /** Finds a stream by its name, case-insensitively (wire-protocol.md §2.7). */
    byName(name: string): StreamRow | undefined {
      names ??= new Map([...loaded().values()].map((row) => [row.name_key, row]))
      return names.get(name.toLowerCase())
    },
    /** Streams that are not archived, by name. */
    all(): readonly StreamRow[] {
      sorted ??= [...loaded().values()]
        .filter((row) => row.is_archived === 0)
        .sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
      return sorted
    },
    withArchived: (): readonly StreamRow[] => [...loaded().values()],
    subscription: (userId: number, streamId: number) => subscriptionMap(userId).get(streamId),
    /** Returns the subscriptions of a user, former ones included (`is_active` 0). */
    subscriptions: (userId: number): readonly SubscriptionRow[] => [...subscriptionMap(userId).values()],
    /** Ids of the active users who subscribe, ascending. */
    subscribers(streamId: number): readonly number[] {
      let found = subscribersByStream.get(streamId)
      if (found === undefined) {
        found = subscribers.all(streamId).map((row) => row.user_id)
        subscribersByStream.set(streamId, found)
      }
      return found
    },
    add(stream: NewStream): number {
      const inviteOnly = stream.inviteOnly === true ? 1 : 0
      const result = insert.run({
        name: stream.name,
        nameKey: stream.name.toLowerCase(),
        description: stream.description,
        renderedDescription: stream.renderedDescription,
        dateCreated: stream.dateCreated,
        inviteOnly,
        isWebPublic: stream.isWebPublic === true ? 1 : 0,
        historyPublic: Number(stream.historyPublic ?? inviteOnly === 0),
        postPolicy: stream.postPolicy ?? 1,
        retentionDays: stream.retentionDays ?? null,
        removeSubscribersGroup: stream.removeSubscribersGroup ?? 2,
        isDefault: stream.isDefault === true ? 1 : 0,
        creatorId: stream.creatorId ?? null,
      })
      const id = Number(result.lastInsertRowid)
      reload(id)
      return id
    },
    change(id: number, change: StreamChange): void {
      const values = { ...change, ...(change.name === undefined ? {} : { name_key: change.name.toLowerCase() }) }
      const columns = Object.keys(values)
      if (columns.length === 0) return
      database
        .prepare(`UPDATE stream SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
        .run({ ...values, id })
      reload(id)
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
      membershipChanged(userId, streamId)
    },
    unsubscribe(userId: number, streamId: number): void {
      unsubscribe.run(userId, streamId)
      membershipChanged(userId, streamId)
    },
    /** Sets one of the user's personal settings of a stream. */
    setProperty(userId: number, streamId: number, property: SubscriptionProperty, value: string | number): void {
      database
        .prepare(`UPDATE subscription SET ${property} = ? WHERE user_id = ? AND stream_id = ?`)
        .run(value, userId, streamId)
      isTouched = true
      subscriptionsByUser.delete(userId)
    },
    noteFirstMessage(streamId: number, messageId: number): void {
      if (loaded().get(streamId)?.first_message_id !== null) return
      setFirst.run(messageId, streamId)
      reload(streamId)
    },
    /** Returns the time of the newest message in UNIX seconds; undefined if there is none. */
    newestMessageTime: (streamId: number) => newest.get(streamId)?.timestamp,
    /** Updates the first message id after messages were deleted or moved. */
    findFirstMessage(streamId: number): void {
      findFirst.run({ id: streamId })
      reload(streamId)
    },
    /** Invalidates the cached subscribers after a user was activated or deactivated. */
    forgetSubscribers(): void {
      isTouched = true
      subscribersByStream.clear()
    },
    /** Reloads the in-memory cache after a rollback, unless the change did not touch streams. */
    forget(options: { evenUntouched?: boolean } = {}): void {
      if (!isTouched && options.evenUntouched !== true) return
      isTouched = false
      rows = undefined
      names = undefined
      sorted = undefined
      subscriptionsByUser.clear()
      subscribersByStream.clear()
    },
  }
}

export type StreamTable = ReturnType<typeof streamTable>
