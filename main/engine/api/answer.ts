import type { z } from 'zod'
import type { TransportResponse } from '../ports.ts'
import { canonicalNames } from './dialect.ts'
import { ApiError, MalformedAnswerError } from './errors.ts'

/**
 * What the service answered, checked; `what` names the request in errors.
 * @throws ApiError where the service refuses, MalformedAnswerError where this is no answer of the service.
 */
export function readAnswer<T>(what: string, response: TransportResponse, schema: z.ZodType<T>): T {
  const answer = parseObject(response.body)
  if (response.status === 200 && answer?.result === 'success') {
    const parsed = schema.safeParse(canonicalNames(answer))
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    throw new MalformedAnswerError(200, `${what}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  if (answer?.result === 'error' && typeof answer.msg === 'string') {
    const code = typeof answer.code === 'string' ? answer.code : 'BAD_REQUEST'
    throw new ApiError(code, response.status, answer.msg, retryAfter(answer, response.headers), answer)
  }
  if (response.status === 401) throw new ApiError('UNAUTHORIZED', 401, 'The server refused the key.')
  if (response.status === 429) {
    throw new ApiError('RATE_LIMIT_HIT', 429, 'Too many requests.', retryAfter(answer ?? {}, response.headers))
  }
  throw new MalformedAnswerError(response.status, `${what}: status ${response.status}`)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown> // checked in this line
  } catch {
    // Not JSON: a proxy's page, or a cut answer.
  }
  return undefined
}

function retryAfter(
  answer: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): number | null {
  const stated = answer['retry-after'] ?? headers['retry-after']
  const seconds = Number(stated)
  return stated !== undefined && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) : null
}
