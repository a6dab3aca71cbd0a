import type { ConnectionWords, ProxyWords, SigningInWords } from '../../page/connection.ts'
import { english } from '../format.ts'

export const connection = {
  bar: {
    details: 'Details',
    held: (until) => `The server asks Skein to wait until ${until}.`,
    heldKept: 'What you write is kept and sent then.',
    offline: 'You are offline.',
    offlineKept: 'What you write is kept and sent later.',
    keychain: 'Waiting for your keychain.',
    keychainDetail: 'It may be asking for its password in another window. Signing in again lasts until you quit.',
    signedOut: 'You are signed out.',
    signedOutKept: 'Everything here stays readable, and drafts are kept.',
  },
  panel: {
    title: 'Connections',
    accounts: 'Accounts',
    tryNow: 'Try now',
    tryAllNow: 'Try all now',
    waiting: (count) => `${english.number(count)} waiting`,
    notShown: 'What waits cannot be shown now.',
    heading: ({ count, elapsed }) => {
      const things = english.plural(count, {
        one: `${english.number(count)} thing waits`,
        other: `${english.number(count)} things wait`,
      })
      if (elapsed === null) return things
      return english.plural(count, { one: `${things}, for ${elapsed}`, other: `${things}, the oldest for ${elapsed}` })
    },
    refused: (count) =>
      english.plural(count, { one: 'One was refused', other: `${english.number(count)} were refused` }),
    rows: 'What waits',
    since: (moment) => `Since ${moment}`,
    waitsFor: (elapsed) => `for ${elapsed}`,
    moreFiles: (count) =>
      english.plural(count, {
        one: `and ${english.number(count)} more file`,
        other: `and ${english.number(count)} more files`,
      }),
  },
  outcome: {
    answered: 'The server has answered.',
    trying: 'Trying now.',
    inVain: 'Tried in vain.',
    held: (until) => `Not tried: the server asks to wait until ${until}, and asking sooner would make it longer.`,
    noKey: 'Not tried: there is no key for this account. Sign in again.',
  },
  spoken: ({ organization, state }) => `${organization}: ${state}.`,
  spokenOffline: 'Offline',
} satisfies ConnectionWords

export const proxy = {
  title: 'The proxy of this network wants a password',
  intro: (proxy) => [
    'Nothing reaches your servers before ',
    proxy,
    ' lets Skein through. It is not the password of your organization; whoever runs this network knows it.',
  ],
  realm: (realm) => ['The proxy says: “', realm, '”'],
  name: 'Name',
  password: 'Password',
  refused: 'The proxy did not accept this name and password.',
  notNow: 'Not now',
  continue: 'Continue',
} satisfies ProxyWords

export const signingIn = {
  title: 'Sign in to your organization',
  lead: 'Skein keeps every conversation on this computer, and your key in its keychain.',
  server: 'Server address',
  serverExample: 'chat.example.com',
  email: 'E-mail',
  password: 'Password',
  apiKey: 'API key',
  busy: 'Signing in…',
  useApiKey: 'Use an API key instead',
  usePassword: 'Use a password instead',
} satisfies SigningInWords
