import type { Connection } from './connection-state.ts'
import type { Failure } from './failures.ts'
import type { Settings } from './settings.ts'

/** Whether and how this installation can update itself. */
export type UpdateWay =
  /** The package has no address of releases, as in copies of the sources. */
  | { readonly kind: 'none'; readonly hindrance: 'no_address' }
  /** Skein can check for releases but not install them. */
  | {
      readonly kind: 'notify'
      readonly hindrance: 'not_signed' | 'not_installed' | 'not_moved' | 'not_writable' | 'system_package'
    }
  | { readonly kind: 'install' }

/** The updater's state. */
export type UpdateStep =
  /** No newer version is known. `checkedAt` is in UNIX milliseconds, null before the first check. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** A newer version exists, and the user decides whether to fetch it. */
  | { readonly kind: 'notified'; readonly version: string }
  /** `part` is the downloaded fraction, 0 to 1. */
  | { readonly kind: 'fetching'; readonly version: string; readonly part: number }
  /** The version is installed when Skein quits. */
  | { readonly kind: 'ready'; readonly version: string }
  /**
   * The version was fetched, but updates were turned off in the meantime: it is installed only at the user's request.
   */
  | { readonly kind: 'kept'; readonly version: string }
  /** The system stages the version; then Skein restarts as that version. */
  | { readonly kind: 'staging'; readonly version: string }
  /** The updater retries automatically. */
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface UpdateNews {
  readonly way: UpdateWay
  readonly step: UpdateStep
  /** The download page; null if the package names none. */
  readonly page: string | null
}

/** The format of times of day by an account's settings: 12 or 24 hours; `system` if the account has no setting. */
export type ClockChoice = '12' | '24' | 'system'

export interface AccountSummary {
  readonly id: string
  readonly server: string
  readonly organization: string
  readonly email: string
  readonly connection: Connection
  /** End of the server's rate limit (429) in UNIX milliseconds; null while there is none. */
  readonly rateLimitedUntil: number | null
  readonly unread: number
  readonly mentions: number
  /** The format of the account's times of day (`twenty_four_hour_time`). */
  readonly clock: ClockChoice
  /** The number of actions that the server refused and that wait for the user's decision. */
  readonly failed: number
}

/** A problem with the file that stores the accounts and settings. */
export type SettingsProblem =
  /** The file cannot be read: no account is known, and nothing is written. Skein retries. */
  | { readonly kind: 'unreadable'; readonly failure: Failure }
  /** The damaged file was kept under another name; `accounts` is the number of accounts that were recovered from it. */
  | { readonly kind: 'damaged'; readonly keptAs: string; readonly accounts: number }

/** The state of the application outside the views of its accounts. */
export interface AppState {
  readonly accounts: readonly AccountSummary[]
  readonly settingsProblem: SettingsProblem | null
  readonly settings: Settings
  /** The base address of an account's media: `{mediaBase}{accountId}/{path}`. */
  readonly mediaBase: string
  readonly platform: string
  readonly version: string
  readonly updates: UpdateNews
  /** Whether the user is at the computer; while absent, the user reads no messages. */
  readonly isUserPresent: boolean
  /** A proxy's pending request for credentials; null if there is none. */
  readonly proxyQuestion: ProxyQuestion | null
}

/** A proxy's request for credentials. */
export interface ProxyQuestion {
  readonly id: number
  /** `host:port` */
  readonly proxy: string
  /** The realm that the proxy names, as one line; may be empty. */
  readonly realm: string
  /** The user name of the previous answer, which the proxy refused; null for the first question. */
  readonly refusedName: string | null
}
