import type { Failure } from '#contract/base/failures.ts'
import { failureLogText } from '../values/failures.ts'

/** Skein's own code for a call that the server does not support. */
export const notSupported = 'NOT_SUPPORTED'

/** A refusal by the server. `code` is the server's (wire-protocol.md §2.13). */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** The server's message, which may be empty, or a failure if the answer has no message. */
  readonly reason: string | Failure
  /** The seconds of a `Retry-After`, or null. */
  readonly retryAfterSeconds: number | null
  /** The other fields of the answer. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: string,
    status: number,
    reason: string | Failure,
    retryAfterSeconds: number | null = null,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(typeof reason === 'string' ? reason : failureLogText(reason))
    this.name = 'ApiError'
    this.reason = reason
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** An answer that is not a valid answer of the server. */
export class MalformedAnswerError extends Error {
  readonly code = 'MALFORMED_ANSWER'
  readonly status: number
  /** The path of the missing or malformed part of the server's answer; null if the answer is not the server's. */
  readonly lacks: string | null

  constructor(status: number, message: string, lacks: string | null = null) {
    super(message)
    this.name = 'MalformedAnswerError'
    this.status = status
    this.lacks = lacks
  }
}

/** The statuses of a proxy whose server is unavailable (wire-protocol.md §2.13). */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Whether a status means that the server is unavailable and a proxy answers instead, usually with an HTML page. It is a
 * failure of the transport, not a refusal; the request may have reached the server.
 */
export function isServerAway(status: number): boolean {
  return awayStatuses.has(status)
}
