import type { z } from 'zod'
import type { Failure } from '#contract/base/failures.ts'
import type { OwnAct } from '#contract/people/own-account.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { readAnswer } from '#engine/api/answer.ts'
import { ApiError } from '#engine/api/errors.ts'
import { failureKind } from '#engine/api/request-failures.ts'
import { TransportError, type TransportRequest } from '#engine/ports.ts'
import type { Gate, GateRequest } from './gate.ts'

const timeoutMs = 20_000

/** Sends a request of main about the own account. @throws ApiError, MalformedAnswerError, TransportError */
export function askOwn<T>(
  gate: Pick<Gate, 'request'>,
  method: TransportRequest['method'],
  path: string,
  form: Readonly<Record<string, string>>,
  schema: z.ZodType<T>,
  more: Pick<GateRequest, 'upload' | 'once' | 'replacesKey'> = {},
): Promise<T> {
  const request = {
    method,
    path: `/api/v1${path}`,
    form,
    priority: more.upload === undefined ? ('foreground' as const) : ('upload' as const),
    timeoutMs,
    totalMs: 3 * timeoutMs,
    maxBytes: clientLimits.signInAnswer.most,
    ...more,
  }
  return new Promise((resolve, reject) => {
    let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
    const chunks: Uint8Array[] = []
    gate.request(request, {
      onHead: (value) => {
        head = value
      },
      onChunk: (bytes) => {
        chunks.push(bytes)
      },
      onEnd: () => {
        const { status = 0, headers = {} } = head ?? {}
        const body = Buffer.concat(chunks).toString('utf8')
        try {
          resolve(readAnswer(`${method} ${path}`, { status, headers, body }, schema))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      },
      onFailure: ({ code, reason, provesNonDelivery }) => {
        reject(new TransportError(code, reason, provesNonDelivery))
      },
    })
  })
}

/** The failure for the user of such a request. The outcome of one without an answer may be unknown. */
export function ownFailure(error: unknown, act: OwnAct): Failure {
  if (error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_LAST_USER') return { code: 'LAST_OWNER' }
  if (error instanceof ApiError && error.status === 429) {
    const values = { isPassword: act === 'password', waitSeconds: error.retryAfterSeconds }
    return { code: 'RATE_LIMIT_HIT', values }
  }
  const failure = failureKind(error)
  switch (failure.kind) {
    case 'refused':
      return failure.reason ?? { code: 'SERVER_REFUSED' }
    case 'transient':
      return error instanceof TransportError && error.provesNonDelivery
        ? { code: 'OWN_OFFLINE', values: { act } }
        : { code: 'OWN_OUTCOME_UNKNOWN', values: { act } }
    case 'signed_out':
      return failure.reason ?? { code: 'KEY_REFUSED' }
    default:
      return { code: 'OWN_OFFLINE', values: { act } }
  }
}

/** The failure for the user of such a request that changes the organization. */
export function changeFailure(error: unknown): Failure {
  const failure = failureKind(error)
  if (failure.kind === 'refused') return failure.reason ?? { code: 'SERVER_REFUSED' }
  const isUnknown = failure.kind === 'transient' && !(error instanceof TransportError && error.provesNonDelivery)
  return { code: isUnknown ? 'CHANGE_OUTCOME_UNKNOWN' : 'CHANGE_NEEDS_SERVER' }
}
