import type { Core } from '../core.ts'
import { Chore } from './chore.ts'

/** How long a step merges before it commits, in milliseconds; a commit takes about as long. */
const stepMs = 2
/** Pages per merge call: half a millisecond. */
const pagesAtOnce = 8
/**
 * The last pages of a merge are merged one by one: given more pages than are left, FTS5 would start the next merge,
 * which may be a large one.
 */
const lastPages = 16
/**
 * A merge that has to read more pages waits until the user is idle: the entry of a common word alone spans many pages.
 */
const smallPages = 4000
/**
 * Half of the segments per level at which FTS5 merges the whole level within a commit (`crisismerge` of migration
 * 0070).
 */
const mostPieces = 100

/**
 * Keeps the number of FTS5 segments small, after each commit with messages. FTS5's automatic merge would run inside a
 * commit for tens of milliseconds; this one runs between commits in short steps, and leaves segments of tens of
 * thousands of messages to the housekeeping.
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
      if (changes.some((change) => change.kind === 'message'))
        core.runInBackground('the search index', this.#chore.run())
    })
  }

  /** Also merges large segments, and those with many deletions, while `mayGoOn` returns true. */
  async finish(mayGoOn: () => boolean): Promise<void> {
    const { store } = this.#core
    while (mayGoOn() && store.transaction(() => store.search.merge(pagesAtOnce))) await this.#core.breathe()
  }

  /**
   * The structure of the index is internal to SQLite: if it differs from the known format, SQLite's automatic merge
   * takes over.
   */
  #stepAside(): void {
    if (this.#isAside) return
    this.#isAside = true
    this.#core.ports.log('warn', 'the search index is made up in an unknown way: it is left to SQLite')
  }

  stop(): void {
    this.#chore.stop()
  }

  /** Merges small segments for a moment, or large ones if there are too many; returns whether there are more. */
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
