import type { Connection } from './connection-state.ts'
import type { Failure } from './failures.ts'
import type { Settings } from './settings.ts'

/** Whether and how this installation can update itself. */
export type UpdateWay =
  /** The package names no address of releases, as in copies of the sources. */
  | { readonly kind: 'none'; readonly hindrance: 'no_address' }
  /** Skein can look for releases but not install them. */
  | {
      readonly kind: 'tell'
      readonly hindrance: 'not_signed' | 'not_installed' | 'not_moved' | 'not_writable' | 'system_package'
    }
  | { readonly kind: 'install' }

/** What the updater is doing. */
export type UpdateStep =
  /** No newer version is known. `checkedAt` is in UNIX milliseconds, null before the first check. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** There is a newer version, and the user decides what to do. */
  | { readonly kind: 'told'; readonly version: string }
  /** `part` is the fraction that was downloaded, 0 to 1. */
  | { readonly kind: 'fetching'; readonly version: string; readonly part: number }
  /** The version is installed when Skein quits. */
  | { readonly kind: 'ready'; readonly version: string }
  /** The version was fetched, and is installed at the user's request alone: updates were turned off in the meantime. */
  | { readonly kind: 'kept'; readonly version: string }
  /** The system takes the version over, then Skein restarts as it. */
  | { readonly kind: 'staging'; readonly version: string }
  /** The updater retries by itself. */
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface UpdateNews {
  readonly way: UpdateWay
  readonly step: UpdateStep
  /** The download page; null if the package names none. */
  readonly page: string | null
}

/** Whether times of day have 12 or 24 hours, by an account's settings; `system` where it has no choice. */
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
  /** How the account's times of day are written (`twenty_four_hour_time`). */
  readonly clock: ClockChoice
  /** Actions that the server refused, and about which the user has to decide. */
  readonly failed: number
}

/** What is wrong with the file that holds the accounts and settings. */
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
  /** Base address of an account's pictures: `{mediaBase}{accountId}/{path}`. */
  readonly mediaBase: string
  readonly platform: string
  readonly version: string
  readonly updates: UpdateNews
  /** Whether the user is at the computer; an absent user reads nothing. */
  readonly isUserPresent: boolean
  /** A proxy that asks for a name and a password; null while none does. */
  readonly proxyQuestion: ProxyQuestion | null
}

/** A proxy's request for credentials. */
export interface ProxyQuestion {
  readonly id: number
  /** `host:port` */
  readonly proxy: string
  /** The proxy's name for itself, as one line; may be empty. */
  readonly realm: string
  /** The name of the previous answer, which the proxy refused; null for the first question. */
  readonly refusedName: string | null
}
