import { net, type IncomingMessage, type Session } from 'electron'
import { netFailure, type NetFailure } from './net-errors.ts'

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly session: Session
}

export interface HttpHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Where a redirect points to, absolute; redirects are never followed by themselves. */
  readonly redirect: string | null
}

export interface HttpListener {
  onHead(head: HttpHead): void
  onChunk(bytes: Uint8Array): void
  onEnd(): void
  onFailure(failure: NetFailure): void
}

/**
 * One HTTP request over Electron's network stack. Exactly one of `onEnd` and `onFailure` is called, unless the returned
 * function gave the request up before.
 */
export function httpRequest(request: HttpRequest, listener: HttpListener): () => void {
  let isSettled = false
  let received = 0
  const client = net.request({
    method: request.method,
    url: request.url,
    session: request.session,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  })
  for (const [name, value] of Object.entries(request.headers)) client.setHeader(name, value)

  function settle(action: () => void): void {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    action()
  }
  function fail(failure: NetFailure): void {
    settle(() => {
      listener.onFailure(failure)
    })
    client.abort()
  }
  const timer = setTimeout(() => {
    fail({ code: 'timeout', message: 'The server did not answer in time.', provesNonDelivery: false })
  }, request.timeoutMs)

  client.on('response', (response: IncomingMessage) => {
    if (isSettled) return
    listener.onHead({ status: response.statusCode, headers: plainHeaders(response.headers), redirect: null })
    response.on('data', (chunk: Buffer) => {
      if (isSettled) return
      received += chunk.byteLength
      if (received > request.maxBytes) {
        fail({ code: 'too_large', message: 'The server’s answer is too large.', provesNonDelivery: false })
        return
      }
      listener.onChunk(chunk)
    })
    response.on('end', () => {
      settle(() => {
        listener.onEnd()
      })
    })
    response.on('aborted', () => {
      fail(netFailure('net::ERR_CONNECTION_CLOSED'))
    })
    response.on('error', (error: Error) => {
      fail(netFailure(error.message))
    })
  })
  client.on('redirect', (status: number, _method: string, url: string, headers: Record<string, string[]>) => {
    settle(() => {
      listener.onHead({ status, headers: plainHeaders(headers), redirect: url })
      listener.onEnd()
    })
    client.abort()
  })
  // A 401 carries a Basic challenge; only a proxy's question would deserve an answer (wire-protocol.md §2.13).
  client.on('login', (_authInfo, callback) => {
    callback()
  })
  client.on('error', (error: Error) => {
    fail(netFailure(error.message))
  })
  if (request.body !== null) client.write(request.body)
  client.end()

  return () => {
    settle(() => undefined)
    client.abort()
  }
}

/** A whole small answer as text. @throws HttpFailure */
export function httpText(request: HttpRequest): Promise<HttpHead & { readonly body: string }> {
  return new Promise((resolve, reject) => {
    let head: HttpHead | undefined
    const chunks: Uint8Array[] = []
    httpRequest(request, {
      onHead(value) {
        head = value
      },
      onChunk(bytes) {
        chunks.push(bytes)
      },
      onEnd() {
        if (head !== undefined) resolve({ ...head, body: Buffer.concat(chunks).toString('utf8') })
      },
      onFailure(failure) {
        reject(new HttpFailure(failure))
      },
    })
  })
}

/** No answer came. */
export class HttpFailure extends Error {
  readonly code: string
  readonly failure: NetFailure

  constructor(failure: NetFailure) {
    super(failure.message)
    this.name = 'HttpFailure'
    this.code = failure.code
    this.failure = failure
  }
}

function plainHeaders(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
