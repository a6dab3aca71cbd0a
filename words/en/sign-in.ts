import type { SignInFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

const addresses = {
  empty: 'Enter the address of your organization’s server.',
  malformed: 'This is not an address. It looks like chat.example.com.',
  scheme: 'The address of a server begins with https://.',
  has_password: 'Leave out the name and password in the address; they have their own fields.',
  not_encrypted: 'This address is not encrypted. Skein sends passwords over https:// only.',
  not_origin: 'The address of this account’s server is not one.',
} satisfies Record<SignInFailures['BAD_ADDRESS']['problem'], string>

export const signIn = {
  BAD_ADDRESS: ({ problem }) => addresses[problem],
  UNREACHABLE: ({ cause }, say) => say(cause),
  MOVED: ({ origin }) => `This server has moved. Its address is now ${origin}`,
  LOGIN_PAGE:
    'This server sends Skein to a page for browsers. Something before it asks for a login of its own; ask its administrator how programs get in.',
  RATE_LIMIT_HIT: ({ isPassword, waitSeconds }) =>
    `${isPassword ? 'There were too many tries with a wrong password.' : 'There were too many tries.'} Wait ${
      waitSeconds === null ? 'half an hour' : waitText(waitSeconds)
    }, then try again.`,
  BEHIND_A_LOGIN: ({ status }) =>
    `Something before the server refuses Skein (${status}), such as a proxy with a login of its own. Ask the server’s administrator how programs get in.`,
  NO_PASSWORD_CALL: ({ status }) =>
    `This server takes no passwords from programs (${status}). Sign in with your e-mail and an API key instead.`,
  NOT_A_SERVER:
    'There is a server at this address, but not one that Skein can talk to. Check the address with your administrator; in a network with a login page, open that page first.',
  WRONG_PASSWORD: 'The e-mail or the password is wrong.',
  WRONG_KEY:
    'The server does not accept this e-mail and API key. Check both; it answers the same where the account or the organization was deactivated.',
  USER_DEACTIVATED: 'This account has been deactivated. Ask an administrator of the organization to bring it back.',
  REALM_DEACTIVATED: 'This organization has been deactivated. Ask whoever runs it; an administrator can reopen it.',
  PASSWORD_AUTH_DISABLED:
    'This organization does not use passwords. Sign in with your e-mail and the API key from its settings page.',
  PASSWORD_RESET_REQUIRED: ({ origin }) =>
    `Your password has to be reset first. Open ${origin} in a browser, reset it there, then come back.`,
  NONEXISTENT_SUBDOMAIN: ({ origin }) =>
    `There is no organization at ${origin}. Check the part of the address before the first dot.`,
  REQUEST_NOT_UNDERSTOOD: ({ name }) =>
    `The server did not understand what Skein sent${name === null ? '' : ` (“${name}” is missing)`}. A proxy before it may have dropped it, or the server is of another kind; tell its administrator.`,
  SERVER_NOT_READY: 'The server is just starting. Try again in a minute.',
  SERVER_AWAY: ({ status }) =>
    `The server is away: a proxy answers in its place (${status}). It may be restarting; try again in a few minutes.`,
  SERVER_TROUBLE: ({ status }) =>
    `The server has an internal problem (${status}). Try again later; if it stays, tell its administrator.`,
  REFUSED: ({ serverText }) =>
    serverText === '' ? 'The server refuses to sign you in, without a reason.' : `The server says: “${serverText}”`,
  TOO_OLD: ({ level, needed }) =>
    `This server is too old for Skein (feature level ${level}, needed ${needed}). Ask its administrator to update it.`,
  INCOMPATIBLE: 'This server does not take this version of Skein any more. Update Skein.',
  NO_ORGANIZATION: ({ host }) =>
    `This server has several organizations. Enter the address of yours; it looks like your-organization.${host}`,
} satisfies Section<SignInFailures>

/** A wait in words, rounded up: `a second`, `45 seconds`, `20 minutes`, `3 hours`. */
function waitText(seconds: number): string {
  if (seconds <= 60) return seconds <= 1 ? 'a second' : `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
