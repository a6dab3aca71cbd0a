import type { Store } from '../store/store.ts'
import type { Reader } from '../workers/reader/reader.ts'

/** So many commits are gathered before the log is moved into the file: some thousand pages. */
const commitsAtOnce = 32
/** A log of so many pages (64 MiB) waits for the file to catch up: it can begin anew only when all of it is there. */
const mostPages = 16_384

/**
 * Has the log moved into the file by another thread, since SQLite would do it in the middle of a commit, for tens of
 * milliseconds at a time.
 */
export class Checkpoints {
  readonly #store: Store
  readonly #reader: Reader
  readonly #warn: (message: string) => void
  #commits = 0
  #running: Promise<void> | null = null
  #pagesLeft = 0
  #isElsewhere = true

  constructor(store: Store, reader: Reader, warn: (message: string) => void) {
    this.#store = store
    this.#reader = reader
    this.#warn = warn
    store.leaveLogAlone()
  }

  noteCommit(): void {
    this.#commits += 1
    if (this.#commits < commitsAtOnce || this.#running !== null || !this.#isElsewhere) return
    this.#commits = 0
    this.#running = this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Resolves when the log is short enough to be written to. */
  async relief(): Promise<void> {
    if (this.#pagesLeft > mostPages && this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    try {
      this.#pagesLeft = await this.#reader.checkpoint()
    } catch (error) {
      // SQLite does it by itself again: slower, and just as safe.
      this.#isElsewhere = false
      this.#pagesLeft = 0
      this.#store.keepLogShort()
      this.#warn(`the log is moved into the file by the engine itself: ${String(error)}`)
    }
  }
}
