import type { HttpExchange, HttpListener } from './http.ts'

/** How long a stream may idle while another waits for its connection, milliseconds; players resume by a range request. */
const idleMs = 20_000

/** Aborts an idle stream: through back-pressure a paused video would otherwise occupy its connection for ever. */
export class IdleStream {
  readonly #isWanted: () => boolean
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** `isWanted` tells whether another request waits for the connection. */
  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted
  }

  /** The listener with the watch, which ends with the request. */
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

  /** The request with its pauses watched. */
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
