import type { Phrase } from '#i18n/section.ts'
import { english } from '#i18n/en/format.ts'

export const connection = {
  /** The line above a conversation. */
  bar: {
    details: 'Details',
    /** `until` is a moment, or part of one. */
    rateLimited: (until: string) => `The server asked Skein to wait until ${until}.`,
    rateLimitedKept: 'Anything you write is saved and sent then.',
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
    /** Follows the name of an account. */
    waiting: (count: number) => `${english.number(count)} waiting`,
    notShown: 'Couldn’t load the waiting items.',
    /** `elapsed` is the waiting time of the oldest item; null if it is not known. */
    heading: ({ count, elapsed }: { count: number; elapsed: string | null }) => {
      const things = english.plural(count, {
        one: `${english.number(count)} item waiting`,
        other: `${english.number(count)} items waiting`,
      })
      if (elapsed === null) return things
      return english.plural(count, { one: `${things}, for ${elapsed}`, other: `${things}, the oldest for ${elapsed}` })
    },
    refused: (count: number) =>
      english.plural(count, { one: '1 was rejected', other: `${english.number(count)} were rejected` }),
    rows: 'Waiting items',
    since: (moment: string) => `Since ${moment}`,
    waitsFor: (elapsed: string) => `for ${elapsed}`,
    moreFiles: (count: number) =>
      english.plural(count, {
        one: `and ${english.number(count)} more file`,
        other: `and ${english.number(count)} more files`,
      }),
  },
  /** The outcome of a try that the user asked for. */
  outcome: {
    answered: 'The server responded.',
    trying: 'Trying…',
    inVain: 'That didn’t work.',
    rateLimited: (until: string) =>
      `Not tried. The server asked Skein to wait until ${until}, and trying sooner would make the wait longer.`,
    noKey: 'Not tried. This account has no key. Sign in again.',
  },
  /** The state of an account, for screen readers. */
  spoken: ({ organization, state }: { organization: string; state: string }) => `${organization}: ${state}.`,
  spokenOffline: 'Offline',
}

export const proxy = {
  title: 'Sign in to your network’s proxy',
  /** `proxy` is an element with its address. */
  intro: <T>(proxy: T): Phrase<T> => [
    'Skein can’t reach your servers until ',
    proxy,
    ' lets it through. This isn’t your organization’s password. If you don’t know it, ask your network administrator.',
  ],
  /** `realm` is an element with the message of the proxy. */
  realm: <T>(realm: T): Phrase<T> => ['The proxy says: “', realm, '”'],
  name: 'Username',
  password: 'Password',
  refused: 'The proxy didn’t accept this username and password.',
  notNow: 'Not now',
  continue: 'Continue',
}

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
}
