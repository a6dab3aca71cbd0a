import { Worker } from 'node:worker_threads'

/** The number of changes between two checkpoints: a few thousand pages of the log. */
const changesBetween = 256

/** The program of the thread, which a bundle contains as a separate script. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
)

/**
 * Checkpoints the write-ahead log in a thread: on the event loop each checkpoint of 64 MB blocked all requests for 13
 * to 33 ms. SQLite's automatic checkpoints (`wal_autocheckpoint`) remain: they find little left to copy and restart the
 * log; without the thread they do all the work.
 */
export class Checkpoints {
  readonly #path: string
  readonly #file: URL
  #thread: Worker | undefined
  #changes = 0
  #isRunning = false
  #isOver = false

  /** `path` is a database in `WAL` mode. `file` is the thread's program; tests replace it. */
  constructor(path: string, file = threadFile) {
    this.#path = path
    this.#file = file
  }

  /** Call after each change. */
  committed(): void {
    this.#changes += 1
    if (this.#changes < changesBetween || this.#isRunning || this.#isOver) return
    this.#thread ??= this.#start()
    if (this.#thread === undefined) return
    this.#changes = 0
    this.#isRunning = true
    this.#thread.postMessage('checkpoint')
  }

  /** Ends the thread; resolves when it no longer has the database open. */
  async close(): Promise<void> {
    this.#isOver = true
    await this.#thread?.terminate()
  }

  #start(): Worker | undefined {
    try {
      const thread = new Worker(this.#file, { name: 'checkpoints', workerData: this.#path })
      thread.unref()
      thread.on('message', () => {
        this.#isRunning = false
      })
      // SQLite's automatic checkpoints are enough without the thread: they cost only time.
      const gone = () => {
        this.#isOver = true
      }
      thread.on('error', gone)
      thread.on('exit', gone)
      return thread
    } catch {
      this.#isOver = true
      return undefined
    }
  }
}
