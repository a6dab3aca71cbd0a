import type { FailureNote } from '#contract/accounts.ts'
import { english } from './format.ts'

/** The panel of connections. Times and durations are given as texts. */
export const connections = {
  status: {
    /** `since` and `elapsed` are null if they are not known. */
    connected: (since: string | null) => (since === null ? 'Connected' : `Connected since ${since}`),
    connecting: 'Connecting',
    offline: (elapsed: string | null) => (elapsed === null ? 'Offline' : `Offline for ${elapsed}`),
    rate_limited: (until: string) => `Paused until ${until}`,
    keychain: 'Waiting for your keychain',
    signed_out: 'Signed out',
    refused: 'Not connected',
  },
  reasons: {
    rateLimited: 'The server asked Skein to slow down. Anything waiting will be sent automatically after that.',
    online: 'You’re receiving updates in real time.',
    starting: 'Connecting to the server.',
    catchingUp: 'Loading what happened while you were away.',
    keychain: 'It may be asking for your password in another window.',
  },
  /** Reasons of a failed attempt for which the server or the network gave none. */
  failures: {
    internal: 'Something went wrong in Skein. The log has details.',
    aborted: 'The request was interrupted.',
    queue_lost: 'The server ended this session. Skein is starting a new one.',
    no_key: 'This account has no key to sign in with.',
    server_away: 'The server is unavailable.',
    server_trouble: 'The server reported an internal error.',
    slow_down: 'The server asked Skein to slow down.',
    network: 'The server couldn’t be reached.',
    disk: 'The request was rejected.',
    signed_out: 'The request was rejected.',
    refused: 'The request was rejected.',
  } satisfies Record<FailureNote['kind'], string>,
  tries: {
    lastAt: (moment: string) => `Last tried: ${moment}.`,
    /** `ago` is null if the time of the last try is not known. */
    count({ count, ago }: { count: number; ago: string | null }) {
      const times = english.plural(count, { one: 'Tried once', other: `Tried ${english.number(count)} times` })
      if (ago === null) return `${times}.`
      return english.plural(count, { one: `${times}, ${ago}.`, other: `${times}, most recently ${ago}.` })
    },
  },
  lastAnswer: (ago: string) => `The server last responded ${ago}.`,
  /** The reason for which nothing is retried while the server asks to wait. */
  whileRateLimited: 'Trying sooner would only make the wait longer.',
  next: {
    now: 'Trying now…',
    at: (left: string) => `Trying again in ${left}`,
    rateLimited: (left: string) => `Resuming in ${left}`,
    none: 'Not retrying automatically',
    /** The same for the list of accounts. */
    offlineNow: 'Offline, trying',
    offlineAt: (left: string) => `Offline, trying again in ${left}`,
  },
  work: {
    missed: 'Loading missed messages',
    changed: 'Checking for changes',
    flags: (count: number) =>
      english.plural(count, {
        one: 'Checking whether a message is read or starred',
        other: `Checking which of ${english.number(count)} messages are read or starred`,
      }),
    drafts: (count: number) =>
      english.plural(count, { one: '1 draft not synced yet', other: `${english.number(count)} drafts not synced yet` }),
    /** Counts the conversations whose missed messages are fetched. */
    progress: ({ done, total }: { done: number; total: number }) =>
      `${english.number(done)} of ${english.number(total)} ${english.plural(total, { one: 'conversation', other: 'conversations' })} done`,
    underWay: 'In progress.',
    waitsForTry: 'Waiting to try again.',
    waitsForServer: 'Waiting for the server.',
    /** Replace the phrases of `waiting` for work that fetches instead of sending. */
    network: 'waiting for the network',
    serverAway: 'the server is unavailable',
    signedOut: 'signed out; sign in again to continue',
    /** `sent` and `size` are texts such as `3.4 MB`. */
    uploading: ({ sent, size }: { sent: string; size: string }) => `${sent} of ${size}`,
    uploaded: 'uploaded',
  },
  settled: {
    all: 'Everything is sent and up to date',
    sent: 'Everything is sent',
    nothing: 'Nothing is waiting to be sent',
    since: (moment: string) => `Since ${moment}.`,
    neverReached: 'The server hasn’t responded yet.',
    asOf: (moment: string) => `Up to date as of ${moment}, when the server last responded.`,
  },
  stale: 'Older messages may have changed while you were away. Skein checks them as you open them.',
}
