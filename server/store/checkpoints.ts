import { Worker } from 'node:worker_threads'

/** So many changes, a few thousand pages of the log, are copied at a time. */
const changesBetween = 256

/** The program of the thread, which a bundle has beside it as a script. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
)

/**
 * Copies the database's log into the database now and then, in a thread: on the event loop each checkpoint of 64 MB took
 * 13 to 33 ms of everybody's time. SQLite's own checkpoints remain (`wal_autocheckpoint`): they find little left to do,
 * and begin the log anew; where there is no thread they do all of it.
 */
export class Checkpoints {
  readonly #path: string
  readonly #file: URL
  #thread: Worker | undefined
  #changes = 0
  #isRunning = false
  #isOver = false

  /** `path` is that of a database in the mode `WAL`. `file` is the thread's program; tests give their own. */
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
      // Without it the checkpoints of SQLite itself are enough: nothing is lost but time.
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
