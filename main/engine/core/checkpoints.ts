import type { Store } from '../store/store.ts'
import type { Reader } from '../workers/reader/reader.ts'

/** The number of commits between two checkpoints, which is some thousand pages. */
const commitsAtOnce = 32
/**
 * Pages of the log (64 MiB) above which writes wait for the checkpoint, because SQLite restarts the log only after all
 * of it is in the file.
 */
const mostPages = 16_384

/**
 * Checkpoints the write-ahead log in another thread. SQLite's automatic checkpoint would run inside a commit and block
 * the engine for tens of milliseconds.
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

  /** Resolves when the log is short enough for writes. */
  async relief(): Promise<void> {
    if (this.#pagesLeft > mostPages && this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    try {
      this.#pagesLeft = await this.#reader.checkpoint()
    } catch (error) {
      // SQLite checkpoints automatically again, which is slower but equally safe.
      this.#isElsewhere = false
      this.#pagesLeft = 0
      this.#store.keepLogShort()
      this.#warn(`the log is moved into the file by the engine itself: ${String(error)}`)
    }
  }
}
