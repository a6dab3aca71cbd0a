import { Readable } from 'node:stream'
import { nothingUnderWay, type HttpExchange } from './http.ts'
import { passedBytes } from './passed-bytes.ts'
import { clientLimits } from '../../shared/client-limits.ts'

/** So much of an answer may wait for its reader; then the server has to wait as well (W5). */
const waitingBytes = clientLimits.bodyWaiting.most

/** The body of an answer while it comes: what is not wanted yet is not read from the network either. */
export class BodyStream {
  readonly #readable: Readable
  #exchange = nothingUnderWay

  constructor() {
    this.#readable = new Readable({
      highWaterMark: waitingBytes,
      read: () => {
        this.#exchange.resume()
      },
      destroy: (error, callback) => {
        this.#exchange.abort()
        callback(error)
      },
    })
  }

  /** The request whose body this is; it may have failed before it was there. */
  attach(exchange: HttpExchange): void {
    this.#exchange = exchange
    if (this.#readable.destroyed) exchange.abort()
  }

  /** For Node's streams; destroying it gives the request up. */
  get readable(): Readable {
    return this.#readable
  }

  take(bytes: Uint8Array): void {
    passedBytes.note(bytes.byteLength)
    if (!this.#readable.push(bytes)) this.#exchange.pause()
  }

  end(): void {
    this.#readable.push(null)
  }

  fail(error: Error): void {
    this.#readable.destroy(error)
  }

  /** For an answer to the page; cancelling it gives the request up. */
  toWeb(): ReadableStream<Uint8Array> {
    const strategy = { highWaterMark: waitingBytes, size: (chunk: Uint8Array | undefined) => chunk?.byteLength ?? 0 }
    // The same stream under the names of Node and of the web.
    return Readable.toWeb(this.#readable, { strategy }) as ReadableStream<Uint8Array>
  }
}
