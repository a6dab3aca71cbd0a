import { limits } from '../base/limits.ts'

/**
 * Counts the calls that have begun and not ended. A call may go on when its client has gone, a registration that is made
 * in slices for one: the database stays open for it until it ends.
 */
export class CallsUnderWay {
  #count = 0
  #onNone: (() => void)[] = []

  /** The same handler, whose calls count. */
  counting<Arguments extends unknown[], T>(
    handle: (...given: Arguments) => Promise<T>,
  ): (...given: Arguments) => Promise<T> {
    return async (...given) => {
      this.#count += 1
      try {
        return await handle(...given)
      } finally {
        // What sends the answer has its turn first: it asks the database what is on disk.
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

  /** Resolves when none is under way, after `limits.closing` in any case. The time is the real one. */
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
