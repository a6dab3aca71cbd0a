import type { Tries } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import { failureNote } from './connection-record.ts'
import { failureKind } from '../api/request-failures.ts'

/** Milliseconds after which a request without an answer can no longer take effect (sync-invariants.md §6.9). */
export const requestDeadMs = 10_000
/** Milliseconds of the debounce: a text is sent to the server after a pause in typing of this length. */
export const typingPauseMs = 3_000
const retryMs = 3_000
const noTries: Tries = { count: 0, lastAt: null, failure: null }

/** The rows of a loop, and the operations on them. */
export interface LoopPorts<Row> {
  /** The name of the loop in logs. */
  readonly name: string
  readonly rows: () => readonly Row[]
  /**
   * Returns the milliseconds until a row needs a request, including the pause after a failure; null if it needs none.
   */
  readonly dueIn: (row: Row, now: number) => number | null
  /** Makes the request of a row, and stores its outcome. */
  readonly step: (row: Row) => Promise<void>
  /** Stores the outcome of a failed request. @returns whether the loop pauses before its next request */
  readonly onFailed: (row: Row, error: unknown) => Promise<boolean>
}

/**
 * Sends changed rows to the server, one request at a time, in the order in which they are due. It pauses after a
 * failed request.
 */
export class RequestLoop<Row> {
  readonly #core: Core
  readonly #ports: LoopPorts<Row>
  #isBusy = false
  #pausedUntil = 0
  #isStopped = false
  #cancelTimer: () => void = () => undefined
  #tries: Tries = noTries

  constructor(core: Core, ports: LoopPorts<Row>) {
    this.#core = core
    this.#ports = ports
  }

  /** Looks for rows to send. It must be called after each possible change. */
  run(): void {
    if (this.#isStopped || this.#isBusy) return
    this.#cancelTimer()
    try {
      this.#run()
    } catch (error) {
      this.#core.noteFailure(this.#ports.name, error)
      this.#later(retryMs)
    }
  }

  /** Ends the pause at the user's request. */
  retry(): void {
    this.#pausedUntil = 0
    this.run()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The failed requests since the last successful one. */
  get tries(): Tries {
    return this.#tries
  }

  /** The end of the pause after a failure in UNIX milliseconds; a past time if there is none. */
  get pausedUntil(): number {
    return this.#pausedUntil
  }

  #later(waitMs: number): void {
    this.#cancelTimer = this.#core.ports.clock.schedule(waitMs, () => {
      this.run()
    })
  }

  #run(): void {
    const now = this.#core.ports.clock.now()
    let next: { row: Row; waitMs: number } | undefined
    for (const row of this.#ports.rows()) {
      const waitMs = this.#ports.dueIn(row, now)
      if (waitMs !== null && (next === undefined || waitMs < next.waitMs)) next = { row, waitMs }
    }
    if (next === undefined) return
    if (next.waitMs > 0) {
      this.#later(next.waitMs)
      return
    }
    this.#isBusy = true
    const done = this.#step(next.row).finally(() => {
      this.#isBusy = false
      this.run()
    })
    this.#core.runInBackground(this.#ports.name, done)
  }

  async #step(row: Row): Promise<void> {
    try {
      await this.#ports.step(row)
      this.#tries = noTries
    } catch (error) {
      if (await this.#ports.onFailed(row, error)) this.#pause(error)
    }
  }

  #pause(error: unknown): void {
    const failure = failureKind(error)
    const waitMs = failure.kind === 'transient' ? (failure.waitMs ?? retryMs) : retryMs
    const now = this.#core.ports.clock.now()
    this.#pausedUntil = now + waitMs
    this.#tries = { count: this.#tries.count + 1, lastAt: now, failure: failureNote(failure) }
    if (!this.#isStopped) this.#core.announce([{ kind: 'waiting' }])
  }
}
