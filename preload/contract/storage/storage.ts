import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import type { Failure } from '../base/failures.ts'
import { accountIdSchema, streamIdSchema } from '../base/values.ts'
import type { CachePolicy } from '../accounts.ts'
import type { StreamPrivacy } from '../streams.ts'

const directSchema = z.strictObject({ kind: z.literal('direct_all') }).readonly()
const streamSchema = z.strictObject({ kind: z.literal('stream'), streamId: streamIdSchema }).readonly()
const containerSchema = z.discriminatedUnion('kind', [directSchema, streamSchema])
const scopeSchema = z.discriminatedUnion('kind', [
  directSchema,
  streamSchema,
  z.strictObject({ kind: z.literal('organization') }).readonly(),
])

/** What has a history of its own on this computer: a stream, or all direct messages. */
export type HistoryContainer = z.output<typeof containerSchema>

/** A container, or all of those that the account reads. */
export type HistoryScope = z.output<typeof scopeSchema>

/** How much of the past is kept: the newest days, everything, or as much as of the organization. */
export type HistoryChoice = number | 'everything' | 'organization'

/** How far back a container is on this computer without a gap. `at` is in UNIX milliseconds. */
export type HistoryReach =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'since'; readonly at: number }
  /** Down to the first message. */
  | { readonly kind: 'everything' }

/** The state of the fetch of a container's whole history. `fraction` is estimated, from 0 to 1; null if unknown. */
export type HistoryFetchStatus =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly fraction: number | null }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** A stream, or all direct messages, in the list of what is stored on this computer. */
export interface HistoryItem {
  readonly key: string
  readonly kind: 'history'
  readonly container: HistoryContainer
  /** The stream; null for direct messages. */
  readonly stream: {
    readonly id: StreamId
    readonly name: string
    readonly color: string
    readonly privacy: StreamPrivacy
  } | null
  /** The number of stored messages; null until they are counted. */
  readonly messages: number | null
  readonly reach: HistoryReach
  /**
   * Null if events keep it up to date. Without a subscription what is stored is a copy of that time, UNIX milliseconds;
   * `at` is null if that is unknown or nothing was fetched.
   */
  readonly copy: { readonly at: number | null } | null
  readonly keeps: HistoryChoice
  /** Null if its whole history is not being fetched. */
  readonly fetch: HistoryFetchStatus | null
}

/** Why the fetch of whole histories makes no progress at the moment. */
export type HistoryTrouble =
  /** The server cannot be reached, or missed messages are fetched first. */
  | { readonly kind: 'connection' }
  /** The server's rate limit lasts until `until`, UNIX milliseconds. */
  | { readonly kind: 'rate_limited'; readonly until: number }
  /** The last request failed. It is repeated automatically unless `needsUser`. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly needsUser: boolean }

/** The progress of the fetches of whole histories. */
export interface HistoryRun {
  readonly isPaused: boolean
  /** The limit of the bytes that are fetched, in kB/s; null without one. */
  readonly rate: number | null
  /** The number of containers that are fetched or wait for it. */
  readonly waiting: number
  readonly done: number
  readonly failed: number
  /** The number of messages that have been fetched. */
  readonly messages: number
  /** The name of the stream that is fetched; null for direct messages, and if none is. */
  readonly streamName: string | null
  /** How far back the fetched container is, in UNIX milliseconds; null if unknown. */
  readonly reachedAt: number | null
  /** The estimated part of all containers that is done, from 0 to 1; null if unknown. */
  readonly fraction: number | null
  /** The estimated time that is left in milliseconds; null if unknown. */
  readonly leftMs: number | null
  /** Null while it makes progress, and while it is paused. */
  readonly trouble: HistoryTrouble | null
}

/** What is stored of the organization on this computer. */
export interface StorageMeta {
  /** The number of stored messages; null until they are counted. */
  readonly messages: number | null
  /** The bytes of messages and of the lists of people and streams, without the search index. */
  readonly bytes: number
  /** The bytes of the search index; null if unknown. */
  readonly indexBytes: number | null
  /** The number of stored messages that are older than what is kept. */
  readonly surplus: number
  readonly policy: CachePolicy
  /** Null if no history was asked for. */
  readonly run: HistoryRun | null
  /** The number of streams and direct messages, and of those that were found. */
  readonly total: number
  readonly found: number
  readonly hasMore: boolean
}

/** The files of an account on this computer. */
export interface DiskUse {
  /** The stored images of the account. */
  readonly files: { readonly count: number; readonly bytes: number }
  /** The bytes of all accounts on this computer, with their databases. */
  readonly allBytes: number
  /** The number of accounts. */
  readonly accounts: number
}

/** What is stored on this computer, how much of the past is kept, and the fetch of whole histories. */
export const storage = {
  views: {
    /** The storage of the account's organization, and its containers whose names match. */
    storage: {
      query: z.strictObject({ type: z.literal('storage'), text: z.string().max(clientLimits.nameQuery.most) }),
      item: typeOf<HistoryItem>(),
      meta: typeOf<StorageMeta>(),
    },
  },
  calls: {
    /** Sets how much of a container's past is kept. A fetch of its whole history ends unless everything is kept. */
    'storage.keep': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        container: containerSchema,
        keeps: z.union([z.number().int().min(1).max(36_500), z.literal('everything'), z.literal('organization')]),
      }),
      output: typeOf<null>(),
    },
    /**
     * Begins to fetch the whole history, which is kept from then on. Answers the number of containers to fetch; 0 if
     * everything is stored already.
     */
    'storage.fetch': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, scope: scopeSchema }),
      output: typeOf<{ readonly count: number }>(),
    },
    /** Pauses or continues all fetches of whole histories, or changes their limit in kB/s, null for none. */
    'storage.run': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        isPaused: z.boolean().optional(),
        rate: z.number().int().min(1).max(1_000_000).nullable().optional(),
      }),
      output: typeOf<null>(),
    },
    /** Ends the fetch of a whole history, or dismisses an ended one. What was fetched stays. */
    'storage.cancel': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, scope: scopeSchema }),
      output: typeOf<null>(),
    },
    /** Removes stored messages that are older than what is kept. Answers their number. */
    'storage.evict': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<{ readonly count: number }>(),
    },
    /** Measures the files of the account and of all accounts. */
    'storage.disk': { to: 'main', input: z.strictObject({ accountId: accountIdSchema }), output: typeOf<DiskUse>() },
    /** Removes the stored images of the account, which are loaded again when they are shown. Answers their bytes. */
    'storage.freeFiles': {
      to: 'main',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<{ readonly bytes: number }>(),
    },
  },
} as const satisfies ResourceContract

/** The failures of fetches of whole histories. */
export interface StorageFailures {
  /** The user is not subscribed to the stream and may not read it otherwise, or it does not exist. */
  HISTORY_NOT_SUBSCRIBED: null
}

declare module '../base/failures.ts' {
  interface FailureValues extends StorageFailures {}
}
