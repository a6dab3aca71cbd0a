import { lookup } from 'node:dns'
import {
  request as httpRequest,
  type Agent,
  type ClientRequest as NodeRequest,
  type IncomingMessage as NodeResponse,
} from 'node:http'
import type { LookupFunction } from 'node:net'
import { BodyPipe, type ChunkSource } from './net-body.ts'
import { netErrorBeforeHead, netErrorInBody, resentAfter } from './net-errors.ts'
import { netFaultFor } from './net-faults.ts'
import type { RequestPriority, SessionSockets } from './net-sockets.ts'

export interface LoaderRequest {
  readonly sockets: SessionSockets
  readonly method: string
  readonly url: URL
  /** The HTTP proxy through which the request goes; null for none. */
  readonly proxy: URL | null
  readonly headers: ReadonlyMap<string, readonly [name: string, value: string]>
  /** The body; only a buffer can be resent. */
  readonly body: Buffer | ChunkSource | null
  readonly priority: RequestPriority
  /** Whether the request has no credentials of the session. */
  readonly isPrivate: boolean
}

export interface LoaderListener {
  onResponse(response: NodeResponse): void
  onRedirect(status: number, method: string, url: string, headers: Record<string, string[]>): void
  /** @param resume requests more; no data come before */
  onData(chunk: Buffer, resume: () => void): void
  onComplete(): void
  /** @param name `ERR_…` */
  onError(name: string): void
  onUploadProgress(sentBytes: number, totalBytes: number): void
}

/** Methods that send a length even for an empty body (`HttpNetworkTransaction::BuildRequestHeaders`). */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT'])
const pieceBytes = 64 * 1024
const requestTimeoutStatus = 408

/** Resolves names below `localhost` to this computer (RFC 6761), as Chromium does; a system resolver may not. */
const lookupAsChromium: LookupFunction = (hostname, options, callback) => {
  lookup(/(?:^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname, options, callback)
}

/** A proxy gets the whole address as the path of the request (RFC 9112, 3.2.2). */
function pathOf(url: URL, proxy: URL | null): { readonly path?: string } {
  return proxy === null ? {} : { path: `${url.origin}${url.pathname}${url.search}` }
}

/** Whether no connection was made. */
function isUnreached(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException // Node's errors of sockets have both.
  return syscall === 'connect' || code === 'ENOTFOUND'
}

/**
 * One request of the network stack, over as many sockets as needed: if a reused socket fails before the answer's head,
 * the same request is resent over another one, whatever its method, until one answers or a fresh socket fails
 * (`HttpNetworkTransaction::ShouldResendRequest`). The caller does not notice.
 */
export class UrlLoader {
  readonly #request: LoaderRequest
  readonly #listener: LoaderListener
  readonly #pipe = new BodyPipe()
  #withdraw: () => void = () => undefined
  #attempt: NodeRequest | undefined
  #isOver = false

  constructor(request: LoaderRequest, listener: LoaderListener) {
    this.#request = request
    this.#listener = listener
    // Callbacks begin only after the call has returned.
    setImmediate(() => {
      this.#ask()
    })
  }

  cancel(): void {
    if (this.#isOver) return
    this.#end()
    this.#attempt?.destroy()
  }

  #end(): void {
    this.#isOver = true
    this.#withdraw()
    this.#pipe.break()
  }

  #fail(name: string): void {
    if (this.#isOver) return
    this.#end()
    this.#attempt?.destroy()
    this.#listener.onError(name)
  }

  #ask(): void {
    if (this.#isOver) return
    const { sockets, url, proxy, method, priority, isPrivate } = this.#request
    const fault = netFaultFor('before', method, url.pathname)
    if (fault !== undefined) {
      this.#fail(fault)
      return
    }
    this.#withdraw = sockets.request((proxy ?? url).origin, isPrivate, {
      priority,
      start: (agent) => this.#send(agent),
      onFlushed: () => {
        this.#fail('ERR_ABORTED')
      },
    })
  }

  #send(agent: Agent): NodeRequest {
    const { url, proxy, method, headers, body } = this.#request
    const request = httpRequest(proxy ?? url, { method, agent, lookup: lookupAsChromium, ...pathOf(url, proxy) })
    this.#attempt = request
    // Node's default depends on the method; here either a length or chunked encoding is explicit.
    request.useChunkedEncodingByDefault = false
    if (proxy !== null) request.setHeader('Host', url.host)
    for (const [name, value] of headers.values()) request.setHeader(name, value)
    let before = 0
    let socketError: NodeJS.ErrnoException | undefined
    const noteError = (error: Error) => (socketError = error)
    request.once('socket', (socket) => {
      before = socket.bytesRead
      socket.on('error', noteError)
      request.once('close', () => socket.off('error', noteError))
    })
    request.on('response', (response) => {
      this.#answered(request, response, () => socketError)
    })
    request.on('error', (error) => {
      const hasBytes = (request.socket?.bytesRead ?? 0) > before
      const name = netErrorBeforeHead(error, { isReused: request.reusedSocket, hasBytes })
      this.#broke(request, proxy !== null && isUnreached(error) ? 'ERR_PROXY_CONNECTION_FAILED' : name)
    })
    if (body === null || Buffer.isBuffer(body)) this.#sendBuffer(request, body)
    else {
      request.useChunkedEncodingByDefault = true
      this.#pipe.connect(request)
      body.startReading(this.#pipe)
    }
    return request
  }

  #sendBuffer(request: NodeRequest, body: Buffer | null): void {
    const total = body?.length ?? 0
    if (body !== null || bodyMethods.has(this.#request.method)) request.setHeader('Content-Length', total)
    let sent = 0
    for (let offset = 0; body !== null && offset < total; offset += pieceBytes) {
      const piece = body.subarray(offset, offset + pieceBytes)
      request.write(piece, (error) => {
        if (error != null || this.#isOver || request !== this.#attempt) return
        sent += piece.length
        this.#listener.onUploadProgress(sent, total)
      })
    }
    request.end()
  }

  /** Handles an attempt that failed before the head of an answer. */
  #broke(request: NodeRequest, name: string): void {
    if (this.#isOver || request !== this.#attempt) return
    request.destroy()
    if (request.reusedSocket && resentAfter.has(name)) this.#resend()
    else this.#fail(name)
  }

  #resend(): void {
    const { body } = this.#request
    if (body === null || Buffer.isBuffer(body)) {
      this.#ask()
      return
    }
    // `ChunkedDataPipeUploadDataStream::InitInternal`: a source that has reported its end is closed.
    if (this.#pipe.isDone) {
      this.#fail('ERR_FAILED')
      return
    }
    // Otherwise the source would have to restart, which Electron's sources cannot do: an exception that cannot be
    // caught. If a caller catches it nevertheless, the request ends here; in Electron later writes would form a body
    // without its beginning.
    process.nextTick(() => {
      body.startReading(this.#pipe)
    })
    this.#fail('ERR_FAILED')
  }

  #answered(request: NodeRequest, response: NodeResponse, socketError: () => NodeJS.ErrnoException | undefined): void {
    if (this.#isOver || request !== this.#attempt) return
    const { url, method } = this.#request
    const fault = netFaultFor('after', method, url.pathname)
    if (fault !== undefined) {
      this.#broke(request, fault)
      return
    }
    const status = response.statusCode ?? 0
    if (status === requestTimeoutStatus && request.reusedSocket) {
      // `RetryReason::kHttpRequestTimeout`: the server has just closed a stale socket.
      request.destroy()
      this.#resend()
      return
    }
    const { location } = response.headers
    if (status >= 300 && status < 400 && location !== undefined) {
      response.resume()
      const headers: Record<string, string[]> = {}
      for (const [name, values] of Object.entries(response.headersDistinct)) headers[name] = values ?? []
      this.#listener.onRedirect(status, methodAfter(status, method), new URL(location, url).href, headers)
      return
    }
    response.on('data', (chunk: Buffer) => {
      if (this.#isOver) return
      response.pause()
      this.#listener.onData(chunk, () => response.resume())
    })
    response.on('end', () => {
      if (this.#isOver || !response.complete) return
      this.#isOver = true
      this.#listener.onComplete()
    })
    response.on('error', () => {
      this.#fail(netErrorInBody(socketError(), response))
    })
    this.#listener.onResponse(response)
  }
}

/** `RedirectInfo::ComputeMethodForRedirect`. */
function methodAfter(status: number, method: string): string {
  const becomesGet = (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')
  return becomesGet ? 'GET' : method
}
