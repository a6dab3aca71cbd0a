import { Readable } from 'node:stream'
import { nothingUnderWay, type HttpExchange } from './http.ts'
import { passedBytes } from './passed-bytes.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** The maximum of bytes of an answer that wait for their reader; above it the server is throttled. */
const waitingBytes = clientLimits.bodyWaiting.most

/**
 * The body of an answer as a stream with back-pressure: while data waits for the reader, the network is not read
 * either.
 */
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

  /** Sets the request of the body. The body may have failed already. */
  attach(exchange: HttpExchange): void {
    this.#exchange = exchange
    if (this.#readable.destroyed) exchange.abort()
  }

  /** The body as a stream of Node; destroying it aborts the request. */
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

  /** The body as a web stream, for an answer to the page; cancelling it aborts the request. */
  toWeb(): ReadableStream<Uint8Array> {
    const strategy = { highWaterMark: waitingBytes, size: (chunk: Uint8Array | undefined) => chunk?.byteLength ?? 0 }
    // Node and the web have different types for the same stream.
    return Readable.toWeb(this.#readable, { strategy }) as ReadableStream<Uint8Array>
  }
}
