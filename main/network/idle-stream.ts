import type { HttpExchange, HttpListener } from './http.ts'

/** A stream that nobody has read for so long gives its place to one that waits; players ask again where they were. */
const idleMs = 20_000

/** Back-pressure lets a video that was paused keep its place for ever: it does so only while nobody else wants it. */
export class IdleStream {
  readonly #isWanted: () => boolean
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** `isWanted` says whether another one waits for the place. */
  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted
  }

  /** The listener, at whose end nothing is watched any more. */
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

  /** The request, of which pauses are watched. */
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
