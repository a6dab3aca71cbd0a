import type { SignInFailures } from '#contract/accounts.ts'
import type { Section } from '../section.ts'

const addresses = {
  empty: 'Enter your organization’s server address.',
  malformed: 'This isn’t a valid address. Enter one like chat.example.com.',
  scheme: 'Server addresses start with https://.',
  has_password: 'Leave the name and password out of the address. They have their own fields.',
  not_encrypted: 'This address isn’t encrypted. Skein sends passwords only over https://.',
  not_origin: 'This account’s server address isn’t valid.',
} satisfies Record<SignInFailures['BAD_ADDRESS']['problem'], string>

export const signIn = {
  BAD_ADDRESS: ({ problem }) => addresses[problem],
  UNREACHABLE: ({ cause }, sentenceOf) => sentenceOf(cause),
  MOVED: ({ origin }) => `This server has moved. Its new address is ${origin}`,
  LOGIN_PAGE: 'This server sends Skein to a web page to sign in. Ask the server’s administrator how apps can connect.',
  RATE_LIMIT_HIT: ({ isPassword, waitSeconds }) =>
    `${isPassword ? 'Too many attempts with a wrong password.' : 'Too many attempts.'} Wait ${
      waitSeconds === null ? 'half an hour' : waitText(waitSeconds)
    }, then try again.`,
  BEHIND_A_LOGIN: ({ status }) =>
    `Something in front of the server, such as a proxy with its own sign-in, is blocking Skein (${status}). Ask the server’s administrator how apps can connect.`,
  NO_PASSWORD_CALL: ({ status }) =>
    `This server doesn’t accept passwords from apps (${status}). Sign in with your email and an API key instead.`,
  NOT_A_SERVER:
    'There’s a server at this address, but not one Skein can talk to. Check the address with your administrator. If your network has a sign-in page, open that first.',
  WRONG_PASSWORD: 'Incorrect email or password.',
  WRONG_KEY:
    'The server doesn’t accept this email and API key. Check both. You also see this if the account or organization has been deactivated.',
  USER_DEACTIVATED: 'This account has been deactivated. Ask an administrator of your organization to reactivate it.',
  REALM_DEACTIVATED: 'This organization has been deactivated. Ask one of its administrators to reactivate it.',
  PASSWORD_AUTH_DISABLED:
    'This organization doesn’t use passwords. Sign in with your email and the API key from its settings page.',
  PASSWORD_RESET_REQUIRED: ({ origin }) =>
    `You need to reset your password first. Open ${origin} in a browser, reset it there, then come back.`,
  NONEXISTENT_SUBDOMAIN: ({ origin }) =>
    `There’s no organization at ${origin}. Check the part of the address before the first dot.`,
  REQUEST_NOT_UNDERSTOOD: ({ name }) =>
    `The server didn’t understand Skein’s request${name === null ? '' : ` (“${name}” is missing)`}. A proxy may have removed part of it, or this is a different kind of server. Contact its administrator.`,
  SERVER_NOT_READY: 'The server is starting up. Try again in a minute.',
  SERVER_AWAY: ({ status }) =>
    `The server is unavailable; a proxy is responding in its place (${status}). It may be restarting. Try again in a few minutes.`,
  SERVER_TROUBLE: ({ status }) =>
    `The server reported an internal error (${status}). Try again later. If it keeps happening, contact its administrator.`,
  REFUSED: ({ serverText }) =>
    serverText === '' ? 'The server refused to sign you in and gave no reason.' : `The server says: “${serverText}”`,
  TOO_OLD: ({ level, needed }) =>
    `This server is too old for Skein (feature level ${level}; Skein needs ${needed}). Ask its administrator to update it.`,
  INCOMPATIBLE: 'This server no longer supports this version of Skein. Update Skein.',
  NO_ORGANIZATION: ({ host }) =>
    `This server hosts several organizations. Enter the address of yours, such as your-organization.${host}`,
} satisfies Section<SignInFailures>

/** A wait in words, rounded up: `a second`, `45 seconds`, `20 minutes`, `3 hours`. */
function waitText(seconds: number): string {
  if (seconds <= 60) return seconds <= 1 ? 'a second' : `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
