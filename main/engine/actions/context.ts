import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureNote } from '../sync/connection-record.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { failureKind, type FailureKind } from '../sync/failures.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { FailedTries } from './failed-tries.ts'
import { patiently } from './patience.ts'
import { pauseReason, type Pause } from './wait-reason.ts'

/** After a failure that says nothing of how long to wait, the outbox rests for this. */
export const retryMs = 2_000
export const requestTimeoutMs = 30_000

export interface OutboxPorts {
  readonly isOnline: () => boolean
  /** A request failed as if the connection were gone: the poller should look. */
  readonly onTrouble: () => void
  readonly onSignedOut: (reason: string) => void
}

/** What every kind of action needs while it is carried out: the tables, the fetcher, and the pause that all share. */
export class OutboxContext {
  readonly core: Core
  readonly fetcher: Fetcher
  readonly touched: TouchedMessages
  readonly #ports: OutboxPorts
  /** When a line whose action was not found may look again: two looks must not see the same instant. */
  readonly nextLook = new Map<string, number>()
  readonly tries = new FailedTries()
  #pause: Pause | null = null
  #isStopped = false

  constructor(core: Core, fetcher: Fetcher, touched: TouchedMessages, ports: OutboxPorts) {
    this.core = core
    this.fetcher = fetcher
    this.touched = touched
    this.#ports = ports
  }

  get isOnline(): boolean {
    return this.#ports.isOnline()
  }

  /** The engine ends: what fails from now on is nobody's affair. */
  stop(): void {
    this.#isStopped = true
  }

  /** What the outbox rests for; null where it does not. */
  get pause(): Pause | null {
    return this.#pause
  }

  /** When anything may leave again: after a rest of our own, and when the server lets the account. */
  get pausedUntil(): number {
    return Math.max(this.#pause?.until ?? 0, this.core.heldUntil)
  }

  /** The rest is over, which changes what is said of everything that waits. */
  endPause(): void {
    if (this.#pause === null) return
    this.#pause = null
    this.core.announce([{ kind: 'waiting' }])
  }

  /** Another state of a row, before a request leaves; outcomes are booked by `settle`. */
  update(row: OutboxRow, changes: Partial<OutboxRow>): void {
    this.core.commit(() => {
      const current = this.core.store.outbox.get(row.local_id)
      // Its event may have deleted it in the meantime; then there is nothing left to say (S4).
      if (current === undefined) return []
      this.core.store.outbox.update({ ...current, ...changes })
      return [{ kind: 'outbox', conversation: current.conversation }]
    })
  }

  /**
   * Writes down what has become of a request. A disk that is full or held tells nothing of the request: the outcome is
   * kept, and written down when that is possible; until then the row's line rests, and nothing of it is sent again (C4).
   */
  async book(change: () => readonly Change[]): Promise<void> {
    await this.patiently(() => {
      this.core.commit(change)
    })
  }

  /** The same for what has to be looked at before it can be written down. */
  patiently<T>(work: () => T | Promise<T>): Promise<T> {
    const isOver = () => this.#isStopped
    return patiently(this.core, isOver, work, (error, waitMs) => {
      const failure = failureKind(error)
      this.rest(failure.kind === 'transient' ? { ...failure, waitMs } : failure, null)
    })
  }

  /** Books another state of a row. */
  async settle(row: OutboxRow, changes: Partial<OutboxRow>): Promise<void> {
    await this.patiently(() => {
      this.update(row, changes)
    })
  }

  /** Books that a row is done with. */
  async drop(row: OutboxRow): Promise<void> {
    await this.book(() => {
      this.core.store.outbox.remove(row.local_id)
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }

  /** Does nothing for a while after `row` has failed, or nothing of the server's has (null), and asks nobody to look. */
  rest(failure: FailureKind, row: Pick<OutboxRow, 'local_id'> | null): void {
    // Its file may be closed by now.
    if (this.#isStopped) return
    const now = this.core.ports.clock.now()
    // What the user has taken back was not tried in vain.
    if (row !== null && failure.kind !== 'aborted') this.tries.note(row.local_id, failureNote(failure), now)
    const waitMs = failure.kind === 'transient' ? (failure.waitMs ?? retryMs) : retryMs
    const until = now + waitMs
    this.#pause = { until, reason: pauseReason(failure, until) }
    this.core.announce([{ kind: 'waiting' }])
  }

  /** Backs off after a transport failure; refusals by the server do not delay the outbox. */
  hold(failure: FailureKind, row: Pick<OutboxRow, 'local_id'>): void {
    this.rest(failure, row)
    if (failure.kind === 'signed_out') this.#ports.onSignedOut(failure.reason)
    else if (failure.kind === 'transient' && failure.waitMs === null) this.#ports.onTrouble()
  }
}
