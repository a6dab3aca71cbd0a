import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { SeededRandom } from '#support/random.ts'

/** Requests that take effect on each arrival. The network stack must never resend them. */
const oncePaths = new Set(['/api/v1/messages', '/api/v1/scheduled_messages', '/api/v1/drafts', '/api/v1/submessage'])
/** Longer than any pause of a test: a keep-alive socket is reused, or killed by the proxy. */
const keepAliveTimeoutMs = 60_000

interface Handling {
  readonly body: Buffer
  /** Whether the server handles the request, and its answer is dropped. */
  readonly losesAnswer: boolean
  readonly isPoll: boolean
}

/** A proxy between client and server: delays requests, loses some answers and kills sockets, like a bad network. */
export class FaultProxy {
  readonly #server: Server
  readonly #random: SeededRandom
  readonly #target: () => string
  readonly #used = new WeakSet<Socket>()
  /** Requests on reused sockets that were killed: the network stack resends them. */
  readonly #awaited = new Map<string, number>()
  /** The probability that a non-idempotent request gets no head of an answer on a fresh socket. */
  lossRate = 0.15
  /** The probability that such a request did not reach the server; otherwise the server has handled it. */
  undeliveredRate = 0
  /** The probability that a reused socket is killed between the body of a request and the head of its answer. */
  killRate = 0
  maxDelayMs = 250
  /** The number of reused sockets killed in this way. */
  kills = 0
  /** The number of requests that arrived a second time after that. */
  resendings = 0
  /** The number of requests on a reused socket. */
  reuses = 0
  /** The number of non-idempotent requests without a head of an answer, on any socket. */
  unanswered = 0
  /** Non-idempotent requests on a reused socket. */
  readonly onceOverReused: string[] = []
  /** Requests that are held until `release`. */
  holds: (method: string, path: string) => boolean = () => false
  #held: (() => void)[] = []

  constructor(target: () => string, random: SeededRandom) {
    this.#target = target
    this.#random = random
    this.#server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        this.#take(request, response, Buffer.concat(chunks))
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { method = 'GET', url = '/', socket } = request
    const isOnce = method === 'POST' && oncePaths.has(url)
    const isReused = this.#used.has(socket)
    this.#used.add(socket)
    if (isReused) this.reuses += 1
    if (isReused && isOnce) this.onceOverReused.push(`${method} ${url}`)
    const key = `${method} ${url} ${body.toString('latin1')}`
    this.#recognize(key)

    const isKilled = isReused && this.#random.chance(this.killRate)
    if (isKilled) {
      this.kills += 1
      this.#awaited.set(key, (this.#awaited.get(key) ?? 0) + 1)
    }
    const isLost = !isKilled && isOnce && this.#random.chance(this.lossRate)
    if (isOnce && (isKilled || isLost)) this.unanswered += 1
    // Some requests never reach the server; the others take effect there.
    if ((isKilled && this.#random.chance(0.5)) || (isLost && this.#random.chance(this.undeliveredRate))) {
      socket.destroy()
      return
    }
    const isPoll = url.startsWith('/api/v1/events')
    const forward = () => {
      this.#forward(request, response, { body, losesAnswer: isKilled || isLost, isPoll })
    }
    if (this.holds(method, url)) this.#held.push(forward)
    else setTimeout(forward, isPoll ? 0 : this.#random.below(this.maxDelayMs))
  }

  /** Counts a request that arrived before on a killed socket. */
  #recognize(key: string): void {
    const awaited = this.#awaited.get(key) ?? 0
    if (awaited === 0) return
    this.resendings += 1
    this.#awaited.set(key, awaited - 1)
  }

  #forward(request: IncomingMessage, response: ServerResponse, { body, losesAnswer, isPoll }: Handling): void {
    // The request continues although its client may have been killed: it was already sent.
    const forwarded = httpRequest(
      this.#target() + (request.url ?? '/'),
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        if (losesAnswer) {
          answer.resume()
          response.destroy()
          return
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    if (isPoll) response.on('close', () => forwarded.destroy())
    forwarded.end(body)
  }

  /** Notes that the client has ended: none of its requests will be resent. */
  forget(): void {
    this.#awaited.clear()
  }

  /** Stops holding requests, and releases the held ones. */
  release(): void {
    this.holds = () => false
    for (const forward of this.#held.splice(0)) forward()
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
