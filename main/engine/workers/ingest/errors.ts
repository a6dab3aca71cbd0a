import type { Failure } from '#contract/base/failures.ts'
import { serverAway } from '../../api/answer.ts'
import { ApiError, MalformedAnswerError } from '../../api/errors.ts'
import { TransportError } from '../../ports.ts'
import { plainErrors, type ErrorForm } from '../worker-messages.ts'

/** The error of an answer of `POST /register`. */
type IngestFailure =
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly status: number
      readonly reason: string | Failure
      readonly retryAfterSeconds: number | null
      readonly details: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'malformed'
      readonly status: number
      readonly message: string
      readonly lacks: string | null
    }
  /** A proxy answered for a server that is not reachable. */
  | { readonly kind: 'away' }
  /** The reading failed, independently of the answer. */
  | { readonly kind: 'internal'; readonly error: unknown }

/** The errors of reading a registration keep their classes across the threads. */
export const ingestErrors: ErrorForm = {
  toData(error): IngestFailure {
    if (error instanceof ApiError) {
      const { code, status, reason, retryAfterSeconds, details } = error
      return { kind: 'refused', code, status, reason, retryAfterSeconds, details }
    }
    if (error instanceof MalformedAnswerError) {
      const { status, message, lacks } = error
      return { kind: 'malformed', status, message, lacks }
    }
    if (error instanceof TransportError) return { kind: 'away' }
    return { kind: 'internal', error: plainErrors.toData(error) }
  },
  toError(data) {
    const failure = data as IngestFailure // `toData` made it in the thread
    switch (failure.kind) {
      case 'refused':
        return new ApiError(failure.code, failure.status, failure.reason, failure.retryAfterSeconds, failure.details)
      case 'malformed':
        return new MalformedAnswerError(failure.status, failure.message, failure.lacks)
      case 'away':
        return serverAway()
      case 'internal':
        return plainErrors.toError(failure.error)
    }
  },
}
