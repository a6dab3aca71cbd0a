import type { Failure, Result } from '#contract/base/failures.ts'
import type { StreamAct } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { CallOptions } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { Core } from '../core/core.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'

/** The options of requests that the user waits for; after the timeout the outcome is looked up. */
export const waitedFor: CallOptions = { priority: 'foreground', timeoutMs: 15_000 }

/**
 * The failure of a request that changed nothing.
 * @param offline the failure if the server cannot be reached
 */
export function failureOfRequest(error: unknown, offline: Failure): Failure {
  const failure = failureKind(error)
  switch (failure.kind) {
    case 'refused':
      return failure.reason ?? { code: 'SERVER_REFUSED' }
    case 'transient':
      return failure.cause.kind === 'network' || failure.cause.kind === 'server_away' ? offline : failure.reason
    default:
      return offline
  }
}

/** The texts with which servers refuse a change without the right to it. Their code is that of any bad request. */
const withoutRight: ReadonlySet<string> = new Set([
  'Insufficient permission',
  'Must be an organization administrator',
  'Must be an organization owner',
])

/**
 * The failure of a change that the server has refused.
 * @param rightMissing the failure if the account has no right to it
 */
export function failureOfRefusal(error: unknown, rightMissing: Failure): Failure {
  const failure = failureKind(error)
  const reason = failure.kind === 'refused' ? failure.reason : null
  if (reason?.code === 'TEXT' && withoutRight.has(reason.values.text)) return rightMissing
  return reason ?? { code: 'SERVER_REFUSED' }
}

/** Whether the server has refused the request, so that it changed nothing. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && failureKind(error).kind === 'refused'
}

/** A change that only the server can make. */
export interface Change<T> {
  readonly act: StreamAct
  /** Requests the change. */
  readonly ask: () => Promise<Result<T>>
  /**
   * Looks up whether a change without a response was made; null if it was not.
   * @throws if the server does not answer
   */
  readonly lookUp: () => Promise<Result<T> | null>
}

/** Requests a change from the server. An outcome without a response is looked up, never guessed. */
export async function changeAtServer<T>({ act, ask, lookUp }: Change<T>): Promise<Result<T>> {
  const offline: Failure = { code: 'STREAM_OFFLINE', values: { act } }
  try {
    return await ask()
  } catch (error) {
    if (isRefused(error) || isProvenUndelivered(error)) return { ok: false, error: failureOfRequest(error, offline) }
    try {
      const found = await lookUp()
      return found ?? { ok: false, error: failureOfRequest(error, offline) }
    } catch {
      return { ok: false, error: { code: 'STREAM_OUTCOME_UNKNOWN', values: { act } } }
    }
  }
}

/** Waits for a limited time until the events of a change have come. */
export function arrival(core: Core, hasCome: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (hasCome()) {
      resolve()
      return
    }
    const end = () => {
      cancel()
      forget()
      resolve()
    }
    const cancel = core.ports.clock.schedule(clientLimits.streamArrival.most, end)
    const forget = core.onCommit('a change of streams', () => {
      if (hasCome()) end()
    })
  })
}
