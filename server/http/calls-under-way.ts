import { limits } from '../base/limits.ts'

/**
 * Counts running calls. A call may continue after its client has disconnected, for example a registration in slices;
 * the database stays open until all calls have ended.
 */
export class CallsUnderWay {
  #count = 0
  #onNone: (() => void)[] = []

  /** Wraps a handler so that its calls are counted. */
  counting<Arguments extends unknown[], T>(
    handle: (...given: Arguments) => Promise<T>,
  ): (...given: Arguments) => Promise<T> {
    return async (...given) => {
      this.#count += 1
      try {
        return await handle(...given)
      } finally {
        // The code that sends the answer runs first; it asks the database whether commits are durable.
        setImmediate(() => {
          this.#end()
        })
      }
    }
  }

  #end(): void {
    this.#count -= 1
    if (this.#count === 0) for (const resolve of this.#onNone.splice(0)) resolve()
  }

  /** Resolves when no call runs, or after `limits.closing` of real time. */
  settled(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limits.closing.most)
      this.#onNone.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
