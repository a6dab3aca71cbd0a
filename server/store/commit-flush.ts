import { closeSync, fdatasync, openSync } from 'node:fs'
import type { FlushFile } from '../base/ports.ts'
import type { ServerDatabase } from './database.ts'

/** The disk failed to store a commit; the result of a later `fsync` is not reliable. */
export class DiskFailedError extends Error {
  readonly code = 'DISK_FAILED'
}

interface Waiting {
  /** The number of changed rows that must be durable before the promise resolves. */
  readonly through: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const flushFile: FlushFile = (file) =>
  new Promise((resolve, reject) => {
    fdatasync(file, (error) => {
      if (error === null) resolve()
      else reject(error)
    })
  })

/**
 * Waits for the disk outside the event loop. SQLite writes a commit to the log without a flush (`synchronous=NORMAL`);
 * one `fsync` in a thread flushes all commits since the last one, and an answer waits until the commits before it are
 * durable.
 */
export class CommitFlush {
  readonly #file: number
  readonly #flush: FlushFile
  readonly #changedRows: () => number
  readonly #waiting: Waiting[] = []
  #flushed: number
  #isFlushing = false
  #isClosed = false
  #failure: DiskFailedError | undefined
  readonly #failed: (error: DiskFailedError) => void
  /** Resolves if the disk fails: changes that have no answer by then may be lost. */
  readonly failure: Promise<DiskFailedError>

  /**
   * @param database open in `WAL` mode
   * @param path the path of the database
   */
  constructor(database: ServerDatabase, path: string, flush: FlushFile = flushFile) {
    const changed = database.prepare<[], number>('SELECT total_changes()').pluck()
    this.#changedRows = () => changed.get() ?? 0
    this.#file = openSync(`${path}-wal`, 'r+')
    this.#flush = flush
    let failed: (error: DiskFailedError) => void = () => undefined
    this.failure = new Promise((resolve) => {
      failed = resolve
    })
    this.#failed = failed
    // Whether earlier writes are durable is unknown.
    this.#flushed = -1
  }

  /** Begins to flush the commits, unless a flush is running. */
  begin(): void {
    if (this.#isFlushing || this.#isClosed || this.#failure !== undefined) return
    const through = this.#changedRows()
    if (through === this.#flushed) return
    this.#isFlushing = true
    this.#flush(this.#file).then(
      () => {
        this.#done(through)
      },
      (error: unknown) => {
        this.#fail(error)
      },
    )
  }

  /** Resolves when all commits are durable; undefined if they are. Rejects with DiskFailedError. */
  onDisk(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    // For an answer that was pending when the server closed: closing the database has flushed it.
    if (this.#isClosed) return undefined
    const through = this.#changedRows()
    if (through === this.#flushed) return undefined
    this.begin()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ through, resolve, reject })
    })
  }

  /** Stops flushing; call before the database is closed, which flushes the rest. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (!this.#isFlushing) this.#end()
  }

  #done(through: number): void {
    this.#isFlushing = false
    this.#flushed = through
    const still = this.#waiting.findIndex((waiting) => waiting.through > through)
    for (const { resolve } of this.#waiting.splice(0, still < 0 ? this.#waiting.length : still)) resolve()
    if (this.#isClosed) this.#end()
    else if (this.#waiting.length > 0) this.begin()
  }

  #fail(error: unknown): void {
    this.#isFlushing = false
    this.#failure = new DiskFailedError(
      `the disk does not take what is written (${error instanceof Error ? error.message : String(error)})`,
    )
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
    this.#failed(this.#failure)
    if (this.#isClosed) this.#end()
  }

  #end(): void {
    closeSync(this.#file)
    // Closing the database flushes them.
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }
}
