import type { Core } from '../core.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import type { FailureKind } from '../sync/failures.ts'
import type { TouchedMessages } from '../sync/touched.ts'

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
  pausedUntil = 0

  constructor(core: Core, fetcher: Fetcher, touched: TouchedMessages, ports: OutboxPorts) {
    this.core = core
    this.fetcher = fetcher
    this.touched = touched
    this.#ports = ports
  }

  get isOnline(): boolean {
    return this.#ports.isOnline()
  }

  update(row: OutboxRow, changes: Partial<OutboxRow>): void {
    this.core.commit(() => {
      const current = this.core.store.outbox.get(row.local_id)
      // Its event may have deleted it in the meantime; then there is nothing left to say (S4).
      if (current === undefined) return []
      this.core.store.outbox.update({ ...current, ...changes })
      return [{ kind: 'outbox', conversation: current.conversation }]
    })
  }

  remove(row: OutboxRow): void {
    this.core.commit(() => {
      this.core.store.outbox.remove(row.local_id)
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }

  /** Rests after a failure that is nobody's refusal. */
  hold(failure: FailureKind): void {
    const waitMs = failure.kind === 'transient' ? (failure.waitMs ?? retryMs) : retryMs
    this.pausedUntil = this.core.ports.clock.now() + waitMs
    if (failure.kind === 'signed_out') this.#ports.onSignedOut(failure.reason)
    else if (failure.kind === 'transient' && failure.waitMs === null) this.#ports.onTrouble()
  }
}
