import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'

/**
 * A cached read from disk, which commits invalidate. If the read fails, the caller fails, and the next call reads
 * again.
 */
export class CachedRead<T> {
  readonly #read: () => T
  #last: { readonly value: T } | null = null
  #reads = 0

  constructor(core: ReadCore, invalidates: (change: Change, value: T) => boolean, read: () => T) {
    this.#read = read
    core.onCommit('a cached read', (changes) => {
      if (this.#last === null) return
      const { value } = this.#last
      // The value counts as stale if `invalidates` throws.
      this.#last = null
      if (!changes.some((change) => invalidates(change, value))) this.#last = { value }
    })
  }

  /** @throws the errors of the read */
  get value(): T {
    return this.#current()
  }

  /** The number of reads; an unchanged number means an unchanged value. @throws the errors of the read */
  get reads(): number {
    this.#current()
    return this.#reads
  }

  #current(): T {
    if (this.#last === null) {
      this.#last = { value: this.#read() }
      this.#reads += 1
    }
    return this.#last.value
  }
}
