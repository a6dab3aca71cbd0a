import { randomUUID } from 'node:crypto'
import { session, type Session } from 'electron'
import type { Priority, TransportRequest } from '../engine/ports.ts'
import type { NetFailure } from './net-errors.ts'
import { httpRequest, type HttpHead, type HttpListener } from './http.ts'

/** Who the account is towards its server. The key stays in this thread (P4). */
export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

/** A file to send; `path` is where its copy lies, null where it is gone. */
export interface GateUpload {
  readonly path: string | null
  readonly name: string
  readonly type: string
  readonly onProgress: (sentBytes: number) => void
}

export type GateRequest = Omit<TransportRequest, 'upload'> & { readonly upload?: GateUpload }

export interface GateListener {
  onHead(head: HttpHead): void
  onChunk(bytes: Uint8Array): void
  onEnd(): void
  onFailure(failure: NetFailure): void
}

/** Requests that may be under way at once, by lane; the poll has its own, so that it never holds up anything else. */
const laneWidths = { poll: 1, foreground: 6, background: 2, media: 3, upload: 1 } as const satisfies Record<
  Priority | 'media',
  number
>
type Lane = keyof typeof laneWidths

const maxRetryAfterSeconds = 3600
const mediaTimeoutMs = 60_000
const maxRedirects = 4

interface Job {
  readonly lane: Lane
  start(): void
}

/**
 * The account's only way to the network. It adds the credentials, and only to the account's own origin; it holds
 * requests back while the server asks for patience; it bounds every body (design.md §5).
 */
export class Gate {
  readonly origin: string
  readonly #userAgent: string
  readonly #session: Session
  #credentials: Credentials | null = null
  readonly #running = new Map<Lane, Set<Job>>()
  readonly #waiting: Job[] = []
  #holdUntil = 0
  #holdTimer: NodeJS.Timeout | undefined

  constructor(options: { accountId: string; origin: string; userAgent: string }) {
    this.origin = options.origin
    this.#userAgent = options.userAgent
    // Without the prefix `persist:` the session lives in memory: no cookies, no cache on disk.
    this.#session = session.fromPartition(`account-${options.accountId}`, { cache: false })
  }

  get hasCredentials(): boolean {
    return this.#credentials !== null
  }

  setCredentials(credentials: Credentials | null): void {
    this.#credentials = credentials
  }

  /** The server has changed the account's Basic user name (wire-protocol.md §2.3.3). */
  setEmail(email: string): void {
    if (this.#credentials !== null) this.#credentials = { ...this.#credentials, email }
  }

  /** A call of the service for the engine; the returned function gives it up. */
  request(request: GateRequest, listener: GateListener): () => void {
    if (!request.path.startsWith('/') || request.path.startsWith('//')) {
      listener.onFailure({ code: 'broken', message: 'A request for no path.', provesNonDelivery: true })
      return () => undefined
    }
    if (request.upload !== undefined) return this.#upload(request, request.upload, listener)
    const encoded = new URLSearchParams(request.form).toString()
    const isGet = request.method === 'GET'
    const url = `${this.origin}${request.path}${isGet && encoded !== '' ? `?${encoded}` : ''}`
    return this.#enqueue(request.priority, listener, (credentials, settled) =>
      httpRequest(
        {
          method: request.method,
          url,
          session: this.#session,
          headers: {
            ...this.#headers(credentials),
            ...(isGet ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
          },
          body: isGet ? null : encoded,
          timeoutMs: request.timeoutMs,
          maxBytes: request.maxBytes,
        },
        settled,
      ),
    )
  }

  /**
   * A picture or file, or the `range` of one. Redirects may lead to other hosts, which never get the credentials.
   */
  media(
    path: string,
    { maxBytes, range }: { readonly maxBytes: number; readonly range: string | null },
    listener: GateListener,
  ): () => void {
    let cancelCurrent: () => void = () => undefined
    const follow = (url: string, redirectsLeft: number, credentials: Credentials, settled: HttpListener) => {
      const isOwn = new URL(url).origin === this.origin
      let isRedirect = false
      cancelCurrent = httpRequest(
        {
          method: 'GET',
          url,
          session: this.#session,
          headers: {
            ...(isOwn ? this.#headers(credentials) : { 'User-Agent': this.#userAgent }),
            ...(range === null ? {} : { Range: range }),
          },
          body: null,
          timeoutMs: mediaTimeoutMs,
          maxBytes,
        },
        {
          ...settled,
          onHead(head) {
            isRedirect = head.redirect !== null && redirectsLeft > 0
            if (!isRedirect) settled.onHead(head)
            else if (head.redirect !== null) {
              const target = new URL(head.redirect, url)
              if (target.protocol === 'https:' || target.origin === new URL(url).origin) {
                follow(target.href, redirectsLeft - 1, credentials, settled)
              } else {
                settled.onFailure({ code: 'broken', message: 'An unsafe redirect.', provesNonDelivery: false })
              }
            }
          },
          onChunk(bytes) {
            if (!isRedirect) settled.onChunk(bytes)
          },
          onEnd() {
            if (!isRedirect) settled.onEnd()
          },
        },
      )
    }
    return this.#enqueue('media', listener, (credentials, settled) => {
      follow(new URL(path, this.origin).href, maxRedirects, credentials, settled)
      return () => {
        cancelCurrent()
      }
    })
  }

  /** A file of `outgoing/` as the only part of a multipart body. */
  #upload(request: GateRequest, upload: GateUpload, listener: GateListener): () => void {
    const { path } = upload
    if (path === null) {
      listener.onFailure({ code: 'no_file', message: 'The copy of the file is gone.', provesNonDelivery: true })
      return () => undefined
    }
    const boundary = `skein-${randomUUID()}`
    const name = upload.name.replaceAll(/["\r\n\\]/g, '_')
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(upload.type) ? upload.type : 'application/octet-stream'
    return this.#enqueue(request.priority, listener, (credentials, settled) =>
      httpRequest(
        {
          method: request.method,
          url: `${this.origin}${request.path}`,
          session: this.#session,
          headers: { ...this.#headers(credentials), 'Content-Type': `multipart/form-data; boundary=${boundary}` },
          body: {
            before: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
            path,
            after: `\r\n--${boundary}--\r\n`,
            onProgress: upload.onProgress,
          },
          timeoutMs: request.timeoutMs,
          maxBytes: request.maxBytes,
        },
        settled,
      ),
    )
  }

  #headers(credentials: Credentials): Record<string, string> {
    const basic = Buffer.from(`${credentials.email}:${credentials.apiKey}`, 'utf8').toString('base64')
    return { Authorization: `Basic ${basic}`, 'User-Agent': this.#userAgent }
  }

  #enqueue(
    lane: Lane,
    listener: GateListener,
    send: (credentials: Credentials, settled: HttpListener) => () => void,
  ): () => void {
    let giveUp: () => void = () => undefined
    const finish = () => {
      this.#running.get(lane)?.delete(job)
      this.#pump()
    }
    const job: Job = {
      lane,
      start: () => {
        const credentials = this.#credentials
        if (credentials === null) {
          finish()
          listener.onFailure({ code: 'no_key', message: 'There is no key for this account.', provesNonDelivery: true })
          return
        }
        giveUp = send(credentials, {
          onHead: (head) => {
            this.#noteHead(head)
            listener.onHead(head)
          },
          onChunk(bytes) {
            listener.onChunk(bytes)
          },
          onEnd() {
            finish()
            listener.onEnd()
          },
          onFailure(failure) {
            finish()
            listener.onFailure(failure)
          },
        })
      },
    }
    this.#waiting.push(job)
    this.#pump()
    return () => {
      const index = this.#waiting.indexOf(job)
      if (index >= 0) this.#waiting.splice(index, 1)
      giveUp()
      finish()
    }
  }

  /** Starts what may start: foreground before background, nothing while the server asks to wait. */
  #pump(): void {
    const holdMs = this.#holdUntil - Date.now()
    if (holdMs > 0) {
      this.#holdTimer ??= setTimeout(() => {
        this.#holdTimer = undefined
        this.#pump()
      }, holdMs)
      return
    }
    for (const lane of ['poll', 'foreground', 'media', 'upload', 'background'] as const) {
      const running = this.#running.get(lane) ?? new Set<Job>()
      this.#running.set(lane, running)
      while (running.size < laneWidths[lane]) {
        const index = this.#waiting.findIndex((job) => job.lane === lane)
        const [job] = index < 0 ? [] : this.#waiting.splice(index, 1)
        if (job === undefined) break
        running.add(job)
        job.start()
      }
    }
  }

  /** The whole account waits as long as the server asks one request to (sync-invariants.md §6.3). */
  #noteHead(head: HttpHead): void {
    if (head.status !== 429) return
    const seconds = Number(head.headers['retry-after'] ?? '5')
    const waitMs = (Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxRetryAfterSeconds) : 5) * 1000
    this.#holdUntil = Math.max(this.#holdUntil, Date.now() + waitMs)
  }

  close(): void {
    clearTimeout(this.#holdTimer)
    this.#credentials = null
  }
}
