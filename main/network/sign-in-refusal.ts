import { z } from 'zod'
import { clientLimits } from '../../shared/client-limits.ts'
import { isServerAway } from '../engine/api/server-away.ts'

/** Signing in did not work; the message is for people. */
export class SignInError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SignInError'
    this.code = code
  }
}

/** Which call was refused: what the server says of itself, an e-mail with a password, or one with an API key. */
export type SignInStep = 'settings' | 'password' | 'api_key'

export interface SignInAnswer {
  readonly step: SignInStep
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Where a redirect points to, absolute. */
  readonly redirect: string | null
  /** The answer's JSON; null where it is none. */
  readonly answer: unknown
  /** Origin of the server that was asked. */
  readonly origin: string
}

/** Characters of a server's own sentence that are shown. */
const longestQuote = clientLimits.signInQuote.most
/** Servers ask for seconds to half an hour; a longer wait is not believed. */
const longestWaitSeconds = clientLimits.signInWait.most

const refusalSchema = z.object({
  result: z.literal('error'),
  code: z.string().max(100).catch(''),
  msg: z.string().catch(''),
  var_name: z.string().max(100).optional().catch(undefined),
  'retry-after': z.number().optional().catch(undefined),
})
type Refusal = z.infer<typeof refusalSchema>

/**
 * What a refusal means for the person who signs in, and what to do. Codes and statuses decide (wire-protocol.md §2.13);
 * the server's own words stand only where neither is known.
 */
export function signInRefusal(answer: SignInAnswer): SignInError {
  const parsed = refusalSchema.safeParse(answer.answer)
  const refusal = parsed.success ? parsed.data : null
  return (
    moved(answer) ??
    limited(answer, refusal) ??
    (refusal === null ? notOfThisService(answer) : refused(answer, refusal))
  )
}

function moved({ redirect, origin }: SignInAnswer): SignInError | null {
  if (redirect === null || !URL.canParse(redirect)) return null
  const target = new URL(redirect)
  if (target.origin !== origin && /^https?:$/.test(target.protocol)) {
    return new SignInError('MOVED', `This server has moved. Its address is now ${target.origin}`)
  }
  return new SignInError(
    'LOGIN_PAGE',
    'This server sends Skein to a page for browsers. Something before it asks for a login of its own; ask its administrator how programs get in.',
  )
}

function limited({ status, headers, step }: SignInAnswer, refusal: Refusal | null): SignInError | null {
  if (status !== 429 && refusal?.code !== 'RATE_LIMIT_HIT') return null
  const what = step === 'password' ? 'There were too many tries with a wrong password.' : 'There were too many tries.'
  const seconds = refusal?.['retry-after'] ?? Number(headers['retry-after'] ?? 'NaN')
  const wait =
    Number.isFinite(seconds) && seconds >= 0 ? waitText(Math.min(seconds, longestWaitSeconds)) : 'half an hour'
  return new SignInError('RATE_LIMIT_HIT', `${what} Wait ${wait}, then try again.`)
}

/** Seconds as people say them, rounded up. */
function waitText(seconds: number): string {
  if (seconds <= 60) return seconds <= 1 ? 'a second' : `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** An answer that no server of this family gives: a proxy's, a web page's, another program's. */
function notOfThisService({ status, step }: SignInAnswer): SignInError {
  if (isServerAway(status)) return away(status)
  if (status >= 500) return trouble(status)
  if (status === 401 || status === 403 || status === 407) {
    return new SignInError(
      'BEHIND_A_LOGIN',
      `Something before the server refuses Skein (${status}), such as a proxy with a login of its own. Ask the server’s administrator how programs get in.`,
    )
  }
  if (step === 'password' && (status === 404 || status === 405)) {
    return new SignInError(
      'NO_PASSWORD_CALL',
      `This server takes no passwords from programs (${status}). Sign in with your e-mail and an API key instead.`,
    )
  }
  return new SignInError(
    'NOT_A_SERVER',
    'There is a server at this address, but not one that Skein can talk to. Check the address with your administrator; in a network with a login page, open that page first.',
  )
}

function refused({ step, status, origin }: SignInAnswer, refusal: Refusal): SignInError {
  const { code } = refusal
  const say = (message: string) => new SignInError(code, message)
  switch (code) {
    case 'AUTHENTICATION_FAILED':
      return new SignInError('WRONG_PASSWORD', 'The e-mail or the password is wrong.')
    case 'UNAUTHORIZED':
    case 'INVALID_API_KEY':
      return step === 'settings' ? closed(refusal) : wrongSecret(step)
    case 'USER_DEACTIVATED':
      return say('This account has been deactivated. Ask an administrator of the organization to bring it back.')
    case 'REALM_DEACTIVATED':
      return say('This organization has been deactivated. Ask whoever runs it; an administrator can reopen it.')
    case 'PASSWORD_AUTH_DISABLED':
      return say(
        'This organization does not use passwords. Sign in with your e-mail and the API key from its settings page.',
      )
    case 'PASSWORD_RESET_REQUIRED':
      return say(`Your password has to be reset first. Open ${origin} in a browser, reset it there, then come back.`)
    case 'NONEXISTENT_SUBDOMAIN':
      return say(`There is no organization at ${origin}. Check the part of the address before the first dot.`)
    case 'REQUEST_VARIABLE_MISSING':
    case 'REQUEST_VARIABLE_INVALID':
      return say(
        `The server did not understand what Skein sent${named(refusal.var_name)}. A proxy before it may have dropped it, or the server is of another kind; tell its administrator.`,
      )
    case 'SERVER_NOT_READY':
      return say('The server is just starting. Try again in a minute.')
    default:
  }
  if (isServerAway(status)) return away(status)
  if (status >= 500) return trouble(status)
  if (status === 401 && step !== 'settings') return wrongSecret(step)
  return closed(refusal)
}

function wrongSecret(step: Exclude<SignInStep, 'settings'>): SignInError {
  return step === 'password'
    ? new SignInError('WRONG_PASSWORD', 'The e-mail or the password is wrong.')
    : new SignInError(
        'WRONG_KEY',
        'The server does not accept this e-mail and API key. Check both; it answers the same where the account or the organization was deactivated.',
      )
}

function away(status: number): SignInError {
  return new SignInError(
    'SERVER_AWAY',
    `The server is away: a proxy answers in its place (${status}). It may be restarting; try again in a few minutes.`,
  )
}

function trouble(status: number): SignInError {
  return new SignInError(
    'SERVER_TROUBLE',
    `The server has an internal problem (${status}). Try again later; if it stays, tell its administrator.`,
  )
}

/** The server's own words, where nothing better is known. */
function closed(refusal: Refusal): SignInError {
  const words = quoted(refusal.msg)
  const message = words === '' ? 'The server refuses to sign you in, without a reason.' : `The server says: “${words}”`
  return new SignInError('REFUSED', message)
}

function named(name: string | undefined): string {
  return name !== undefined && /^\w{1,40}$/.test(name) ? ` (“${name}” is missing)` : ''
}

/** A text of a server as one bounded line; characters that turn the writing direction or control a screen are dropped. */
function quoted(text: string): string {
  const line = text
    .slice(0, 10 * longestQuote)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= longestQuote ? line : `${characters.slice(0, longestQuote - 1).join('')}…`
}
