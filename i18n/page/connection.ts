import type { Phrase } from '../phrase.ts'

export interface ConnectionWords {
  /** The line above a conversation. */
  readonly bar: {
    readonly details: string
    /** `until` is a moment, or part of one. */
    readonly held: (until: string) => string
    readonly heldKept: string
    readonly offline: string
    readonly offlineKept: string
    readonly keychain: string
    readonly keychainDetail: string
    readonly signedOut: string
    readonly signedOutKept: string
  }
  readonly panel: {
    readonly title: string
    readonly accounts: string
    readonly tryNow: string
    readonly tryAllNow: string
    /** Of an account, behind its name. */
    readonly waiting: (count: number) => string
    readonly notShown: string
    /** `elapsed` is how long the oldest waits; null if it is not known. */
    readonly heading: (values: { count: number; elapsed: string | null }) => string
    readonly refused: (count: number) => string
    readonly rows: string
    readonly since: (moment: string) => string
    readonly waitsFor: (elapsed: string) => string
    readonly moreFiles: (count: number) => string
  }
  /** The outcome of a try that the user asked for. */
  readonly outcome: {
    readonly answered: string
    readonly trying: string
    readonly inVain: string
    readonly held: (until: string) => string
    readonly noKey: string
  }
  /** The state of an account, as screen readers tell it. */
  readonly spoken: (values: { organization: string; state: string }) => string
  readonly spokenOffline: string
}

export interface ProxyWords {
  readonly title: string
  /** `proxy` is an element with its address. */
  readonly intro: <T>(proxy: T) => Phrase<T>
  /** `realm` is an element with what the proxy says. */
  readonly realm: <T>(realm: T) => Phrase<T>
  readonly name: string
  readonly password: string
  readonly refused: string
  readonly notNow: string
  readonly continue: string
}

export interface SigningInWords {
  readonly title: string
  readonly lead: string
  readonly server: string
  readonly serverExample: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly busy: string
  readonly useApiKey: string
  readonly usePassword: string
}
