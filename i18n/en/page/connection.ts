import type { ConnectionWords, ProxyWords, SigningInWords } from '../../page/connection.ts'
import { english } from '../format.ts'

export const connection = {
  bar: {
    details: 'Details',
    held: (until) => `The server asked Skein to wait until ${until}.`,
    heldKept: 'Anything you write is saved and sent then.',
    offline: 'You’re offline.',
    offlineKept: 'Anything you write is saved and sent later.',
    keychain: 'Waiting for your keychain.',
    keychainDetail:
      'It may be asking for your password in another window. If you sign in again, you’ll stay signed in until you quit.',
    signedOut: 'You’re signed out.',
    signedOutKept: 'You can still read everything here, and your drafts are saved.',
  },
  panel: {
    title: 'Connection status',
    accounts: 'Accounts',
    tryNow: 'Try now',
    tryAllNow: 'Try all now',
    waiting: (count) => `${english.number(count)} waiting`,
    notShown: 'Couldn’t load the waiting items.',
    heading: ({ count, elapsed }) => {
      const things = english.plural(count, {
        one: `${english.number(count)} item waiting`,
        other: `${english.number(count)} items waiting`,
      })
      if (elapsed === null) return things
      return english.plural(count, { one: `${things}, for ${elapsed}`, other: `${things}, the oldest for ${elapsed}` })
    },
    refused: (count) =>
      english.plural(count, { one: '1 was rejected', other: `${english.number(count)} were rejected` }),
    rows: 'Waiting items',
    since: (moment) => `Since ${moment}`,
    waitsFor: (elapsed) => `for ${elapsed}`,
    moreFiles: (count) =>
      english.plural(count, {
        one: `and ${english.number(count)} more file`,
        other: `and ${english.number(count)} more files`,
      }),
  },
  outcome: {
    answered: 'The server responded.',
    trying: 'Trying…',
    inVain: 'That didn’t work.',
    held: (until) =>
      `Not tried. The server asked Skein to wait until ${until}, and trying sooner would make the wait longer.`,
    noKey: 'Not tried. This account has no key. Sign in again.',
  },
  spoken: ({ organization, state }) => `${organization}: ${state}.`,
  spokenOffline: 'Offline',
} satisfies ConnectionWords

export const proxy = {
  title: 'Sign in to your network’s proxy',
  intro: (proxy) => [
    'Skein can’t reach your servers until ',
    proxy,
    ' lets it through. This isn’t your organization’s password. If you don’t know it, ask your network administrator.',
  ],
  realm: (realm) => ['The proxy says: “', realm, '”'],
  name: 'Username',
  password: 'Password',
  refused: 'The proxy didn’t accept this username and password.',
  notNow: 'Not now',
  continue: 'Continue',
} satisfies ProxyWords

export const signingIn = {
  title: 'Sign in to your organization',
  lead: 'Skein saves your conversations on this computer, and your key in its keychain.',
  server: 'Server address',
  serverExample: 'chat.example.com',
  email: 'Email',
  password: 'Password',
  apiKey: 'API key',
  busy: 'Signing in…',
  useApiKey: 'Use an API key instead',
  usePassword: 'Use a password instead',
} satisfies SigningInWords
