import { z } from 'zod'
import { FailureError } from '#engine/values/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { isServerAway } from '#engine/api/errors.ts'

/** A failed sign-in. */
export class SignInError extends FailureError {}

/** The refused call: the server's settings, e-mail with password, or e-mail with API key. */
export type SignInStep = 'settings' | 'password' | 'api_key'

export interface SignInAnswer {
  readonly step: SignInStep
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The absolute target of a redirect. */
  readonly redirect: string | null
  /** The answer's JSON; null if it has none. */
  readonly answer: unknown
  /** The origin of the server. */
  readonly origin: string
}

/** The maximum of shown characters of a server's text. */
const longestQuote = clientLimits.signInQuote.most
/** Servers demand from seconds to half an hour; a longer wait counts as invalid. */
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
 * The failure for a refused sign-in, by its code and status (wire-protocol.md §2.13). The server's own text is used
 * only if neither is known.
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

/** The failure for an answer of another program: a proxy, or a web page. */
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

/** The failure with the server's own text. */
function closed(refusal: Refusal): SignInError {
  return new SignInError({ code: 'REFUSED', values: { serverText: quoted(refusal.msg) } })
}

function named(name: string | undefined): string | null {
  return name !== undefined && /^\w{1,40}$/.test(name) ? name : null
}

/** A server's text as one bounded line, without control and bidirectional characters. */
function quoted(text: string): string {
  const line = text
    .slice(0, 10 * longestQuote)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= longestQuote ? line : `${characters.slice(0, longestQuote - 1).join('')}…`
}
