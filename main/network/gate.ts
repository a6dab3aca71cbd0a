import { clientLimits } from '#shared/client-limits.ts'
import { isMediaPath } from '#shared/media-path.ts'
import type { TransportRequest } from '#engine/ports.ts'
import {
  httpRequest,
  nothingUnderWay,
  type HttpExchange,
  type HttpHead,
  type HttpListener,
  type HttpRequest,
} from './http.ts'
import { IdleStream } from './idle-stream.ts'
import { laneRules, Lanes, type Lane, type OnceLane } from './lanes.ts'
import { fileForm } from './request-body.ts'
import type { ProxyLogin } from './proxy/proxy-login.ts'
import { requestFollowing } from './redirects.ts'
import { AddressError, isServerOrigin } from './server-address.ts'
import { AccountSessions, NotReadyError, onceLane } from './sessions.ts'

/** The credentials of the account. The key stays in this thread. */
export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

/** A file to upload; `path` is that of its copy, null if the copy does not exist. */
export interface GateUpload {
  readonly path: string | null
  readonly name: string
  readonly type: string
  readonly onProgress: (sentBytes: number) => void
}

export type GateRequest = Omit<TransportRequest, 'upload'> & {
  readonly upload?: GateUpload
  /** Whether the request may replace the key. A refusal or a rate limit in its answer is for itself alone. */
  readonly replacesKey?: true
}

export interface MediaRequest {
  /** The path on the account's server, with its query. */
  readonly path: string
  readonly maxBytes: number
  /** The value of a `Range` header; null for none. */
  readonly range: string | null
  /** A stream is read on demand, and is aborted if it idles while other requests wait for its connection. */
  readonly lane: 'picture' | 'stream'
}

export type GateListener = HttpListener

/** A request was refused since the key was being replaced; it changed nothing. */
const keyReplaced = { code: 'broken', reason: { code: 'CONNECTION_BROKEN' }, provesNonDelivery: true } as const

const maxRetryAfterSeconds = clientLimits.retryAfter.most
const unsaidRetryAfterSeconds = 5
const mediaSilenceMs = 60_000

/**
 * The account's only access to the network. It adds the credentials for the account's own origin only, delays requests
 * during a rate limit of the server (429), and bounds every body.
 */
export class Gate {
  readonly origin: string
  readonly #userAgent: string
  readonly #sessions: AccountSessions
  readonly #proxyLogin: ProxyLogin | undefined
  readonly #lanes = new Lanes()
  #credentials: Credentials | null = null
  /** The number of running changes that may replace the key. */
  #replacing = 0
  /** Called with the end of the account's rate limit, UNIX milliseconds. */
  onHold: (until: number) => void = () => undefined

  /** @throws AddressError if the origin must not receive the key */
  constructor(options: { accountId: string; origin: string; userAgent: string; proxyLogin?: ProxyLogin }) {
    if (!isServerOrigin(options.origin)) throw new AddressError('not_origin')
    this.origin = options.origin
    this.#userAgent = options.userAgent
    this.#sessions = new AccountSessions(options.accountId)
    this.#proxyLogin = options.proxyLogin
  }

  get hasCredentials(): boolean {
    return this.#credentials !== null
  }

  /** The key, for the user to copy; null without one. */
  get apiKey(): string | null {
    return this.#credentials?.apiKey ?? null
  }

  /**
   * Begins a change that may replace the key. Until its end, a refusal of the key does not mean that the account is
   * signed out: the request counts as one that never arrived, and is sent again with the new key.
   * @returns a function that ends the change
   */
  beginReplacing(): () => void {
    this.#replacing += 1
    let hasEnded = false
    return () => {
      if (!hasEnded) this.#replacing -= 1
      hasEnded = true
    }
  }

  setCredentials(credentials: Credentials | null): void {
    this.#credentials = credentials
  }

  /** Sets the account's Basic user name after a change by the server (wire-protocol.md §2.3.3). */
  setEmail(email: string): void {
    if (this.#credentials !== null) this.#credentials = { ...this.#credentials, email }
  }

  /** Sends a call of the engine; the returned function aborts it. */
  request(request: GateRequest, listener: GateListener): () => void {
    if (!request.path.startsWith('/') || request.path.startsWith('//')) {
      listener.onFailure({ code: 'broken', reason: { code: 'REQUEST_WITHOUT_PATH' }, provesNonDelivery: true })
      return () => undefined
    }
    if (request.upload !== undefined) return this.#upload(request, request.upload, listener)
    const encoded = new URLSearchParams(request.form).toString()
    const isGet = request.method === 'GET'
    const isUrgent = request.priority !== 'background'
    const send = (lane: Lane, credentials: Credentials, settled: HttpListener) =>
      httpRequest(
        {
          ...this.#basics(lane),
          method: request.method,
          url: `${this.origin}${request.path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
          headers: {
            ...this.#headers(credentials),
            ...(isGet ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
          },
          body: isGet ? null : encoded,
          ...limitsOf(request),
        },
        settled,
      )
    const isOrdinary = request.replacesKey !== true
    if (request.once !== undefined) {
      const lane = onceLane(request.once)
      const sendOnce = (credentials: Credentials, settled: HttpListener) =>
        this.#sendOnce(lane, settled, () => send(lane, credentials, settled))
      return this.#enqueue(lane, isUrgent, listener, sendOnce, isOrdinary).abort
    }
    const lane = request.priority
    const sendNow = (credentials: Credentials, settled: HttpListener) => send(lane, credentials, settled)
    return this.#enqueue(lane, isUrgent, listener, sendNow, isOrdinary).abort
  }

  /** Sends when the lane's session has no open connection. A request that is aborted before that is never sent. */
  #sendOnce(lane: OnceLane, settled: HttpListener, send: () => HttpExchange): HttpExchange {
    let exchange = nothingUnderWay
    let isGivenUp = false
    this.#sessions.fresh(lane).then(
      () => {
        if (!isGivenUp) exchange = send()
      },
      (error: unknown) => {
        const { failure: reason } = error instanceof NotReadyError ? error : new NotReadyError(String(error))
        if (!isGivenUp) settled.onFailure({ code: 'unreachable', reason, provesNonDelivery: true })
      },
    )
    return {
      ...nothingUnderWay,
      abort() {
        isGivenUp = true
        exchange.abort()
      },
    }
  }

  /**
   * Fetches media or a file, or its `range`. Other hosts after a redirect never get the credentials, and their rate
   * limits do not delay the account.
   */
  media(request: MediaRequest, listener: GateListener): HttpExchange {
    const { path, maxBytes, range, lane } = request
    const first = isMediaPath(path) ? new URL(path, this.origin) : null
    if (first?.origin !== this.origin) {
      listener.onFailure({ code: 'broken', reason: { code: 'BAD_PATH' }, provesNonDelivery: true })
      return nothingUnderWay
    }
    const idle = new IdleStream(() => lane === 'stream' && this.#lanes.isWantedIn(lane))
    const exchange = this.#enqueue(lane, true, idle.endedBy(listener), (credentials, settled) =>
      requestFollowing(
        first.href,
        (url) => {
          const isOwn = new URL(url).origin === this.origin
          return {
            ...this.#basics(lane),
            method: 'GET',
            url,
            headers: {
              ...(isOwn ? this.#headers(credentials) : { 'User-Agent': this.#userAgent }),
              ...(range === null ? {} : { Range: range }),
            },
            body: null,
            limits: { silenceMs: mediaSilenceMs },
            maxBytes,
          }
        },
        {
          ...settled,
          onHead: (head, url) => {
            if (new URL(url).origin === this.origin) this.#noteHead(head)
            settled.onHead(head)
          },
        },
      ),
    )
    return idle.watched(exchange, listener)
  }

  /** Uploads a file of `outgoing/` as the only part of a multipart body. */
  #upload(request: GateRequest, upload: GateUpload, listener: GateListener): () => void {
    const { path } = upload
    if (path === null) {
      listener.onFailure({ code: 'no_file', reason: { code: 'FILE_COPY_GONE' }, provesNonDelivery: true })
      return () => undefined
    }
    const { contentType, body } = fileForm({ ...upload, path })
    return this.#enqueue(request.priority, true, listener, (credentials, settled) =>
      httpRequest(
        {
          ...this.#basics(request.priority),
          method: request.method,
          url: `${this.origin}${request.path}`,
          headers: { ...this.#headers(credentials), 'Content-Type': contentType },
          body,
          ...limitsOf(request),
        },
        settled,
      ),
    ).abort
  }

  #basics(lane: Lane): Pick<HttpRequest, 'session' | 'priority' | 'proxyLogin'> {
    return {
      session: this.#sessions.get(laneRules[lane].session),
      priority: laneRules[lane].priority,
      proxyLogin: this.#proxyLogin,
    }
  }

  #headers(credentials: Credentials): Record<string, string> {
    const basic = Buffer.from(`${credentials.email}:${credentials.apiKey}`, 'utf8').toString('base64')
    return { Authorization: `Basic ${basic}`, 'User-Agent': this.#userAgent }
  }

  #enqueue(
    lane: Lane,
    isUrgent: boolean,
    listener: GateListener,
    send: (credentials: Credentials, settled: HttpListener) => HttpExchange,
    isOrdinary = true,
  ): HttpExchange {
    let exchange = nothingUnderWay
    let isPaused = false
    const leave = this.#lanes.add(lane, isUrgent, (finish) => {
      const credentials = this.#credentials
      if (credentials === null) {
        finish()
        listener.onFailure({ code: 'no_key', reason: { code: 'KEY_MISSING' }, provesNonDelivery: true })
        return
      }
      let isOutdated = false
      exchange = send(credentials, {
        onHead: (head) => {
          if (isOrdinary && lane !== 'picture' && lane !== 'stream') this.#noteHead(head)
          isOutdated = isOrdinary && head.status === 401 && this.#isOutdated(credentials)
          if (!isOutdated) listener.onHead(head)
        },
        onChunk(bytes) {
          if (!isOutdated) listener.onChunk(bytes)
        },
        onEnd() {
          finish()
          if (isOutdated) listener.onFailure(keyReplaced)
          else listener.onEnd()
        },
        onFailure(failure) {
          finish()
          listener.onFailure(isOutdated ? keyReplaced : failure)
        },
      })
      if (isPaused) exchange.pause()
    })
    return {
      abort() {
        exchange.abort()
        leave()
      },
      pause() {
        isPaused = true
        exchange.pause()
      },
      resume() {
        isPaused = false
        exchange.resume()
      },
    }
  }

  /** Whether a refusal of these credentials may be due to a newer key. */
  #isOutdated(used: Credentials): boolean {
    return this.#replacing > 0 || (this.#credentials !== null && this.#credentials.apiKey !== used.apiKey)
  }

  /** Delays the whole account for a rate limit that the server reports for one request (sync-invariants.md §6.3). */
  #noteHead(head: HttpHead): void {
    if (head.status !== 429) return
    const said = Number(head.headers['retry-after'] ?? 'NaN')
    const seconds = Number.isFinite(said) ? Math.min(Math.max(said, 0), maxRetryAfterSeconds) : unsaidRetryAfterSeconds
    this.onHold(this.#lanes.hold(Date.now() + seconds * 1000))
  }

  close(): void {
    this.#lanes.close()
    this.#credentials = null
  }
}

function limitsOf({ timeoutMs, totalMs, maxBytes }: GateRequest): Pick<HttpRequest, 'limits' | 'maxBytes'> {
  return { limits: { silenceMs: timeoutMs, ...(totalMs === undefined ? {} : { totalMs }) }, maxBytes }
}
