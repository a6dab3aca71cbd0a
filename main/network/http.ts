import type { Readable } from 'node:stream'
import {
  net,
  type AuthInfo,
  type ClientRequest,
  type ClientRequestConstructorOptions,
  type IncomingMessage,
  type Session,
} from 'electron'
import { isLostUpload, netFailure, proxyRefusal, type NetFailure } from './net-errors.ts'
import { Patience, type TimeLimits } from './patience.ts'
import type { ProxyCredentials, ProxyLogin } from './proxy/proxy-login.ts'
import { sendBody, type FileBody } from './request-body.ts'

/** The time for which a broken upload waits for the server's refusal, milliseconds. */
const refusalMs = 2_000

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FileBody | null
  readonly limits: TimeLimits
  readonly maxBytes: number
  readonly session: Session
  readonly priority: NonNullable<ClientRequestConstructorOptions['priority']>
  /** Answers the authentication of proxies; servers never get a password here. */
  readonly proxyLogin?: ProxyLogin | undefined
}

export interface HttpHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The absolute target of a redirect; redirects are not followed automatically. */
  readonly redirect: string | null
}

export interface HttpListener {
  onHead(head: HttpHead): void
  onChunk(bytes: Uint8Array): void
  onEnd(): void
  onFailure(failure: NetFailure): void
}

/** A request in flight. */
export interface HttpExchange {
  /** Aborts the request; no callback follows. */
  readonly abort: () => void
  /** Stops reading the answer until `resume`, which throttles the server. */
  readonly pause: () => void
  readonly resume: () => void
}

/** A placeholder before the request exists. */
export const nothingUnderWay: HttpExchange = {
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
}

/**
 * Sends an HTTP request over Electron's network stack. Exactly one of `onEnd` and `onFailure` is called, unless the request
 * is aborted first.
 */
export function httpRequest(request: HttpRequest, listener: HttpListener): HttpExchange {
  const over = new AbortController()
  let received = 0
  let isPaused = false
  let answer: Readable | undefined
  let refusalTimer: NodeJS.Timeout | undefined
  const client = net.request({
    method: request.method,
    url: request.url,
    session: request.session,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    priority: request.priority,
  })
  for (const [name, value] of Object.entries(request.headers)) client.setHeader(name, value)

  function settle(action: () => void): void {
    if (over.signal.aborted) return
    over.abort()
    patience.end()
    clearTimeout(refusalTimer)
    action()
  }
  function fail(failure: NetFailure): void {
    settle(() => {
      client.abort()
      listener.onFailure(failure)
    })
  }
  const patience = new Patience(request.limits, () => {
    fail({ code: 'timeout', reason: { code: 'ANSWER_LATE' }, provesNonDelivery: false })
  })
  const onError = (error: Error) => {
    if (over.signal.aborted) return
    if (!isLostUpload(error)) {
      fail(netFailure(error.message))
      return
    }
    // The answer, such as 413, may contain the reason of the broken upload; Chromium tries to read it.
    if (answer !== undefined) return
    refusalTimer ??= setTimeout(() => {
      fail(netFailure('net::ERR_CONNECTION_RESET'))
    }, refusalMs)
  }

  client.on('response', (response: IncomingMessage) => {
    if (over.signal.aborted) return
    clearTimeout(refusalTimer)
    if (response.statusCode === proxyAuthenticationRequired) {
      fail(proxyRefusal(request.url))
      return
    }
    patience.came()
    const body = bodyOf(response)
    answer = body
    listener.onHead({ status: response.statusCode, headers: plainHeaders(response.headers), redirect: null })
    if (isPaused) body.pause()
    body.on('data', (chunk: Buffer) => {
      if (over.signal.aborted) return
      patience.came()
      received += chunk.byteLength
      if (received > request.maxBytes) {
        fail({ code: 'too_large', reason: { code: 'ANSWER_TOO_LARGE' }, provesNonDelivery: false })
        return
      }
      listener.onChunk(chunk)
    })
    body.on('end', () => {
      settle(() => {
        listener.onEnd()
      })
    })
    body.on('error', onError)
    body.on('close', () => {
      fail(netFailure('net::ERR_CONNECTION_CLOSED'))
    })
  })
  client.on('redirect', (status: number, _method: string, url: string, headers: Record<string, string[]>) => {
    settle(() => {
      client.abort()
      listener.onHead({ status, headers: plainHeaders(headers), redirect: url })
      listener.onEnd()
    })
  })
  answerProxies(client, { login: request.proxyLogin, patience, over: over.signal })
  client.on('error', onError)
  sendBody(client, request.body, {
    over: over.signal,
    onPiece: (bytes) => {
      patience.left(bytes)
    },
  }).catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error)
    fail({ code: 'broken', reason: { code: 'FILE_UNREADABLE', values: { detail } }, provesNonDelivery: false })
  })

  return {
    abort() {
      settle(() => {
        client.abort()
      })
    },
    pause() {
      if (isPaused || over.signal.aborted) return
      isPaused = true
      answer?.pause()
      patience.hold()
    },
    resume() {
      if (!isPaused || over.signal.aborted) return
      isPaused = false
      patience.release()
      answer?.resume()
    },
  }
}

const proxyAuthenticationRequired = 407

/** Electron's types declare events only; lib/common/api/net-client-request.ts creates a `Readable`. */
function bodyOf(response: IncomingMessage): Readable {
  return response as unknown as Readable
}

/** Answers challenges of proxies only. A 401 of the server also carries a Basic challenge (wire-protocol.md §2.13). */
function answerProxies(
  client: ClientRequest,
  { login, patience, over }: { login: ProxyLogin | undefined; patience: Patience; over: AbortSignal },
): void {
  let tried: ProxyCredentials | null = null
  client.on('login', (info: AuthInfo, answer) => {
    if (!info.isProxy || login === undefined) {
      answer()
      return
    }
    // The user may be typing a password.
    patience.hold()
    const give = (credentials: ProxyCredentials | null) => {
      if (over.aborted) return
      patience.release()
      tried = credentials
      if (credentials === null) answer()
      else answer(credentials.username, credentials.password)
    }
    login(info, tried).then(give, () => {
      give(null)
    })
  })
}

function plainHeaders(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
