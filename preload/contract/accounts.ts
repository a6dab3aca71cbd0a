import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { DiskProblem, Failure } from './base/failures.ts'
import { accountIdSchema, type ConversationTitle } from './base/values.ts'
import type { ActionName, OutboxItem, WaitReason } from './outbox.ts'

export interface AccountSummary {
  readonly id: string
  readonly server: string
  readonly organization: string
  readonly email: string
  /** The user's own name; null until the organization's people are known. */
  readonly name: string | null
  readonly connection: Connection
  /** End of the server's rate limit (429) in UNIX milliseconds; null while there is none. */
  readonly rateLimitedUntil: number | null
  readonly unread: number
  readonly mentions: number
  /** The format of the account's times of day (`twenty_four_hour_time`). */
  readonly clock: ClockChoice
  /** The organization's word for its streams. */
  readonly word: StreamWord
  /** The number of actions that the server refused and that wait for the user's decision. */
  readonly failed: number
  /** The number of messages that are pending, failed or may not have arrived. */
  readonly unsent: number
}

/** The format of times of day by an account's settings: 12 or 24 hours; `system` if the account has no setting. */
export type ClockChoice = '12' | '24' | 'system'

/** The organization's word for its streams: servers say `channel` from feature level 255 on. */
export type StreamWord = 'stream' | 'channel'

/** The server's description of itself, available before sign-in. */
export interface DiscoveredServer {
  readonly url: string
  readonly name: string
  readonly acceptsPassword: boolean
}

/** The outcome of a request to retry now. */
export type RetryOutcome =
  | { readonly kind: 'trying' }
  /** The server's rate limit lasts until `until`, UNIX milliseconds; an earlier request would extend it. */
  | { readonly kind: 'rate_limited'; readonly until: number }
  /** The account has no key. */
  | { readonly kind: 'no_key' }

/** The policy of the cache: the part of the past that it stores. */
export interface CachePolicy {
  /** Whether all messages of the past are fetched and stored. */
  readonly keepsEverything: boolean
  readonly days: number
  readonly maxBytes: number
}

/** The state of an account's connection to its server. A `reason` is null if the server gave none. */
export type Connection =
  | { readonly state: 'starting' }
  | { readonly state: 'online' }
  | { readonly state: 'catching_up' }
  /** `retryAt` is UNIX time in milliseconds; null during an attempt. */
  | {
      readonly state: 'offline'
      readonly reason: Failure | null
      readonly retryAt: number | null
      /** Absent if the network is the cause. */
      readonly cause?:
        | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'slow_down' | 'internal' }
        | { readonly kind: 'disk'; readonly problem: DiskProblem }
    }
  | { readonly state: 'waiting_for_keychain' }
  | { readonly state: 'signed_out'; readonly reason: Failure | null }
  /** `isFailing`: Skein's own part for the account failed repeatedly and was given up. */
  | { readonly state: 'refused'; readonly reason: Failure | null; readonly isFailing?: true }

/** Failed attempts. */
export interface Tries {
  /** The number of failures since the account was started. */
  readonly count: number
  /** The time of the last attempt, possibly in an earlier run, UNIX milliseconds; null if there was none. */
  readonly lastAt: number | null
  /** The failure of the last attempt; null if it is unknown. */
  readonly failure: FailureNote | null
}

/** The failure of an attempt. `reason` is null if the server gave none. */
export interface FailureNote {
  readonly kind:
    | 'network'
    | 'server_away'
    | 'server_trouble'
    | 'slow_down'
    | 'internal'
    | 'disk'
    | 'signed_out'
    | 'refused'
    | 'aborted'
    | 'queue_lost'
    | 'no_key'
  readonly reason: Failure | null
}

/** A pending entry of the panel of connections; times are UNIX milliseconds. */
interface Waiting {
  readonly key: string
  /** The beginning of the wait; null if it is unknown. */
  readonly since: number | null
  /** The reason of the wait; null while the work proceeds. */
  readonly reason: WaitReason | null
  readonly tries: Tries
  /**
   * The time of the next attempt; null while the work proceeds, behind another entry, and if only the user can end the
   * wait.
   */
  readonly nextTryAt: number | null
}

/** A file of a pending action. */
export interface WaitingFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The number of sent bytes; `size` if the server has the whole file. */
  readonly sent: number
  readonly state: 'waiting' | 'uploading' | 'uploaded'
}

/** A pending action of the outbox. */
export interface WaitingAction extends Waiting {
  readonly kind: 'waiting_action'
  readonly localId: string
  readonly what: ActionName
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  readonly state: OutboxItem['state']
  /** The first few files. */
  readonly files: readonly WaitingFile[]
  readonly fileCount: number
}

/** Work that the account does without a request of the user. */
export interface WaitingWork extends Waiting {
  readonly kind: 'waiting_work'
  readonly work:
    /**
     * Missed messages are fetched: `done` of `total` streams and direct conversations. `total` is 0 until it is known.
     */
    | { readonly kind: 'missed'; readonly done: number; readonly total: number }
    /** Messages that may have changed during an absence are fetched again, where the user reads. */
    | { readonly kind: 'changed' }
    /** The flags of messages, such as read and starred, are fetched again. */
    | { readonly kind: 'flags'; readonly count: number }
    /** Drafts whose present state the server does not have. */
    | { readonly kind: 'drafts'; readonly count: number }
}

export interface ConnectionMeta {
  readonly connection: Connection
  /** The beginning of this state, UNIX milliseconds, as all times here. */
  readonly since: number
  /** The end of the account's rate limit (429); null if there is none. */
  readonly rateLimitedUntil: number | null
  /** The time of the server's last answer; null if there was none. */
  readonly reachedAt: number | null
  /** The failed attempts since then. */
  readonly tries: Tries
  /** The time of the next attempt; null during one, and if only the user can end the wait. */
  readonly nextTryAt: number | null
  /** The number of all entries, including those beyond the loaded rows. */
  readonly total: number
  /** The number of refused entries, which wait for the user. */
  readonly failed: number
  /** The beginning of the longest wait of an action; null if none is pending. */
  readonly oldestAt: number | null
  /** The time since which everything is sent and up to date; null while it is not. */
  readonly quietSince: number | null
  /**
   * Whether more messages may have changed during an absence than are fetched automatically; the others are fetched
   * when the user opens them.
   */
  readonly hasStale: boolean
  /** The counts of the organization's data on this disk. */
  readonly known: Known
  /** False until the first registration is stored completely. */
  readonly isRegistered: boolean
}

/** The counts of data on this disk. */
export interface Known {
  readonly people: number
  readonly streams: number
  /** The number of unread messages. */
  readonly unread: number
}

/** The accounts of this installation, and the connection of each. */
export const accounts = {
  views: {
    /** The state of the connection, and everything that is pending. */
    connection: {
      query: z.strictObject({ type: z.literal('connection') }),
      item: typeOf<WaitingAction | WaitingWork>(),
      meta: typeOf<ConnectionMeta>(),
    },
  },
  calls: {
    'accounts.discover': {
      to: 'main',
      input: z.strictObject({ server: z.string().max(2000) }),
      output: typeOf<DiscoveredServer>(),
    },
    'accounts.signIn': {
      to: 'main',
      input: z.strictObject({
        server: z.string().max(2000),
        email: z.string().min(1).max(500),
        secret: z.string().min(1).max(1000),
        secretKind: z.enum(['password', 'api_key']),
      }),
      output: typeOf<{ readonly accountId: string; readonly keyIsStored: boolean }>(),
    },
    'accounts.signOut': { to: 'main', input: z.strictObject({ accountId: accountIdSchema }), output: typeOf<null>() },
    /** Stores the order of the accounts; unnamed ones are last. */
    'accounts.arrange': {
      to: 'main',
      input: z.strictObject({
        accountIds: z.array(accountIdSchema).max(clientLimits.arrangedAccounts.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    /** Ends the delays between retries. It does not end a rate limit of the server (`RetryOutcome`). */
    'accounts.retry': {
      to: 'main',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<RetryOutcome>(),
    },
    /** Changes the given parts of the policy. Answers the whole policy. */
    'cache.policy': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        keepsEverything: z.boolean().optional(),
        days: z.number().int().min(1).max(36_500).optional(),
        maxBytes: z.number().int().min(10_000_000).max(1_000_000_000_000).optional(),
      }),
      output: typeOf<CachePolicy>(),
    },
  },
} as const satisfies ResourceContract

/** The reasons for which a sign-in fails. */
export interface SignInFailures {
  BAD_ADDRESS: { readonly problem: 'empty' | 'malformed' | 'scheme' | 'has_password' | 'not_encrypted' | 'not_origin' }
  UNREACHABLE: { readonly cause: Failure }
  MOVED: { readonly origin: string }
  LOGIN_PAGE: null
  /** `waitSeconds` is null if the server named no time. */
  RATE_LIMIT_HIT: { readonly isPassword: boolean; readonly waitSeconds: number | null }
  /** `status` is the HTTP status. */
  BEHIND_A_LOGIN: { readonly status: number }
  NO_PASSWORD_CALL: { readonly status: number }
  NOT_A_SERVER: null
  WRONG_PASSWORD: null
  WRONG_KEY: null
  USER_DEACTIVATED: null
  REALM_DEACTIVATED: null
  PASSWORD_AUTH_DISABLED: null
  PASSWORD_RESET_REQUIRED: { readonly origin: string }
  NONEXISTENT_SUBDOMAIN: { readonly origin: string }
  /** `name` is the missing field; null if the server names none. */
  REQUEST_NOT_UNDERSTOOD: { readonly name: string | null }
  SERVER_NOT_READY: null
  SERVER_AWAY: { readonly status: number }
  SERVER_TROUBLE: { readonly status: number }
  /** `serverText` is one bounded line of the server; empty if it gave no reason. */
  REFUSED: { readonly serverText: string }
  /** `level` and `needed` are feature levels. */
  TOO_OLD: { readonly level: number; readonly needed: number }
  INCOMPATIBLE: null
  /** Several organizations share `host`. */
  NO_ORGANIZATION: { readonly host: string }
}

/** The failures of an account or its engine. */
export interface AccountFailures {
  CLOSED: null
  ENGINE_RESTARTING: null
  ENGINE_RESTARTED: null
  /** The engine could not start, for a reason other than the disk; it is restarted. */
  ENGINE_START: null
  ENGINE_FAILED: { readonly times: number }
  /** `detail` is the system's text. */
  FOLDER_UNUSABLE: { readonly detail: string }
  NEWER_DATABASE: null
  LOCKED_DATABASE: null
  READ_ONLY_DATABASE: null
  DISK_FULL: null
  CORRUPT_DATABASE: null
  /** `detail` is SQLite's text. */
  UNUSABLE_DATABASE: { readonly detail: string }
  KEY_NOT_IN_KEYCHAIN: null
  KEYCHAIN_MISSING: null
  KEYCHAIN_LOCKED: null
  /** The system library for access to the keychain cannot be loaded; `library` is null if its name is unknown. */
  KEYCHAIN_LIBRARY_MISSING: { readonly library: string | null }
  /** `detail` is the keychain's text. */
  KEYCHAIN_SILENT: { readonly detail: string }
}

/** The failures of the connection, by the server's answers. */
export interface ConnectionFailures {
  SLOW_DOWN: null
  SERVER_INTERNAL: null
  NOT_OF_SERVICE: null
  /** Only a proxy in front of the server answers. */
  PROXY_ANSWERS: null
  KEY_REFUSED: null
  NOT_SUPPORTED: null
  /** The server gave no reason. */
  SERVER_REFUSED: null
  /** The answer was malformed. `detail` is for the log. */
  ANSWER_UNREADABLE: { readonly detail: string }
  ABORTED: null
  /** `lacks` is the missing part of the registration; empty if it is unknown. */
  INCOMPLETE_REGISTRATION: { readonly lacks: string }
}

declare module './base/failures.ts' {
  interface FailureValues extends SignInFailures, AccountFailures, ConnectionFailures {}
}
