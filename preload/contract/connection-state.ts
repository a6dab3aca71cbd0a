import type { Failure } from './failures.ts'

/** How an account stands towards its server; the state line draws it. A `reason` is null if the server gave none. */
export type Connection =
  | { readonly state: 'starting' }
  | { readonly state: 'online' }
  | { readonly state: 'catching_up' }
  /** `retryAt` is UNIX time in milliseconds, null while a try is under way. */
  | {
      readonly state: 'offline'
      readonly reason: Failure | null
      readonly retryAt: number | null
      /** Absent where the network is the cause. */
      readonly cause?:
        | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'slow_down' | 'internal' }
        | { readonly kind: 'disk'; readonly problem: DiskProblem }
    }
  | { readonly state: 'waiting_for_keychain' }
  | { readonly state: 'signed_out'; readonly reason: Failure | null }
  /** `isFailing`: Skein's own part for the account failed again and again, and was given up. */
  | { readonly state: 'refused'; readonly reason: Failure | null; readonly isFailing?: true }

/** Why the account's file cannot be written now. */
export type DiskProblem =
  | 'DISK_FULL'
  | 'LOCKED_DATABASE'
  | 'READ_ONLY_DATABASE'
  | 'CORRUPT_DATABASE'
  | 'NEWER_DATABASE'
  | 'UNUSABLE_DATABASE'

/** Why a try has failed. `reason` is null if the server gave none. */
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

/** What was tried in vain. */
export interface Tries {
  /** How often it failed since the account was started. */
  readonly count: number
  /** When it was tried the last time, in an earlier run perhaps, UNIX milliseconds; null if it never was. */
  readonly lastAt: number | null
  /** Why the last try has failed; null if that is not known. */
  readonly failure: FailureNote | null
}

/** Why something that the user wants is not at the server yet; the page makes a sentence of it. */
export type WaitReason =
  /** It is on its way, or just about to leave. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  /** It goes out again, though an earlier try may have arrived. */
  | { readonly kind: 'resending' }
  /** It can be taken back until then, UNIX milliseconds, and leaves afterwards. */
  | { readonly kind: 'undo'; readonly until: number }
  /** Its outcome is not known and being looked up; or will be, when the server can be asked. */
  | { readonly kind: 'checking' | 'unchecked' }
  /** Another row of its line is on its way. */
  | { readonly kind: 'behind' }
  /** Another row of its line was refused, and waits for the user. */
  | { readonly kind: 'behind_failed'; readonly localId: string }
  | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'internal' }
  /** The server asks the account to wait until then, UNIX milliseconds. */
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'signed_out' | 'keychain' | 'server_refuses' | 'starting' }
  | { readonly kind: 'disk'; readonly problem: DiskProblem }
  /** It was refused. `reason` is null if the server gave none. */
  | { readonly kind: 'failed'; readonly reason: Failure | null }
