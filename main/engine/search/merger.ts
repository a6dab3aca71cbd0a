import type { Core } from '../core.ts'

/** Pages of the index that a step merges: about a millisecond. */
const pagesAtOnce = 16

/**
 * Keeps the search index in few pieces. The index would do so by itself, but in the middle of a commit and for tens of
 * milliseconds at a time; here it is done between commits, a little each.
 */
export class IndexMerger {
  readonly #core: Core
  #isRunning = false
  #isStopped = false

  constructor(core: Core) {
    this.#core = core
    core.onCommit((changes) => {
      if (changes.some((change) => change.kind === 'message')) void this.run()
    })
  }

  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      do await this.#core.breathe()
      while (!this.#isStopped && this.#step())
    } catch (error) {
      // The next commit tries again.
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `the search index could not be merged: ${String(error)}`)
    } finally {
      this.#isRunning = false
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Whether there may be more to do. */
  #step(): boolean {
    const { store } = this.#core
    return store.transaction(() => store.search.merge(pagesAtOnce))
  }
}
