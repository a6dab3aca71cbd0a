import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { WebSocketServer } from 'ws'
import { preventable } from './app-part.ts'
import { newSecret, secretsEqual, type PageChannel } from './page-channel.ts'
import { defaultSession } from './session-part.ts'

export const launchLifetimeMs = 30_000
const linksAtATime = 3
const askEveryMs = 3_000
const preloadName = 'host-preload.js'

/** The differences during development: the page stays open while the program restarts, and may be loaded again. */
export interface HostDevelopment {
  /** The port of the page, the same after each restart. */
  readonly port: number
  /** The token of the launch link, which stays valid. */
  readonly token: string
}

export type SchemeHandler = (request: Request) => Response | Promise<Response>

interface Launch {
  readonly token: string
  readonly until: number
  /** Whether the link is opened from a file, which browsers treat as another site. */
  readonly fromFile: boolean
}

/**
 * Serves the window to a browser on 127.0.0.1. A launch link is valid once and for thirty seconds; files are below a
 * path that only the launched page knows; the IPC requires that page's secret. Cookies are not used, since all ports of
 * 127.0.0.1 share them.
 */
export class WebServer {
  readonly #schemes: ReadonlyMap<string, SchemeHandler>
  readonly #channel: PageChannel
  readonly #server: Server
  readonly #media: Server
  #filesSecret = newSecret()
  readonly #mediaSecret = newSecret()
  #launches: readonly Launch[] = []
  #lastAsked = 0
  /** Called when a page is requested without a link: a new link may be printed, but only in the terminal. */
  onAsked: () => void = () => undefined
  #preloadFile: string | null = null
  readonly #development: HostDevelopment | null

  constructor(
    schemes: ReadonlyMap<string, SchemeHandler>,
    channel: PageChannel,
    development: HostDevelopment | null = null,
  ) {
    this.#schemes = schemes
    this.#channel = channel
    this.#development = development
    this.#server = createServer((request, response) => {
      this.#answer(request, response, () => this.#page(request, response))
    })
    this.#media = createServer((request, response) => {
      this.#answer(request, response, () => this.#mediaFile(request, response))
    })
    const sockets = new WebSocketServer({ noServer: true, maxPayload: 4 * 1024 * 1024 })
    this.#server.on('upgrade', (request, socket, head) => {
      const isOwn =
        request.url === '/ws' && this.#isOwnHost(request, this.#server) && request.headers.origin === this.origin
      if (!isOwn) {
        socket.destroy()
        return
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        this.#channel.accept(webSocket)
      })
    })
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  /** The base path of `media:` addresses. */
  get mediaBase(): string {
    return `http://127.0.0.1:${portOf(this.#media)}/${this.#mediaSecret}/`
  }

  async listen(): Promise<void> {
    for (const server of [this.#server, this.#media]) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        const port = server === this.#server ? (this.#development?.port ?? 0) : 0
        server.listen(port, '127.0.0.1', resolve)
      })
    }
  }

  setPreload(file: string): void {
    this.#preloadFile = file
  }

  /** Returns a fresh launch link. Several are valid at a time, so that a new one does not invalidate another. */
  launchLink({ fromFile = false } = {}): string {
    if (this.#development !== null) return `${this.origin}/launch?token=${this.#development.token}`
    const launch = { token: newSecret(), until: Date.now() + launchLifetimeMs, fromFile }
    this.#launches = [...this.#launches.slice(1 - linksAtATime), launch]
    return `${this.origin}/launch?token=${launch.token}`
  }

  close(): void {
    this.#channel.close()
    for (const server of [this.#server, this.#media]) {
      server.close()
      server.closeAllConnections()
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, serve: () => Promise<void>): void {
    const isOwn = this.#isOwnHost(request, this.#server) || this.#isOwnHost(request, this.#media)
    if (!isOwn || request.method !== 'GET') {
      nothing(response)
      return
    }
    serve().catch(() => {
      nothing(response)
    })
  }

  #isOwnHost(request: IncomingMessage, server: Server): boolean {
    return request.headers.host === `127.0.0.1:${portOf(server)}`
  }

  async #page(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    if (url.pathname === '/launch') {
      await this.#launchPage(url.searchParams.get('token') ?? '', request, response)
      return
    }
    if (url.pathname === '/') {
      this.#asked(request, response)
      return
    }
    if (this.#development !== null && url.pathname.startsWith('/dev/')) {
      const known = request.headers['if-none-match']
      const headers: Record<string, string> = known === undefined ? {} : { 'if-none-match': known }
      await this.#forward('app', `app://skein${url.pathname}${url.search}`, response, headers)
      return
    }
    const [, folder = '', secret = '', ...rest] = url.pathname.split('/')
    if (folder !== 'files' || !secretsEqual(secret, this.#filesSecret)) {
      nothing(response)
      return
    }
    if (rest.join('/') === preloadName) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' })
      response.end(this.#preloadScript())
      return
    }
    await this.#forward('app', `app://skein/${rest.join('/')}`, response)
  }

  /** Answers a reloaded page or a request without a secret; the new link is only printed in the terminal. */
  #asked(request: IncomingMessage, response: ServerResponse): void {
    const site = request.headers['sec-fetch-site']
    if (this.#development !== null && (site === 'none' || site === 'same-origin')) {
      response.writeHead(302, { location: this.launchLink(), 'cache-control': 'no-store' })
      response.end()
      return
    }
    if (Date.now() - this.#lastAsked > askEveryMs) {
      this.#lastAsked = Date.now()
      this.onAsked()
    }
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    response.end('A new link stands in the terminal where Skein was started.\n')
  }

  async #launchPage(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const site = request.headers['sec-fetch-site']
    const launch = this.#validLaunch(token)
    const isPage = request.headers['sec-fetch-dest'] === 'document' && launch?.fromFile === true
    const isAsked = site === undefined || site === 'none' || site === 'same-origin' || isPage
    if (launch === undefined || !isAsked || Date.now() > launch.until) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      response.end('This link has been used or is too old. Press Enter in the terminal for a new one.\n')
      return
    }
    this.#launches = this.#launches.filter((candidate) => candidate !== launch)
    this.#filesSecret = newSecret()
    const answer = await this.#schemes.get('app')?.(new Request('app://skein/index.html'))
    if (answer === undefined) {
      nothing(response)
      return
    }
    const html = await answer.text()
    const head =
      `<base href="/files/${this.#filesSecret}/">` +
      `<meta name="skein-host" content="${this.#channel.renew()}">` +
      (this.#development === null ? '' : '<meta name="skein-development">') +
      `<script src="${preloadName}"></script>`
    response.writeHead(200, { ...this.#headers(answer), 'cache-control': 'no-store' })
    response.end(html.replace(/<head>/, `<head>${head}`))
  }

  #validLaunch(token: string): Launch | undefined {
    const lasting = this.#development?.token
    if (lasting !== undefined && secretsEqual(token, lasting)) return { token, until: Infinity, fromFile: true }
    return this.#launches.find((candidate) => secretsEqual(token, candidate.token))
  }

  /**
   * Whether the program prevents a file that the browser loads outside of the page, as with Electron's downloads.
   * Chromium names the mode of each request (`Sec-Fetch-Mode`).
   */
  #isPreventedDownload(request: IncomingMessage): boolean {
    if (request.headers['sec-fetch-mode'] !== 'navigate') return false
    const event = preventable()
    defaultSession.emit('will-download', event)
    return event.defaultPrevented
  }

  async #mediaFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.mediaBase)
    const [, secret = '', ...rest] = url.pathname.split('/')
    if (!secretsEqual(secret, this.#mediaSecret) || this.#isPreventedDownload(request)) {
      nothing(response)
      return
    }
    // Another port is another origin; the secret in the path protects against foreign requests.
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    const { range } = request.headers
    await this.#forward(
      'media',
      `media://${rest.join('/')}${url.search}`,
      response,
      range === undefined ? {} : { range },
    )
  }

  async #forward(
    scheme: string,
    address: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const answer = await this.#schemes.get(scheme)?.(new Request(address, { headers }))
    if (answer === undefined) {
      nothing(response)
      return
    }
    if (scheme === 'app') response.setHeader('cross-origin-resource-policy', 'same-origin')
    response.writeHead(answer.status, this.#headers(answer))
    if (answer.body === null) {
      response.end()
      return
    }
    const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>) // the same stream under the names of the web and of Node
    body.on('error', () => response.destroy())
    response.on('close', () => body.destroy())
    body.pipe(response)
  }

  /** The program's headers; the policy is extended by the page's base and this server's socket. */
  #headers(answer: Response): Record<string, string> {
    const headers = Object.fromEntries(answer.headers.entries())
    const policy = headers['content-security-policy']
    if (policy !== undefined) {
      headers['content-security-policy'] = policy
        .replace(/connect-src (?:'none')?/, `connect-src ${this.origin.replace('http:', 'ws:')} `)
        .replace("base-uri 'none'", "base-uri 'self'")
    }
    return headers
  }

  /** The preload script with the environment of a sandboxed one: its `require` provides electron only. */
  #preloadScript(): string {
    if (this.#preloadFile === null) return ''
    const runtime = readFileSync(new URL('./page/runtime.js', import.meta.url), 'utf8')
    const preload = readFileSync(this.#preloadFile, 'utf8')
    return `${runtime}\n;((require, module, exports) => {\n${preload}\n})(skeinHost.require, { exports: {} }, {});\n`
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0
}

function nothing(response: ServerResponse): void {
  response.writeHead(404, { 'cache-control': 'no-store' })
  response.end()
}
