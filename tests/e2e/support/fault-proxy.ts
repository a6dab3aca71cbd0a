import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeededRandom } from '../../support/random.ts'

/** Between the client and its server: delays requests and loses some answers, as a bad network does. */
export class FaultProxy {
  readonly #server: Server
  readonly #random: SeededRandom
  readonly #target: () => string
  /** Chance that the answer of a sending is lost after the server has carried it out. */
  lossRate = 0.15
  maxDelayMs = 250
  /** Requests that stay on their way until `release`. */
  holds: (method: string, path: string) => boolean = () => false
  #held: (() => void)[] = []

  constructor(target: () => string, random: SeededRandom) {
    this.#target = target
    this.#random = random
    this.#server = createServer((request, response) => {
      const isPoll = request.url?.startsWith('/api/v1/events') === true
      const losesAnswer =
        request.method === 'POST' && request.url === '/api/v1/messages' && this.#random.chance(this.lossRate)
      const delayMs = isPoll ? 0 : this.#random.below(this.maxDelayMs)
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const forward = () => {
          // The request goes on also when its client has died meanwhile: it was on the wire.
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
          forwarded.end(Buffer.concat(chunks))
        }
        if (this.holds(request.method ?? 'GET', request.url ?? '/')) this.#held.push(forward)
        else setTimeout(forward, delayMs)
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Holds nothing any more, and lets go on what was held. */
  release(): void {
    this.holds = () => false
    for (const forward of this.#held.splice(0)) forward()
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
