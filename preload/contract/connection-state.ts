import type { Failure } from './failures.ts'

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

/** The reason for which the account's file cannot be written now. */
export type DiskProblem =
  | 'DISK_FULL'
  | 'LOCKED_DATABASE'
  | 'READ_ONLY_DATABASE'
  | 'CORRUPT_DATABASE'
  | 'NEWER_DATABASE'
  | 'UNUSABLE_DATABASE'

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

/** Failed attempts. */
export interface Tries {
  /** The number of failures since the account was started. */
  readonly count: number
  /** The time of the last attempt, possibly in an earlier run, UNIX milliseconds; null if there was none. */
  readonly lastAt: number | null
  /** The failure of the last attempt; null if it is unknown. */
  readonly failure: FailureNote | null
}

/** The reason for which the user's change has not reached the server; the page makes a sentence of it. */
export type WaitReason =
  /** The change is being sent, or is about to be sent. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  /** The change is being resent, although an earlier attempt may have arrived. */
  | { readonly kind: 'resending' }
  /** The change can be undone until `until`, UNIX milliseconds, and is sent then. */
  | { readonly kind: 'undo'; readonly until: number }
  /**
   * The outcome is unknown, and is being looked up (`checking`) or will be when the server can be reached
   * (`unchecked`).
   */
  | { readonly kind: 'checking' | 'unchecked' }
  /** Another action with the same queue key is being sent. */
  | { readonly kind: 'behind' }
  /** Another action with the same queue key was refused, and waits for the user. */
  | { readonly kind: 'behind_failed'; readonly localId: string }
  | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'internal' }
  /** The server's rate limit for the account lasts until `until`, UNIX milliseconds. */
  | { readonly kind: 'rate_limited'; readonly until: number }
  | { readonly kind: 'signed_out' | 'keychain' | 'server_refuses' | 'starting' }
  | { readonly kind: 'disk'; readonly problem: DiskProblem }
  /** The server refused the change. `reason` is null if it gave none. */
  | { readonly kind: 'failed'; readonly reason: Failure | null }
