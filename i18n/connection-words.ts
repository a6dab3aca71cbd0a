import type { FailureNote } from '#contract/connection-state.ts'

/** The panel of connections. Times and durations are given as texts. */
export interface ConnectionWords {
  readonly standing: StandingWords
  readonly reasons: {
    readonly held: string
    readonly online: string
    readonly starting: string
    readonly catchingUp: string
    readonly keychain: string
  }
  /** Why a try has failed, where the server or the network gave no reason. */
  readonly failures: Readonly<Record<FailureNote['kind'], string>>
  readonly tries: {
    readonly lastAt: (moment: string) => string
    /** `ago` is null if the time of the last try is not known. */
    readonly count: (tries: { count: number; ago: string | null }) => string
  }
  readonly lastAnswer: (ago: string) => string
  /** Why there is no retry while the server asks to wait. */
  readonly held: string
  readonly next: {
    readonly now: string
    readonly at: (left: string) => string
    readonly heldFor: (left: string) => string
    readonly none: string
    /** The same for the list of accounts. */
    readonly offlineNow: string
    readonly offlineAt: (left: string) => string
  }
  readonly work: WorkWords
  readonly settled: {
    readonly all: string
    readonly sent: string
    readonly nothing: string
    readonly since: (moment: string) => string
    readonly neverReached: string
    readonly asOf: (moment: string) => string
  }
  readonly doubt: string
}

/** The state of a connection as one line. */
export interface StandingWords {
  /** `since` and `elapsed` are null if they are not known. */
  readonly connected: (since: string | null) => string
  readonly connecting: string
  readonly offline: (elapsed: string | null) => string
  readonly held: (until: string) => string
  readonly keychain: string
  readonly signed_out: string
  readonly refused: string
}

/** What Skein does by itself, and the rows of what waits. */
export interface WorkWords {
  readonly missed: string
  readonly changed: string
  readonly flags: (count: number) => string
  readonly drafts: (count: number) => string
  /** Places of which the missed messages are fetched. */
  readonly progress: (places: { done: number; total: number }) => string
  readonly underWay: string
  readonly waitsForTry: string
  readonly waitsForServer: string
  /** Instead of the phrases for what is sent: this is fetched. */
  readonly network: string
  readonly serverAway: string
  readonly signedOut: string
  /** `sent` and `size` are texts such as `3.4 MB`. */
  readonly uploading: (file: { sent: string; size: string }) => string
  readonly uploaded: string
}
