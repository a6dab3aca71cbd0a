import { z } from 'zod'
import { FailureError } from '../engine/failure-error.ts'
import { clientLimits } from '../../shared/client-limits.ts'
import { isServerAway } from '../engine/api/server-away.ts'

/** Signing in did not work. */
export class SignInError extends FailureError {}

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
    return new SignInError({ code: 'MOVED', values: { origin: target.origin } })
  }
  return new SignInError({ code: 'LOGIN_PAGE' })
}

function limited({ status, headers, step }: SignInAnswer, refusal: Refusal | null): SignInError | null {
  if (status !== 429 && refusal?.code !== 'RATE_LIMIT_HIT') return null
  const seconds = refusal?.['retry-after'] ?? Number(headers['retry-after'] ?? 'NaN')
  const waitSeconds = Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, longestWaitSeconds) : null
  return new SignInError({ code: 'RATE_LIMIT_HIT', values: { isPassword: step === 'password', waitSeconds } })
}

/** An answer that no server of this family gives: a proxy's, a web page's, another program's. */
function notOfThisService({ status, step }: SignInAnswer): SignInError {
  if (isServerAway(status)) return away(status)
  if (status >= 500) return trouble(status)
  if (status === 401 || status === 403 || status === 407) {
    return new SignInError({ code: 'BEHIND_A_LOGIN', values: { status } })
  }
  if (step === 'password' && (status === 404 || status === 405)) {
    return new SignInError({ code: 'NO_PASSWORD_CALL', values: { status } })
  }
  return new SignInError({ code: 'NOT_A_SERVER' })
}

function refused({ step, status, origin }: SignInAnswer, refusal: Refusal): SignInError {
  switch (refusal.code) {
    case 'AUTHENTICATION_FAILED':
      return new SignInError({ code: 'WRONG_PASSWORD' })
    case 'UNAUTHORIZED':
    case 'INVALID_API_KEY':
      return step === 'settings' ? closed(refusal) : wrongSecret(step)
    case 'USER_DEACTIVATED':
    case 'REALM_DEACTIVATED':
    case 'PASSWORD_AUTH_DISABLED':
    case 'SERVER_NOT_READY':
      return new SignInError({ code: refusal.code })
    case 'PASSWORD_RESET_REQUIRED':
      return new SignInError({ code: 'PASSWORD_RESET_REQUIRED', values: { origin } })
    case 'NONEXISTENT_SUBDOMAIN':
      return new SignInError({ code: 'NONEXISTENT_SUBDOMAIN', values: { origin } })
    case 'REQUEST_VARIABLE_MISSING':
    case 'REQUEST_VARIABLE_INVALID':
      return new SignInError({ code: 'REQUEST_NOT_UNDERSTOOD', values: { name: named(refusal.var_name) } })
    default:
  }
  if (isServerAway(status)) return away(status)
  if (status >= 500) return trouble(status)
  if (status === 401 && step !== 'settings') return wrongSecret(step)
  return closed(refusal)
}

function wrongSecret(step: Exclude<SignInStep, 'settings'>): SignInError {
  return new SignInError({ code: step === 'password' ? 'WRONG_PASSWORD' : 'WRONG_KEY' })
}

function away(status: number): SignInError {
  return new SignInError({ code: 'SERVER_AWAY', values: { status } })
}

function trouble(status: number): SignInError {
  return new SignInError({ code: 'SERVER_TROUBLE', values: { status } })
}

/** The server's own words, where nothing better is known. */
function closed(refusal: Refusal): SignInError {
  return new SignInError({ code: 'REFUSED', values: { serverText: quoted(refusal.msg) } })
}

function named(name: string | undefined): string | null {
  return name !== undefined && /^\w{1,40}$/.test(name) ? name : null
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
