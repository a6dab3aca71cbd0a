import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'

/**
 * A cached read from disk, repeated after commits that concern it. If the read fails, the caller fails, and the next
 * call reads again.
 */
export class ReadAnew<T> {
  readonly #read: () => T
  #last: { readonly value: T } | null = null
  #reads = 0

  constructor(core: ReadCore, concerns: (change: Change, value: T) => boolean, read: () => T) {
    this.#read = read
    core.onCommit('what is read anew', (changes) => {
      if (this.#last === null) return
      const { value } = this.#last
      // If `concerns` fails, the value counts as stale.
      this.#last = null
      if (!changes.some((change) => concerns(change, value))) this.#last = { value }
    })
  }

  /** @throws what reading throws */
  get value(): T {
    return this.#current()
  }

  /** The number of reads: an unchanged number means an unchanged value. @throws what reading throws */
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
