import type { HttpExchange, HttpListener } from './http.ts'

/**
 * The time for which a stream may idle while another request waits for its connection, milliseconds. Players resume
 * with a range request.
 */
const idleMs = 20_000

/** Aborts an idle stream. Otherwise a paused video would occupy its connection permanently, by back-pressure. */
export class IdleStream {
  readonly #isWanted: () => boolean
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** @param isWanted whether another request waits for the connection */
  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted
  }

  /** The listener wrapped so that the watch ends with the request. */
  endedBy(listener: HttpListener): HttpListener {
    return {
      onHead(head) {
        listener.onHead(head)
      },
      onChunk(bytes) {
        listener.onChunk(bytes)
      },
      onEnd: () => {
        this.#end()
        listener.onEnd()
      },
      onFailure: (failure) => {
        this.#end()
        listener.onFailure(failure)
      },
    }
  }

  /** The request wrapped so that its pauses are watched. */
  watched(exchange: HttpExchange, listener: HttpListener): HttpExchange {
    return {
      abort: () => {
        this.#end()
        exchange.abort()
      },
      pause: () => {
        if (this.#isOver) return
        exchange.pause()
        this.#timer ??= setInterval(() => {
          if (!this.#isWanted()) return
          this.#end()
          exchange.abort()
          listener.onFailure({ code: 'aborted', reason: { code: 'REQUEST_REPLACED' }, provesNonDelivery: false })
        }, idleMs)
      },
      resume: () => {
        this.#stopWatching()
        exchange.resume()
      },
    }
  }

  #end(): void {
    this.#isOver = true
    this.#stopWatching()
  }

  #stopWatching(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
