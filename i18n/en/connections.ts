import type { ConnectionWords } from '../connection-words.ts'
import { english } from './format.ts'

export const connections = {
  standing: {
    connected: (since) => (since === null ? 'Connected' : `Connected since ${since}`),
    connecting: 'Connecting',
    offline: (elapsed) => (elapsed === null ? 'Offline' : `Offline for ${elapsed}`),
    held: (until) => `Paused until ${until}`,
    keychain: 'Waiting for your keychain',
    signed_out: 'Signed out',
    refused: 'Not connected',
  },
  reasons: {
    held: 'The server asked Skein to slow down. Anything waiting will be sent automatically after that.',
    online: 'You’re receiving updates in real time.',
    starting: 'Connecting to the server.',
    catchingUp: 'Loading what happened while you were away.',
    keychain: 'It may be asking for your password in another window.',
  },
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
  },
  tries: {
    lastAt: (moment) => `Last tried: ${moment}.`,
    count({ count, ago }) {
      const times = english.plural(count, { one: 'Tried once', other: `Tried ${english.number(count)} times` })
      if (ago === null) return `${times}.`
      return english.plural(count, { one: `${times}, ${ago}.`, other: `${times}, most recently ${ago}.` })
    },
  },
  lastAnswer: (ago) => `The server last responded ${ago}.`,
  held: 'Trying sooner would only make the wait longer.',
  next: {
    now: 'Trying now…',
    at: (left) => `Trying again in ${left}`,
    heldFor: (left) => `Resuming in ${left}`,
    none: 'Not retrying automatically',
    offlineNow: 'Offline, trying',
    offlineAt: (left) => `Offline, trying again in ${left}`,
  },
  work: {
    missed: 'Loading missed messages',
    changed: 'Checking for changes',
    flags: (count) =>
      english.plural(count, {
        one: 'Checking whether a message is read or starred',
        other: `Checking which of ${english.number(count)} messages are read or starred`,
      }),
    drafts: (count) =>
      english.plural(count, { one: '1 draft not synced yet', other: `${english.number(count)} drafts not synced yet` }),
    progress: ({ done, total }) =>
      `${english.number(done)} of ${english.number(total)} ${english.plural(total, { one: 'conversation', other: 'conversations' })} done`,
    underWay: 'In progress.',
    waitsForTry: 'Waiting to try again.',
    waitsForServer: 'Waiting for the server.',
    network: 'waiting for the network',
    serverAway: 'the server is unavailable',
    signedOut: 'signed out; sign in again to continue',
    uploading: ({ sent, size }) => `${sent} of ${size}`,
    uploaded: 'uploaded',
  },
  settled: {
    all: 'Everything is sent and up to date',
    sent: 'Everything is sent',
    nothing: 'Nothing is waiting to be sent',
    since: (moment) => `Since ${moment}.`,
    neverReached: 'The server hasn’t responded yet.',
    asOf: (moment) => `Up to date as of ${moment}, when the server last responded.`,
  },
  doubt: 'Older messages may have changed while you were away. Skein checks them as you open them.',
} satisfies ConnectionWords
