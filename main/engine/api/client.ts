import type { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Priority, Transport, TransportRequest, TransportResponse, TransportUpload } from '../ports.ts'
import { readAnswer, retryAfterSeconds } from './answer.ts'

const defaultTimeoutMs = 60_000
const defaultMaxBytes = clientLimits.answer.most

/** How a call is sent. Durations are in milliseconds, sizes in bytes. */
export interface CallOptions {
  readonly priority: Priority
  readonly timeoutMs?: number
  /** The size of the largest accepted answer. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** For requests that must not be executed twice; see `TransportRequest.once`. */
  readonly once?: string
  /** Called with the size of the answer, as by `answerBytes`. */
  readonly onBytes?: (bytes: number) => void
  /** A file that is sent as the body instead of the form. */
  readonly upload?: TransportUpload
}

/** The calls of the server's API. */
export interface Api {
  /** @throws ApiError, MalformedAnswerError, TransportError */
  call<T>(
    method: TransportRequest['method'],
    path: string,
    form: Readonly<Record<string, string>>,
    schema: z.ZodType<T>,
    options: CallOptions,
  ): Promise<T>
  /**
   * Requests an answer that may be too large to parse in the engine's thread. It is returned unparsed, as bytes if the
   * transport supports that.
   * @throws TransportError
   */
  ask(
    method: TransportRequest['method'],
    path: string,
    form: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<TransportResponse>
  /** Yields to other work while a long answer is parsed in parts. */
  breathe(): Promise<void>
}

/** Whether body and answer are small, so that even a slow connection needs at most twice the usual timeout. */
function isSmall(method: TransportRequest['method'], options: CallOptions): boolean {
  return options.once !== undefined || method === 'PATCH' || method === 'DELETE'
}

/** Typed calls over the transport: form fields in, a validated answer out, refusals as `ApiError`. */
export function createApi(transport: Transport, breathe: () => Promise<void> = () => Promise.resolve()): Api {
  const requestOf = (
    method: TransportRequest['method'],
    path: string,
    form: Readonly<Record<string, string>>,
    options: CallOptions,
  ): TransportRequest => ({
    method,
    path: `/api/v1${path}`,
    form,
    priority: options.priority,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    ...(isSmall(method, options) ? { totalMs: 2 * (options.timeoutMs ?? defaultTimeoutMs) } : {}),
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    ...(options.once === undefined ? {} : { once: options.once }),
    ...(options.upload === undefined ? {} : { upload: options.upload }),
  })
  return {
    breathe,
    async call(method, path, form, schema, options) {
      const response = await transport.request(requestOf(method, path, form, options), options.signal)
      options.onBytes?.(answerBytes(response))
      return readAnswer(`${method} ${path}`, response, schema)
    },
    ask: (method, path, form, options) =>
      transport.request({ ...requestOf(method, path, form, options), asBytes: true }, options.signal),
  }
}

/**
 * Returns the bytes of an answer as they came over the network, if the server says how many, which it does not for most
 * compressed answers. For those it returns the size of the text, which is larger.
 */
function answerBytes({ headers, body }: TransportResponse): number {
  const text = Buffer.byteLength(body)
  const length = headers['content-length'] ?? ''
  return /^\d{1,15}$/.test(length) ? Math.min(Number(length), text) : text
}

const defaultRetrySeconds = 5

/**
 * Forwards requests and reports the time (UNIX milliseconds) until which the server wants the account to wait, so
 * that pending items can show it. Any request may receive such an answer, and the gate then delays all of them
 * (sync-invariants.md §6.3).
 */
export function withRateLimits(
  transport: Transport,
  now: () => number,
  onRateLimited: (until: number) => void,
): Transport {
  return {
    async request(request, signal) {
      const response = await transport.request(request, signal)
      if (response.status === 429) onRateLimited(now() + (retryAfterSeconds(response) ?? defaultRetrySeconds) * 1000)
      return response
    },
  }
}
