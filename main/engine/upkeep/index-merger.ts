import type { Core } from '../core.ts'
import { Chore } from './chore.ts'

/** How long a step merges before it commits, in milliseconds: a commit costs as much. */
const stepMs = 2
/** Pages that are merged at once: half a millisecond. */
const pagesAtOnce = 8
/**
 * What is left of a merge when its pages are merged singly: FTS5 would go on with the next merge where it was told more
 * pages than there are, and that one may be a large one.
 */
const lastPages = 16
/** A merge that has to read more waits until nobody uses the app: an entry of a common word alone is many pages. */
const smallPages = 4000
/** Half of what a level may have before FTS5 merges all of it within a commit (`crisismerge` of migration 0070). */
const mostPieces = 100

/**
 * Keeps the search index in few pieces, after each commit that brought messages. The index would do so by itself, but in
 * the middle of a commit and for tens of milliseconds at a time; here it is done between commits, a little each, and what
 * holds tens of thousands of messages is left to the housekeeping.
 */
export class IndexMerger {
  readonly #core: Core
  readonly #chore: Chore
  #isAside = false

  constructor(core: Core) {
    this.#core = core
    this.#chore = new Chore(core, 'the search index could not be merged', () =>
      core.store.transaction(() => this.#step()),
    )
    core.onCommit('the search index', (changes) => {
      if (changes.some((change) => change.kind === 'message')) core.apart('the search index', this.#chore.run())
    })
  }

  /** Merges the large pieces, too, and those of which much was deleted, for as long as `mayGoOn` says so. */
  async finish(mayGoOn: () => boolean): Promise<void> {
    const { store } = this.#core
    while (mayGoOn() && store.transaction(() => store.search.merge(pagesAtOnce))) await this.#core.breathe()
  }

  /** How the index is made up is SQLite's own affair: where that is not as we know it, SQLite merges by itself (C17). */
  #stepAside(): void {
    if (this.#isAside) return
    this.#isAside = true
    this.#core.ports.log('warn', 'the search index is made up in an unknown way: it is left to SQLite')
  }

  stop(): void {
    this.#chore.stop()
  }

  /** Merges small pieces for a moment, or large ones where there are too many; whether there are more. */
  #step(): boolean {
    const { store, ports } = this.#core
    const begun = ports.clock.elapsed()
    for (;;) {
      const due = store.search.nextMerge()
      if (due === 'unknown') {
        this.#stepAside()
        return false
      }
      if (due === null || (due.pages > smallPages && due.pieces < mostPieces)) return false
      store.search.merge(due.pages > lastPages ? pagesAtOnce : 1)
      if (ports.clock.elapsed() - begun >= stepMs) return true
    }
  }
}
