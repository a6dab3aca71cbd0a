import type { Failure } from '../../../preload/contract/failures.ts'
import { failureLogText } from '../failure-error.ts'

/** The code of our own for a call that the server at hand does not have. */
export const notSupported = 'NOT_SUPPORTED'

/** The server answered, and said no. `code` is the service's (wire-protocol.md §2.13). */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** The server's own words, which may be empty; or what stands for an answer without words. */
  readonly said: string | Failure
  /** Seconds the server asked to wait, where it did. */
  readonly retryAfterSeconds: number | null
  /** Everything the answer says beside its code and its sentence. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: string,
    status: number,
    said: string | Failure,
    retryAfterSeconds: number | null = null,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(typeof said === 'string' ? said : failureLogText(said))
    this.name = 'ApiError'
    this.said = said
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** The server answered something that is not an answer of this service. */
export class MalformedAnswerError extends Error {
  readonly code = 'MALFORMED_ANSWER'
  readonly status: number
  /** What an answer of the service lacks, or has in a form that cannot be read; null where it is none of the service's. */
  readonly lacks: string | null

  constructor(status: number, message: string, lacks: string | null = null) {
    super(message)
    this.name = 'MalformedAnswerError'
    this.status = status
    this.lacks = lacks
  }
}
