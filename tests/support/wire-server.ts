import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  /** The number of the server's socket, from 0. */
  readonly socket: number
}

type Answer = (request: IncomingMessage, response: ServerResponse, seen: WireRequest) => unknown

/** A web server that reports the socket of each request, and answers as the test determines after reading the body. */
export class WireServer {
  readonly seen: WireRequest[] = []
  readonly sockets: Socket[] = []
  readonly #server: Server
  /** Handlers by path; other requests get a short 200. */
  readonly #answers = new Map<string, Answer>()
  readonly #taps = new Map<string, (request: IncomingMessage) => void>()

  constructor() {
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      const tap = this.#taps.get(request.url ?? '')
      if (tap !== undefined) {
        tap(request)
        request.on('end', () => response.end('ok'))
        return
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const seen: WireRequest = {
          method: request.method ?? '',
          path: request.url ?? '',
          body: Buffer.concat(chunks).toString(),
          socket: this.sockets.indexOf(request.socket),
        }
        this.seen.push(seen)
        const answer = this.#answers.get(seen.path)
        if (answer === undefined) response.end('ok')
        else answer(request, response, seen)
      })
    })
    this.#server.on('connection', (socket) => this.sockets.push(socket))
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer)
  }

  /** Lets the test read the bodies of `path`; the answer is a short 200. */
  tap(path: string, read: (request: IncomingMessage) => void): void {
    this.#taps.set(path, read)
  }

  /** The requests to `path`. */
  at(path: string): WireRequest[] {
    return this.seen.filter((request) => request.path === path)
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
