import type { Connection } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { ActionFailures } from '#contract/outbox.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { isServerAway, ApiError, MalformedAnswerError } from './errors.ts'
import { TransportError } from '../ports.ts'
import { failureLogText, storeFailure } from '../values/failures.ts'
import { isDiskTrouble, storeError } from '../values/store-error.ts'

/** The cause of a failure that may pass. */
export type TroubleCause = NonNullable<Extract<Connection, { state: 'offline' }>['cause']>

/** The consequence of a failed request for the connection. */
export type FailureKind =
  /** The network or the server fails, so that a later attempt may succeed. */
  | {
      readonly kind: 'transient'
      readonly reason: Failure
      readonly cause: TroubleCause
      readonly waitMs: number | null
    }
  | { readonly kind: 'aborted' }
  /** The API key is no longer valid. */
  | { readonly kind: 'signed_out'; readonly reason: Failure | null }
  /** The queue has ended, or the acknowledged id was not in it (Q5). */
  | { readonly kind: 'queue_lost' }
  | { readonly kind: 'no_key' }
  /** `code` is the server's code; `reason` is null if the server gave none. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: Failure | null }

/** The server's reason is a sentence for users. Longer texts are truncated. */
const longestReason = clientLimits.refusalReason.most

function reasonOf({ reason }: ApiError): Failure | null {
  if (typeof reason !== 'string') return reason
  const text = [...reason.slice(0, 2 * longestReason)].slice(0, longestReason).join('')
  return text === '' ? null : { code: 'TEXT', values: { text } }
}

/** Returns the reason of a refusal for the log. */
export function reasonLogText(reason: Failure | null): string {
  return reason === null ? 'without a reason' : failureLogText(reason)
}

/** Classifies the error of a request. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof TransportError) {
    if (error.code === 'aborted') return { kind: 'aborted' }
    if (error.code === 'no_key') return { kind: 'no_key' }
    const cause = error.code === 'away' ? 'server_away' : 'network'
    return { kind: 'transient', reason: error.reason, cause: { kind: cause }, waitMs: null }
  }
  if (error instanceof ApiError) {
    if (error.status === 401) return { kind: 'signed_out', reason: reasonOf(error) }
    if (error.status === 429 || error.code === 'RATE_LIMIT_HIT') {
      return {
        kind: 'transient',
        reason: { code: 'SLOW_DOWN' },
        cause: { kind: 'slow_down' },
        waitMs: (error.retryAfterSeconds ?? 5) * 1000,
      }
    }
    if (error.code === 'BAD_EVENT_QUEUE_ID') return { kind: 'queue_lost' }
    if (error.status >= 500 || error.status === 408) {
      const cause = isServerAway(error.status) ? 'server_away' : 'server_trouble'
      return { kind: 'transient', reason: { code: 'SERVER_INTERNAL' }, cause: { kind: cause }, waitMs: null }
    }
    return { kind: 'refused', code: error.code, reason: reasonOf(error) }
  }
  if (error instanceof MalformedAnswerError) {
    return { kind: 'transient', reason: { code: 'NOT_OF_SERVICE' }, cause: { kind: 'server_trouble' }, waitMs: null }
  }
  if (isDiskTrouble(error)) {
    const problem = storeError(error)
    const cause = { kind: 'disk', problem: problem.code } as const
    return { kind: 'transient', reason: storeFailure(problem), cause, waitMs: null }
  }
  const text = error instanceof Error ? error.message : String(error)
  return { kind: 'transient', reason: { code: 'TEXT', values: { text } }, cause: { kind: 'internal' }, waitMs: null }
}

/** Returns whether the request cannot have taken effect, because it did not reach the server or was refused. */
export function isProvenUndelivered(error: unknown): boolean {
  return (
    (error instanceof TransportError && error.provesNonDelivery) || (error instanceof ApiError && error.status === 429)
  )
}

/** The failure of a call that only the server can answer. */
export function unreachable(error: unknown, wanted: ActionFailures['OFFLINE']['wanted']): Failure {
  const failure = failureKind(error)
  return failure.kind === 'refused'
    ? (failure.reason ?? { code: 'SERVER_REFUSED' })
    : { code: 'OFFLINE', values: { wanted } }
}
