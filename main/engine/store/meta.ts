import type { MessageId, StreamId } from '../values/ids.ts'
import { z } from 'zod'
import { EpochStamps } from '../values/epoch-stamps.ts'
import type { EngineDatabase } from './file/database.ts'
import { readSettings, type Settings } from './documents/organization-settings.ts'
import { readUserSettings, type UserSettings } from './documents/user-settings.ts'

const queueSchema = z.object({
  queueId: z.string(),
  lastEventId: z.number(),
  /** The time of the last poll in UNIX milliseconds. */
  touchedAt: z.number(),
  /** The server keeps the queue for this time after the last poll. */
  lifetimeMs: z.number().default(600_000),
  /** An event could not be applied, so that a registration is needed. */
  needsResync: z.boolean().optional(),
})
const organizationSchema = z.object({
  name: z.string(),
  realmUri: z.string(),
  selfId: z.number(),
  selfRole: z.number(),
  /** The user name of Basic authentication, if an event has changed it since the last registration. */
  selfEmail: z.string().nullable(),
  featureLevel: z.number(),
  maxMessageLength: z.number(),
  maxTopicLength: z.number(),
  maxStreamName: z.number().default(60),
  maxStreamDescription: z.number().default(1024),
  longPollTimeoutSeconds: z.number(),
  maxMessageId: z.number(),
  oldUnreadsMissing: z.boolean(),
  maxUploadBytes: z.number().default(25 * 1024 * 1024),
  emojiDataUrl: z.string().default(''),
  /** It tells whether the server uses the names of the upstream protocol. */
  isUpstream: z.boolean().default(false),
})

const emojiNamesSchema = z.object({ url: z.string(), names: z.record(z.string(), z.array(z.string()).readonly()) })

/**
 * The size of the organization's files, the epoch in which the user's list was fetched completely, and the time of the
 * last fetch in UNIX milliseconds.
 */
const uploadsSchema = z.object({
  usedBytes: z.number().nullable(),
  epoch: z.number(),
  fetchedAt: z.number().nullable().catch(null),
})

/** The number of requests that revalidated, and their epoch. */
const revalidatedSchema = z.object({ epoch: z.number(), requests: z.number() })

/** Whether unreadable events need a registration, and the time at which one was last made for them (Q12). */
const unreadableSchema = z.object({ isOwed: z.boolean(), registeredAt: z.number().nullable() })

/**
 * The end of a status that the user set here: the status is cleared at `until` (UNIX milliseconds) if the server still
 * has it. `isSeen` tells whether the server's state has contained the status.
 */
const statusEndSchema = z.object({
  until: z.number(),
  text: z.string(),
  emojiType: z.string(),
  emojiCode: z.string(),
  isSeen: z.boolean(),
})

const cachePolicySchema = z.object({ keepsEverything: z.boolean(), days: z.number(), maxBytes: z.number() })
/** The extent of the cached history. `days` and `maxBytes` apply unless everything is kept. */
export type CachePolicy = z.infer<typeof cachePolicySchema>

/** Whether the fetches of whole histories are paused, and their limit in kB/s, null without one. */
const historyRunSchema = z.object({ isPaused: z.boolean(), rate: z.number().min(1).nullable().default(null) })

const usualHistoryRun: z.infer<typeof historyRunSchema> = { isPaused: false, rate: null }

const defaultCachePolicy: CachePolicy = { keepsEverything: false, days: 90, maxBytes: 2_000_000_000 }

/** The event queue of the stored state (Q1). */
export type StoredQueue = z.infer<typeof queueSchema>

/** The pending registration for unreadable events. Times are in UNIX milliseconds. */
export type UnreadableState = z.infer<typeof unreadableSchema>

/** The end of the own status. */
export type StatusEnd = z.infer<typeof statusEndSchema>

/** The organization and the own account, as far as the engine needs them. */
export type Organization = z.infer<typeof organizationSchema>

/** The table of single values, and those of epochs and subscriptions. */
export function metaTable(database: EngineDatabase) {
  const get = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
  const set = database.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare('DELETE FROM meta WHERE key = ?')
  const currentEpoch = database.prepare<[], { number: number }>('SELECT max(number) AS number FROM epoch')
  const beginEpoch = database.prepare('INSERT INTO epoch (number, high) VALUES (?, ?)')
  const raise = database.prepare('UPDATE epoch SET high = max(high, ?) WHERE number = ?')
  const highs = database.prepare<[], { number: number; high: number }>('SELECT number, high FROM epoch')

  const noteJoin = database.prepare(
    'INSERT INTO stream_join (stream_id, joins) VALUES (?, 1) ON CONFLICT (stream_id) DO UPDATE SET joins = joins + 1',
  )
  const joins = database.prepare<[], { stream_id: StreamId; joins: number }>('SELECT stream_id, joins FROM stream_join')
  const forgetJoins = database.prepare('DELETE FROM stream_join')

  /** The parsed values by key, because most are read far more often than they change. */
  const known = new Map<string, { readonly text: string; readonly value: unknown }>()

  function read<T>(key: string, schema: z.ZodType<T>): T | undefined {
    const row = get.get(key)
    if (row === undefined) return undefined
    const last = known.get(key)
    if (last?.text === row.value) return last.value as T | undefined // each key has one schema
    const parsed = schema.safeParse(JSON.parse(row.value))
    const value = parsed.success ? parsed.data : undefined
    known.set(key, { text: row.value, value })
    return value
  }
  return {
    reads: {
      queue: () => read('queue', queueSchema),
      organization: () => read('organization', organizationSchema),
      /** Returns the settings of the organization and its server. */
      settings: () => readSettings(read('settings', z.unknown())),
      userSettings: () => readUserSettings(read('user_settings', z.unknown())),
      /** Returns the server's emoji names by code, and their address. */
      emojiNames: () => read('emoji_names', emojiNamesSchema),
      /** Returns the extent of the cached history. */
      cachePolicy: () => read('cache_policy', cachePolicySchema) ?? defaultCachePolicy,
      /** Returns whether the fetches of whole histories are paused, and their limit. */
      historyRun: () => read('history_run', historyRunSchema) ?? usualHistoryRun,
      /** Messages below this id were evicted and are not fetched in the background. */
      evictedBelow: () => read('evicted_below', z.number()) ?? 0,
      /** Messages below this id have the content of an earlier version; null if there are none. */
      renewalBelow: () => read('renewal_below', z.number()) ?? null,
      revalidated: () => read('revalidated', revalidatedSchema) ?? { epoch: 0, requests: 0 },
      unreadableEvents: () => read('unreadable_events', unreadableSchema) ?? { isOwed: false, registeredAt: null },
      /** Returns the end of the own status; null if it stays. */
      statusEnd: () => read('status_end', statusEndSchema) ?? null,
      uploads: () => read('uploads', uploadsSchema) ?? { usedBytes: null, epoch: 0, fetchedAt: null },
      /** Returns the time of the last housekeeping in UNIX milliseconds; 0 if there was none. */
      tidiedAt: () => read('tidied_at', z.number()) ?? 0,
      /** Returns the newest message that caused a notification or was too old for one. */
      lastNotifiedId: () => read('last_notified_id', z.number()) ?? 0,
      /** Returns the current epoch, which is 0 before the first registration. */
      epoch: () => currentEpoch.get()?.number ?? 0,
      /** Returns the stamps of the current epoch, which tell whether a row is verified. */
      epochStamps: () =>
        new EpochStamps(currentEpoch.get()?.number ?? 0, new Map(joins.all().map((row) => [row.stream_id, row.joins]))),
      epochHighs: () => new Map(highs.all().map((row) => [row.number, row.high])),
    },
    writes: {
      setQueue: (queue: StoredQueue) => set.run('queue', JSON.stringify(queue)),
      forgetQueue: () => remove.run('queue'),
      setOrganization: (organization: Organization) => set.run('organization', JSON.stringify(organization)),
      setSettings: (settings: Settings) => set.run('settings', JSON.stringify(settings)),
      setUserSettings: (settings: UserSettings) => set.run('user_settings', JSON.stringify(settings)),
      setEmojiNames: (names: z.infer<typeof emojiNamesSchema>) => set.run('emoji_names', JSON.stringify(names)),
      setCachePolicy: (policy: CachePolicy) => set.run('cache_policy', JSON.stringify(policy)),
      setHistoryRun: (run: z.infer<typeof historyRunSchema>) => set.run('history_run', JSON.stringify(run)),
      setEvictedBelow: (id: number) => set.run('evicted_below', JSON.stringify(id)),
      setRenewalBelow: (id: number | null) =>
        id === null ? remove.run('renewal_below') : set.run('renewal_below', JSON.stringify(id)),
      setRevalidated: (revalidated: z.infer<typeof revalidatedSchema>) =>
        set.run('revalidated', JSON.stringify(revalidated)),
      setUnreadableEvents: (state: UnreadableState) => set.run('unreadable_events', JSON.stringify(state)),
      setStatusEnd: (end: StatusEnd | null) =>
        end === null ? remove.run('status_end') : set.run('status_end', JSON.stringify(end)),
      setUploads: (uploads: z.infer<typeof uploadsSchema>) => set.run('uploads', JSON.stringify(uploads)),
      setTidiedAt: (at: number) => set.run('tidied_at', JSON.stringify(at)),
      setLastNotifiedId: (id: number) => set.run('last_notified_id', JSON.stringify(id)),
      /** Ends the current epoch: `high` becomes the upper end of every live range. */
      beginEpoch(high: number): number {
        const number = (currentEpoch.get()?.number ?? 0) + 1
        beginEpoch.run(number, high)
        forgetJoins.run()
        return number
      },
      /** Records a message that the current queue has delivered. */
      raiseEpoch: (epoch: number, messageId: MessageId) => raise.run(messageId, epoch),
      /** Records a subscription to a stream. */
      noteJoin: (streamId: StreamId) => noteJoin.run(streamId),
    },
  }
}
