import type { Connection } from './connection-state.ts'
import type { Settings } from './settings.ts'

/** How this installation comes to a new version. */
export type UpdateWay =
  /** Its package names no address where releases are; copies of the sources name none. */
  | { readonly kind: 'none'; readonly hindrance: 'no_address' }
  /** It can look for releases, and not install them. */
  | {
      readonly kind: 'tell'
      readonly hindrance: 'not_signed' | 'not_installed' | 'not_moved' | 'not_writable' | 'system_package'
    }
  | { readonly kind: 'install' }

export type UpdateStep =
  /** No newer version is known; `checkedAt` in UNIX milliseconds, null before the first question. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** There is a newer version, and it is the user's turn. */
  | { readonly kind: 'told'; readonly version: string }
  /** `part`: how much has come, 0 to 1. */
  | { readonly kind: 'fetching'; readonly version: string; readonly part: number }
  /** It is installed when the program ends. */
  | { readonly kind: 'ready'; readonly version: string }
  /** It is tried again by itself. */
  | { readonly kind: 'failed'; readonly sentence: string }

export interface UpdateNews {
  readonly way: UpdateWay
  readonly step: UpdateStep
  /** Where people find packages; null where the package does not say it. */
  readonly page: string | null
}

export interface AccountSummary {
  readonly id: string
  readonly server: string
  readonly organization: string
  readonly email: string
  readonly connection: Connection
  /** The server asks the whole account to wait until then (429), UNIX milliseconds; null where it does not. */
  readonly heldUntil: number | null
  readonly unread: number
  readonly mentions: number
  /** Actions that were refused and wait for the user. */
  readonly failed: number
}

/** What is wrong with the file that holds the accounts and settings (C6). */
export type SettingsProblem =
  /** Nothing is known of the accounts, and nothing is written. It is tried again; `reason` is for people. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It is kept under another name; so many accounts could be read of it. */
  | { readonly kind: 'damaged'; readonly keptAs: string; readonly accounts: number }

/** Everything outside the accounts' views. */
export interface AppState {
  readonly accounts: readonly AccountSummary[]
  readonly settingsProblem: SettingsProblem | null
  readonly settings: Settings
  /** Address under which pictures of an account stand: `{mediaBase}{accountId}/{path}`. */
  readonly mediaBase: string
  readonly platform: string
  readonly version: string
  readonly updates: UpdateNews
  /** A proxy that wants a name and a password; null while none does. */
  readonly proxyQuestion: ProxyQuestion | null
}

/** What a proxy wants to know before it lets Skein through. */
export interface ProxyQuestion {
  readonly id: number
  /** `host:port` */
  readonly proxy: string
  /** What the proxy calls itself, as one line; may be empty. */
  readonly realm: string
  /** The name of the last answer, which it did not take; null where this is the first question. */
  readonly refusedName: string | null
}
