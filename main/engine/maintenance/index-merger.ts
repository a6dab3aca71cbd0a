import type { Core } from '../core/core.ts'
import { Chore } from './chores.ts'

/** Milliseconds that a step merges before it commits; the commit takes about as long. */
const stepMs = 2
/** Pages per merge call, which takes half a millisecond. */
const pagesAtOnce = 8
/**
 * The number of remaining pages at which a merge proceeds page by page: given more pages than remain, FTS5 would start
 * the next merge, which may be large.
 */
const lastPages = 16
/** Pages above which a merge waits until the user is idle: the entry of a common word alone spans many pages. */
const smallPages = 4000
/**
 * Half of the number of segments per level at which FTS5 merges the whole level within a commit (`crisismerge` of
 * migration 0070).
 */
const mostSegments = 100

/**
 * Keeps the number of FTS5 segments small by merging in short steps after commits with messages. FTS5's automatic merge
 * would run inside a commit for tens of milliseconds. Segments of tens of thousands of messages are left to the
 * housekeeping.
 */
export class IndexMerger {
  readonly #core: Core
  readonly #chore: Chore
  #isLeftToSqlite = false

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

  /** Merges large segments and those with many deletions as well, while `mayGoOn` returns true. */
  async finish(mayGoOn: () => boolean): Promise<void> {
    const { store } = this.#core
    while (mayGoOn() && store.transaction(() => store.search.merge(pagesAtOnce))) await this.#core.breathe()
  }

  /** Leaves merging to SQLite if the index has an unknown structure, which is internal to SQLite. */
  #leaveToSqlite(): void {
    if (this.#isLeftToSqlite) return
    this.#isLeftToSqlite = true
    this.#core.ports.log('warn', 'the search index has an unknown structure: merging is left to SQLite')
  }

  stop(): void {
    this.#chore.stop()
  }

  /** Merges small segments, or large ones if there are too many; returns whether more remain. */
  #step(): boolean {
    const { store, ports } = this.#core
    const begun = ports.clock.elapsed()
    for (;;) {
      const due = store.search.nextMerge()
      if (due === 'unknown') {
        this.#leaveToSqlite()
        return false
      }
      if (due === null || (due.pages > smallPages && due.segments < mostSegments)) return false
      store.search.merge(due.pages > lastPages ? pagesAtOnce : 1)
      if (ports.clock.elapsed() - begun >= stepMs) return true
    }
  }
}
