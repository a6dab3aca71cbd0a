import type { Core } from '../core.ts'
import { kindsOf } from '../model/content.ts'

/** Rows a transaction takes: some milliseconds. */
const rowsAtOnce = 50

/**
 * Fills the search index for messages that were stored before there was one, the newest first, a little at a time. A
 * stop in between costs nothing: rows know whether they are indexed.
 */
export class SearchIndexer {
  readonly #core: Core
  #isRunning = false
  #isStopped = false

  constructor(core: Core) {
    this.#core = core
  }

  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (!this.#isStopped && this.#fillSome()) await this.#core.breathe()
    } catch (error) {
      // A full disk, say: the next start goes on.
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `the search index could not be filled: ${String(error)}`)
    } finally {
      this.#isRunning = false
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  #fillSome(): boolean {
    const { search } = this.#core.store
    const rows = search.missing(rowsAtOnce)
    if (rows.length === 0) return false
    this.#core.store.transaction(() => {
      for (const row of rows) search.fill(row, kindsOf(row.content))
    })
    return true
  }
}
