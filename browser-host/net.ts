import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Writable } from 'node:stream'
import type Electron from 'electron'
import { ChunkedBody } from './net-body.ts'
import { UrlLoader } from './net-loader.ts'
import { HostIncomingMessage } from './net-response.ts'
import type { RequestPriority } from './net-sockets.ts'
import { defaultSession, HostSession } from './session-part.ts'
import type { SchemeHandler } from './web-server.ts'

type Headers = Map<string, readonly [name: string, value: string]>

/**
 * The part of `ClientRequest` that main/ uses, with the behaviour of Electron's lib/common/api/net-client-request.ts:
 * nothing is sent before the first chunk of a chunked body or the end of any other, which is buffered and has a length.
 * The stream closes as soon as its body was handed over, and its `error` still comes, fatal without a listener; the
 * answer to `abort` comes later.
 */
class HostClientRequest extends Writable {
  readonly #url: URL
  readonly #method: string
  readonly #session: HostSession
  readonly #priority: RequestPriority
  readonly #isPrivate: boolean
  readonly #headers: Headers = new Map()
  readonly #gathered: Buffer[] = []
  #chunked: ChunkedBody | undefined
  #loader: UrlLoader | undefined
  #response: HostIncomingMessage | undefined
  #hasBody = false
  #isAborted = false
  #progress: Electron.UploadProgress = { active: false, started: false, current: 0, total: 0 }

  constructor(options: Electron.ClientRequestConstructorOptions) {
    super({ autoDestroy: true })
    if (options.redirect !== 'manual') throw new Error('the browser host knows redirect: "manual" only')
    const session: unknown = options.session ?? defaultSession
    if (!(session instanceof HostSession)) {
      throw new TypeError('`session` should be an instance of the Session class')
    }
    this.#session = session
    this.#url = urlOf(options)
    this.#method = (options.method ?? 'GET').toUpperCase()
    // `network::ResourceRequest` begins with IDLE.
    this.#priority = options.priority ?? 'idle'
    this.#isPrivate = options.credentials === 'omit'
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, String(value))
  }

  get chunkedEncoding(): boolean {
    return this.#chunked !== undefined
  }

  set chunkedEncoding(value: boolean) {
    if (this.#loader !== undefined) {
      throw new Error('chunkedEncoding can only be set before the request is started')
    }
    if (this.#chunked !== undefined) throw new Error('chunkedEncoding can only be set once')
    if (!value) return
    this.#chunked = new ChunkedBody({
      onFirstChunk: () => {
        this.#start(this.#chunked ?? null)
      },
      isAborted: () => this.#isAborted,
    })
  }

  setHeader(name: string, value: string): void {
    if (this.#loader !== undefined || this.#hasBody) throw new Error("Can't set headers after they are sent")
    validateHeaderName(name)
    validateHeaderValue(name, value)
    this.#headers.set(name.toLowerCase(), [name, value])
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#hasBody = true
    if (this.#chunked !== undefined) {
      this.#chunked.write(chunk, encoding, callback)
      return
    }
    this.#gathered.push(chunk)
    callback()
  }

  override _final(callback: (error?: Error | null) => void): void {
    if (this.#chunked !== undefined && this.#hasBody) {
      this.#chunked.end(callback)
      return
    }
    this.#start(this.#hasBody ? Buffer.concat(this.#gathered.splice(0)) : null)
    callback()
  }

  /** The upload progress of a body with a length; it stays active. */
  getUploadProgress(): Electron.UploadProgress {
    return { ...this.#progress }
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit('abort'))
    this.#isAborted = true
    this.#die()
  }

  #die(error?: Error): void {
    // A closed stream does not emit errors.
    if (this.destroyed && error !== undefined) this.emit('error', error)
    this.destroy(error)
    if (this.#loader === undefined) return
    this.#loader.cancel()
    this.#response?.destroy(error)
  }

  #start(body: Buffer | ChunkedBody | null): void {
    this.#loader = new UrlLoader(
      {
        sockets: this.#session.sockets,
        method: this.#method,
        url: this.#url,
        proxy: this.#session.proxyOf(this.#url),
        headers: this.#headers,
        body,
        priority: this.#priority,
        isPrivate: this.#isPrivate,
      },
      {
        onResponse: (head) => {
          this.#response = new HostIncomingMessage(head)
          this.emit('response', this.#response)
        },
        onData: (chunk, resume) => {
          this.#response?.store(chunk, resume)
        },
        onComplete: () => {
          this.#response?.store(null, null)
        },
        onError: (name) => {
          const error = new Error(`net::${name}`)
          this.#response?.destroy(error)
          this.#die(error)
        },
        onRedirect: (status, method, url, headers) => {
          this.emit('redirect', status, method, url, headers)
          if (!this.#isAborted) this.#die(new Error('Redirect was cancelled'))
        },
        onUploadProgress: (current, total) => {
          this.#progress = { active: true, started: true, current, total }
        },
      },
    )
  }
}

/** Builds an address from its parts, as `parseOptions` of the same file does. */
function urlOf({ url, protocol, host, hostname, port, path }: Electron.ClientRequestConstructorOptions): URL {
  if (url !== undefined) return new URL(url)
  if (path !== undefined && path.includes(' ')) throw new TypeError('Request path contains unescaped characters')
  const authority = host ?? (port === undefined ? hostname : `${hostname ?? ''}:${port}`)
  return new URL(path ?? '/', `${protocol ?? 'http:'}//${authority ?? ''}`)
}

type UsedRequest = Pick<Electron.ClientRequest, 'setHeader' | 'abort' | 'chunkedEncoding' | 'getUploadProgress'>

/** The handlers of the program's own schemes; set by browser-host/electron.ts. */
export const hostSchemes = new Map<string, SchemeHandler>()

export const netPart = {
  /** Serves requests for the program's own schemes; all other requests go through `request`. */
  async fetch(input: string, init: RequestInit = {}): Promise<Response> {
    const handler = hostSchemes.get(new URL(input).protocol.slice(0, -1))
    if (handler === undefined) throw new Error('net::ERR_UNKNOWN_URL_SCHEME')
    return handler(new Request(input, init))
  },
  request(options: Electron.ClientRequestConstructorOptions | string) {
    return new HostClientRequest(typeof options === 'string' ? { url: options } : options)
  },
} satisfies {
  fetch(input: string, init?: RequestInit): Promise<Response>
  request(options: Electron.ClientRequestConstructorOptions | string): UsedRequest
}
