import { Worker } from 'node:worker_threads'

/** The number of changes between two checkpoints, which are a few thousand pages of the log. */
const changesBetween = 256

/** The script of the thread, which is a separate file of the bundle. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
)

/**
 * Checkpoints the write-ahead log in a thread, because a checkpoint of 64 MB on the event loop blocks all requests for
 * 13 to 33 ms. SQLite's automatic checkpoints (`wal_autocheckpoint`) remain: they restart the log, and do all the work
 * if the thread fails.
 */
export class Checkpoints {
  readonly #path: string
  readonly #file: URL
  #thread: Worker | undefined
  #changes = 0
  #isRunning = false
  #isOver = false

  /**
   * @param path a database in `WAL` mode
   * @param file the thread's script
   */
  constructor(path: string, file = threadFile) {
    this.#path = path
    this.#file = file
  }

  /** Counts a change; call after each commit. */
  committed(): void {
    this.#changes += 1
    if (this.#changes < changesBetween || this.#isRunning || this.#isOver) return
    this.#thread ??= this.#start()
    if (this.#thread === undefined) return
    this.#changes = 0
    this.#isRunning = true
    this.#thread.postMessage('checkpoint')
  }

  /** Ends the thread; resolves when it has closed the database. */
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
      // Without the thread SQLite's automatic checkpoints are sufficient, but block the event loop.
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
