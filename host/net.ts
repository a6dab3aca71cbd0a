import { lookup } from 'node:dns'
import { EventEmitter } from 'node:events'
import {
  request as httpRequest,
  type ClientRequest as NodeRequest,
  type IncomingMessage as NodeResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type Electron from 'electron'

/** Node's error codes by the names that Chromium's network stack gives the same faults. */
const chromiumNames: Readonly<Record<string, string>> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  HPE_INVALID_CONSTANT: 'ERR_INVALID_HTTP_RESPONSE',
}

function chromiumError(error: NodeJS.ErrnoException): Error {
  return new Error(`net::${chromiumNames[error.code ?? ''] ?? 'ERR_FAILED'}`)
}

/** Names below `localhost` are this computer (RFC 6761); Chromium knows that, a system's resolver need not. */
const lookupAsChromium: LookupFunction = (hostname, options, callback) => {
  lookup(/(?:^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname, options, callback)
}

/** Methods of which even an empty body has a length. */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT'])
const pieceBytes = 64 * 1024

/**
 * The part of `ClientRequest` that main/ uses, over Node's own client. As in Chromium nothing leaves before the first
 * chunk or the end; a body is gathered and has a length, unless `chunkedEncoding` is set.
 */
class HostClientRequest extends EventEmitter {
  readonly #url: URL
  readonly #method: string
  readonly #headers: [string, string][] = []
  readonly #body: Buffer[] = []
  #request: NodeRequest | undefined
  #isDone = false
  #sentBytes = 0
  #totalBytes = 0
  chunkedEncoding = false

  constructor(options: Electron.ClientRequestConstructorOptions) {
    super()
    if (options.redirect !== 'manual') throw new Error('the browser host knows redirect: "manual" only')
    this.#url = new URL(options.url ?? '')
    this.#method = options.method ?? 'GET'
  }

  setHeader(name: string, value: string): void {
    this.#headers.push([name, value])
  }

  write(chunk: string | Buffer, _encoding?: string, callback?: () => void): void {
    if (this.chunkedEncoding) {
      this.#started().write(chunk, () => callback?.())
      return
    }
    this.#body.push(Buffer.from(chunk))
    callback?.()
  }

  end(chunk?: string | Buffer): this {
    if (this.#isDone) return this
    if (chunk !== undefined) this.write(chunk)
    const isFramed = this.#body.length > 0 || bodyMethods.has(this.#method)
    const body = Buffer.concat(this.#body.splice(0))
    const request = this.#started()
    if (!this.chunkedEncoding && isFramed) request.setHeader('Content-Length', body.length)
    this.#totalBytes = body.length
    for (let offset = 0; offset < body.length; offset += pieceBytes) {
      const piece = body.subarray(offset, offset + pieceBytes)
      request.write(piece, (error) => {
        if (error == null) this.#sentBytes += piece.length
      })
    }
    request.end()
    return this
  }

  /** Of a body with a length. */
  getUploadProgress(): Electron.UploadProgress {
    const isActive = this.#request !== undefined && !this.#isDone
    return { active: isActive, started: isActive, current: this.#sentBytes, total: this.#totalBytes }
  }

  #started(): NodeRequest {
    if (this.#request !== undefined) return this.#request
    const url = this.#url
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, { method: this.#method, agent: false, lookup: lookupAsChromium })
    // Node has a default for each method; here the length or the chunks are always said.
    request.useChunkedEncodingByDefault = this.chunkedEncoding
    for (const [name, value] of this.#headers) request.setHeader(name, value)
    request.on('response', (response) => {
      this.#respond(response, url)
    })
    request.on('error', (error) => {
      this.#fail(error)
    })
    this.#request = request
    return request
  }

  abort(): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#request?.destroy()
    this.emit('abort')
    this.emit('close')
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#isDone) return
    this.#isDone = true
    this.emit('error', chromiumError(error))
    this.emit('close')
  }

  #respond(response: NodeResponse, url: URL): void {
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status >= 300 && status < 400 && location !== undefined) {
      response.resume()
      this.emit('redirect', status, 'GET', new URL(location, url).href, listHeaders(response))
      // As in Electron: nobody followed it, so the request is over.
      if (!this.#isDone) this.#fail(Object.assign(new Error('redirect'), { code: 'REDIRECT_CANCELLED' }))
      return
    }
    const answer = Object.assign(new EventEmitter(), { statusCode: status, headers: listHeaders(response) })
    this.emit('response', answer)
    response.on('data', (chunk: Buffer) => answer.emit('data', chunk))
    response.on('end', () => {
      if (!response.complete) return
      this.#isDone = true
      answer.emit('end')
      this.emit('close')
    })
    response.on('error', () => {
      if (this.#isDone) return
      this.#isDone = true
      answer.emit('aborted')
    })
  }
}

function listHeaders(response: NodeResponse): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) headers[name] = value
  return headers
}

type UsedRequest = Pick<Electron.ClientRequest, 'setHeader' | 'abort' | 'chunkedEncoding' | 'getUploadProgress'>

export const netPart = {
  request(options: Electron.ClientRequestConstructorOptions | string) {
    return new HostClientRequest(typeof options === 'string' ? { url: options } : options)
  },
} satisfies { request(options: Electron.ClientRequestConstructorOptions | string): UsedRequest }
