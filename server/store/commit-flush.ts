import { closeSync, fdatasync, openSync } from 'node:fs'
import type { FlushFile } from '../base/ports.ts'
import type { ServerDatabase } from './database.ts'

/** The disk did not take what was committed. What a later try would say of it is not to be trusted. */
export class DiskFailedError extends Error {
  readonly code = 'DISK_FAILED'
}

interface Waiting {
  /** The count of changed rows that must be on disk. */
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
 * Waits for the disk beside the event loop. SQLite writes a commit to its log and goes on (`synchronous=NORMAL`); the log
 * is flushed by a thread of the runtime, once for all commits that came meanwhile, and no answer leaves before what it
 * may tell of is on disk. Waiting inside each commit took three quarters of the server's time.
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
  /** Resolves where the disk fails: nothing that was not answered by then may be believed. */
  readonly failure: Promise<DiskFailedError>

  /** `database` is open in the mode `WAL`, at `path`. */
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
    // What was written before is not known to be on disk.
    this.#flushed = -1
  }

  /** Begins to flush what was committed, if that is not under way. */
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

  /** Undefined where everything that was committed is on disk. @throws DiskFailedError as a rejection */
  onDisk(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    // An answer that was on its way when the server closed: to close the database is to flush it.
    if (this.#isClosed) return undefined
    const through = this.#changedRows()
    if (through === this.#flushed) return undefined
    this.begin()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ through, resolve, reject })
    })
  }

  /** Call before the database is closed, which flushes what is left. */
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
    // The database was closed, and with it flushed.
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }
}
