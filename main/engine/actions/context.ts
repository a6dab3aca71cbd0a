import type { MessageId } from '../values/ids.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Core } from '../core/core.ts'
import type { WireMessage } from '../api/resources/message-schema.ts'
import type { Change } from '../state/changes.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { storedFailure } from '../values/failures.ts'
import { failureNote } from '../sync/connection-record.ts'
import { failureKind, type FailureKind } from '../api/request-failures.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { AttachmentUploads } from './sending/attachment-uploads.ts'
import { FailedTries } from './sending/failed-tries.ts'
import { retryOnDiskTrouble } from '../core/retry.ts'
import { pauseReason, type Pause } from '../projections/wait-reason.ts'

/** Milliseconds that the outbox pauses after a failure whose answer states no wait. */
export const retryMs = 2_000
export const requestTimeoutMs = 30_000

/** Fetches messages; implemented by `sync/fetcher.ts`. */
export interface MessageFetch {
  /** Fetches one message by its id and stores it. @throws what the request throws */
  readonly single: (messageId: MessageId, priority: 'foreground') => Promise<WireMessage>
}

/** The outbox's connection to the rest of the engine. */
export interface OutboxPorts {
  readonly isOnline: () => boolean
  /** Reports a request that failed as if the connection were gone, so that the poller reconnects. */
  readonly onTrouble: () => void
  readonly onSignedOut: (reason: Failure | null) => void
}

/** The state that all running actions share: the tables, the fetcher, the pause after a failure. */
export class ActionContext {
  readonly core: Core
  readonly fetcher: MessageFetch
  readonly touched: TouchedMessages
  readonly #ports: OutboxPorts
  /**
   * When the rows of a queue key may be looked up again after a look-up found nothing, UNIX milliseconds; the two
   * look-ups have to be apart in time (S6).
   */
  readonly nextLookupAt = new Map<string, number>()
  readonly tries = new FailedTries()
  readonly uploads: AttachmentUploads
  #pause: Pause | null = null
  #isStopped = false

  constructor(core: Core, fetcher: MessageFetch, touched: TouchedMessages, ports: OutboxPorts) {
    this.core = core
    this.fetcher = fetcher
    this.touched = touched
    this.#ports = ports
    this.uploads = new AttachmentUploads(this)
  }

  get isOnline(): boolean {
    return this.#ports.isOnline()
  }

  /** Ends the context with the engine; later failures are not reported. */
  stop(): void {
    this.#isStopped = true
  }

  /** The current pause of the outbox, or null. */
  get pause(): Pause | null {
    return this.#pause
  }

  /**
   * When requests may leave again, UNIX milliseconds: after the outbox's own pause and after the server's rate limit.
   */
  get pausedUntil(): number {
    return Math.max(this.#pause?.until ?? 0, this.core.rateLimitedUntil)
  }

  /** Ends the pause, which changes the wait reason of waiting rows. */
  endPause(): void {
    if (this.#pause === null) return
    this.#pause = null
    this.core.announce([{ kind: 'waiting' }])
  }

  /** Changes a row before a request leaves; `commitWithRetry` writes the outcomes. */
  update(row: OutboxRow, changes: Partial<OutboxRow>): void {
    this.core.commit(() => {
      const current = this.core.store.outbox.get(row.local_id)
      // The row's event may have deleted it in the meantime (S4).
      if (current === undefined) return []
      this.core.store.outbox.update({ ...current, ...changes })
      return [{ kind: 'outbox', queueKey: current.queue_key }]
    })
  }

  /**
   * Writes the outcome of a request in one transaction. While the disk is full or locked, the outcome stays in memory
   * and the transaction is retried; the rows of the same queue key wait until it succeeds, and nothing is sent again.
   */
  async commitWithRetry(change: () => readonly Change[]): Promise<void> {
    await this.retryOnDiskTrouble(() => {
      this.core.commit(change)
    })
  }

  /** Retries work as `commitWithRetry` does, for outcomes that need a look-up before they can be written. */
  retryOnDiskTrouble<T>(work: () => T | Promise<T>): Promise<T> {
    const isOver = () => this.#isStopped
    return retryOnDiskTrouble(this.core, isOver, work, (error, waitMs) => {
      const failure = failureKind(error)
      this.backOff(failure.kind === 'transient' ? { ...failure, waitMs } : failure, null)
    })
  }

  /** Changes a row after a request, with `commitWithRetry`'s retries. */
  async updateWithRetry(row: OutboxRow, changes: Partial<OutboxRow>): Promise<void> {
    await this.retryOnDiskTrouble(() => {
      this.update(row, changes)
    })
  }

  /** Marks a row as failed. `reason` is shown to the user; null if the server gave none. */
  async fail(row: OutboxRow, reason: Failure | null, changes: Partial<OutboxRow> = {}): Promise<void> {
    await this.updateWithRetry(row, {
      ...changes,
      state: 'failed',
      error: reason === null ? null : storedFailure(reason),
    })
  }

  /** Removes a row that is done. */
  async drop(row: OutboxRow): Promise<void> {
    await this.commitWithRetry(() => {
      this.core.store.outbox.remove(row.local_id)
      return [{ kind: 'outbox', queueKey: row.queue_key }]
    })
  }

  /**
   * Pauses the outbox after `row` failed, or after a failure of this disk (null). The poller is not asked to reconnect.
   */
  backOff(failure: FailureKind, row: Pick<OutboxRow, 'local_id'> | null): void {
    // A stopped engine may have closed the database.
    if (this.#isStopped) return
    const now = this.core.ports.clock.now()
    // An upload that the user aborts is no failed attempt.
    if (row !== null && failure.kind !== 'aborted') this.tries.note(row.local_id, failureNote(failure), now)
    const waitMs = failure.kind === 'transient' ? (failure.waitMs ?? retryMs) : retryMs
    const until = now + waitMs
    this.#pause = { until, reason: pauseReason(failure, until) }
    this.core.announce([{ kind: 'waiting' }])
  }

  /**
   * Backs off after a transport failure and reports it to the poller; refusals by the server do not delay the outbox.
   */
  backOffAndReport(failure: FailureKind, row: Pick<OutboxRow, 'local_id'>): void {
    this.backOff(failure, row)
    if (failure.kind === 'signed_out') this.#ports.onSignedOut(failure.reason)
    else if (failure.kind === 'transient' && failure.waitMs === null) this.#ports.onTrouble()
  }
}
