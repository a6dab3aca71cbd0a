import type { ConnectionWords } from '../connection-words.ts'
import { english } from './format.ts'

export const connections = {
  standing: {
    connected: (since) => (since === null ? 'Connected' : `Connected since ${since}`),
    connecting: 'Connecting',
    offline: (elapsed) => (elapsed === null ? 'Offline' : `Offline for ${elapsed}`),
    held: (until) => `On hold until ${until}`,
    keychain: 'Waiting for your keychain',
    signed_out: 'Signed out',
    refused: 'Not connected',
  },
  reasons: {
    held: 'The server asks Skein to wait; what waits goes on by itself after that.',
    online: 'The server tells Skein what happens as it happens.',
    starting: 'Skein is looking for the server.',
    catchingUp: 'Skein asks the server what has happened in the meantime.',
    keychain: 'It may be asking for its password in another window.',
  },
  failures: {
    internal: 'Something went wrong inside Skein. The log has the details.',
    aborted: 'It was broken off.',
    queue_lost: 'The server has forgotten this client; Skein registers again.',
    no_key: 'There was no key to sign in with.',
    server_away: 'The server is away.',
    server_trouble: 'The server has an internal problem.',
    slow_down: 'The server asked to wait.',
    network: 'The server could not be reached.',
    disk: 'It was refused.',
    signed_out: 'It was refused.',
    refused: 'It was refused.',
  },
  tries: {
    lastAt: (moment) => `Last tried at ${moment}.`,
    count({ count, ago }) {
      const times = english.plural(count, { one: 'Tried once', other: `Tried ${english.number(count)} times` })
      if (ago === null) return `${times}.`
      return english.plural(count, { one: `${times}, ${ago}.`, other: `${times}, the last time ${ago}.` })
    },
  },
  lastAnswer: (ago) => `The server last answered ${ago}.`,
  held: 'Asking sooner would only make it longer.',
  next: {
    now: 'Trying now …',
    at: (left) => `Next try in ${left}`,
    heldFor: (left) => `Goes on in ${left}`,
    none: 'Nothing is tried by itself',
    offlineNow: 'Offline, trying',
    offlineAt: (left) => `Offline, next try in ${left}`,
  },
  work: {
    missed: 'Fetching what was missed',
    changed: 'Asking again what may have changed',
    flags: (count) =>
      english.plural(count, {
        one: 'Asking whether a message is read and starred',
        other: `Asking which of ${english.number(count)} messages are read and starred`,
      }),
    drafts: (count) =>
      english.plural(count, {
        one: 'A draft that the server does not have yet',
        other: `${english.number(count)} drafts that the server does not have yet`,
      }),
    progress: ({ done, total }) =>
      `${english.number(done)} of ${english.number(total)} ${english.plural(total, { one: 'place', other: 'places' })} done`,
    underWay: 'Under way.',
    waitsForTry: 'Waits for its next try.',
    waitsForServer: 'Waiting for the server.',
    network: 'waiting for the network',
    serverAway: 'the server is away',
    signedOut: 'signed out: sign in again to go on',
    uploading: ({ sent, size }) => `${sent} of ${size}`,
    uploaded: 'uploaded',
  },
  settled: {
    all: 'Everything is sent and up to date',
    sent: 'Everything is sent',
    nothing: 'Nothing waits to be sent',
    since: (moment) => `Since ${moment}.`,
    neverReached: 'The server has not answered yet.',
    asOf: (moment) => `What you see is as of ${moment}, when the server last answered.`,
  },
  doubt: 'Older messages may have changed in your absence; they are checked as you open them.',
} satisfies ConnectionWords
