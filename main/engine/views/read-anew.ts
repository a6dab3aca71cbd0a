import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'

/**
 * What is read from disk when it is wanted, and anew after commits that concern it. Where it cannot be read, whoever
 * wants it fails, and the next one reads again (C7).
 */
export class ReadAnew<T> {
  readonly #read: () => T
  #last: { readonly value: T } | null = null
  #reads = 0

  constructor(core: Core, concerns: (change: Change, value: T) => boolean, read: () => T) {
    this.#read = read
    core.onCommit('what is read anew', (changes) => {
      if (this.#last === null) return
      const { value } = this.#last
      // Where nobody can say whether it is concerned, it is.
      this.#last = null
      if (!changes.some((change) => concerns(change, value))) this.#last = { value }
    })
  }

  /** @throws what reading throws */
  get value(): T {
    return this.#current()
  }

  /** How often it was read: it is what it was where this has not risen. @throws what reading throws */
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
