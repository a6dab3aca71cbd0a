import type { z } from 'zod'
import { TransportError, type TransportResponse } from '../ports.ts'
import { canonicalNames } from './dialect.ts'
import { isServerAway, ApiError, MalformedAnswerError, notSupported } from './errors.ts'

/** The statuses of an unknown path or method, usually with an HTML page as the body. */
const unknownCallStatuses: ReadonlySet<number> = new Set([404, 405, 410])
/** Calls that every server has; an HTML page as their answer comes from a proxy. */
const everywhere = /^[A-Z]+ \/(?:messages|events|register|users\/me)(?:\/|$)/

/**
 * Validates an answer of the server; `what` is the request's method and path.
 * @throws ApiError if the server refuses, TransportError if a proxy reports the server as unavailable,
 * MalformedAnswerError if the answer is not the server's
 */
export function readAnswer<T>(what: string, response: TransportResponse, schema: z.ZodType<T>): T {
  const answer = parseObject(response.body)
  if (response.status === 200 && answer?.result === 'success') {
    const parsed = schema.safeParse(canonicalNames(answer))
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const path = issue?.path.join('.') ?? ''
    throw new MalformedAnswerError(200, `${what}: ${path} ${issue?.message ?? ''}`, path)
  }
  if (answer?.result === 'error' && typeof answer.msg === 'string') {
    throw new ApiError(
      codeOf(answer, response.status),
      response.status,
      answer.msg,
      retryAfter(answer, response.headers),
      answer,
    )
  }
  if (response.status === 401) throw new ApiError('UNAUTHORIZED', 401, { code: 'KEY_REFUSED' })
  if (response.status === 429) {
    throw new ApiError('RATE_LIMIT_HIT', 429, { code: 'SLOW_DOWN' }, retryAfter(answer ?? {}, response.headers))
  }
  if (isServerAway(response.status)) throw serverAway()
  if (unknownCallStatuses.has(response.status) && !everywhere.test(what)) {
    throw new ApiError(notSupported, response.status, { code: 'NOT_SUPPORTED' })
  }
  throw new MalformedAnswerError(response.status, `${what}: status ${response.status}`)
}

/** The error for a proxy's answer. The request may have reached the server, so non-delivery is not proven. */
export function serverAway(): TransportError {
  return new TransportError('away', { code: 'PROXY_ANSWERS' }, false)
}

/** The code of an error; errors of the server's framework have none, so their status decides. */
function codeOf(answer: Readonly<Record<string, unknown>>, status: number): string {
  if (typeof answer.code === 'string') return answer.code
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 405) return notSupported
  return status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST'
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // The condition excludes null and arrays.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The text is a proxy's page or a truncated answer.
  }
  return undefined
}

/** The seconds of a `Retry-After`, at most an hour; null if there is none. */
export function retryAfterSeconds(response: TransportResponse): number | null {
  return retryAfter(parseObject(response.body) ?? {}, response.headers)
}

function retryAfter(
  answer: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): number | null {
  const stated = answer['retry-after'] ?? headers['retry-after']
  const seconds = Number(stated)
  return stated !== undefined && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) : null
}
