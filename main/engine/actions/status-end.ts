import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import { changeOf } from '../state/part.ts'
import type { Change } from '../state/changes.ts'
import { statuses } from '../state/directory/statuses.ts'
import type { StatusEnd as StoredEnd } from '../store/meta.ts'
import { clearStatus, hasEndedWaiting, isStatusOfEnd, serverStatus, statusQueueKey } from './kinds/account/status.ts'

/** The longest wait of the timer. A computer that slept past the end wakes with a timer that has not advanced. */
const lookAgainMs = 60_000
/** Milliseconds after the end in which a request of unknown outcome may still set the status. */
const graceMs = 60_000

/**
 * Clears the own status at the end that the user chose for it, also after a restart. A status that was changed
 * elsewhere meanwhile stays: the server's state decides, so that nothing is cleared before the engine has caught up.
 */
export class StatusEnd implements Service {
  readonly #core: Core
  readonly #hasCaughtUp: () => boolean
  #cancel: () => void = () => undefined
  /** The end that views have been notified of. */
  #notifiedEnd: number | null = null
  #isStopped = false

  constructor(core: Core, hasCaughtUp: () => boolean) {
    this.#core = core
    this.#hasCaughtUp = hasCaughtUp
  }

  start(): void {
    this.#look()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some(isAboutStatus)) this.#look()
  }

  onOnline(): void {
    this.#look()
  }

  #look(): void {
    this.#cancel()
    const end = this.#core.store.meta.statusEnd()
    if (this.#isStopped || end === null) return
    const now = this.#core.ports.clock.now()
    if (now < end.until) this.#beforeEnd(end, now)
    else this.#afterEnd(end, now)
  }

  #beforeEnd(end: StoredEnd, now: number): void {
    if (!this.#isPending()) {
      const isShown = isStatusOfEnd(serverStatus(this.#core), end)
      // Another device has replaced the status.
      if (!isShown && end.isSeen) {
        this.#store(null)
        return
      }
      if (isShown && !end.isSeen) this.#store({ ...end, isSeen: true })
    }
    this.#lookIn(Math.min(end.until - now, lookAgainMs))
  }

  #afterEnd(end: StoredEnd, now: number): void {
    const { outbox } = this.#core.store
    const ended = outbox
      .ofQueue(statusQueueKey)
      .filter((row) => hasEndedWaiting(row, now) && (row.state === 'failed' || row.attempt_at === null))
      .filter((row) => row.state === 'failed' || row.state === 'queued')
    if (ended.length > 0) {
      this.#core.commit(() => {
        for (const row of ended) outbox.remove(row.local_id)
        return [{ kind: 'outbox', queueKey: statusQueueKey }]
      })
      return
    }
    // No event reports that the status is not shown any more, so that views are notified once.
    if (this.#notifiedEnd !== end.until) {
      this.#notifiedEnd = end.until
      this.#core.announce([changeOf(statuses)])
    }
    if (this.#isPending() || !this.#hasCaughtUp()) return
    if (isStatusOfEnd(serverStatus(this.#core), end)) clearStatus(this.#core, `status-end-${end.until}`)
    else if (end.isSeen || now >= end.until + graceMs) this.#store(null)
    else this.#lookIn(end.until + graceMs - now)
  }

  /** Whether a change of the status waits in the outbox. */
  #isPending(): boolean {
    return this.#core.store.outbox.ofQueue(statusQueueKey).length > 0
  }

  #store(end: StoredEnd | null): void {
    this.#core.commit(() => {
      this.#core.store.meta.setStatusEnd(end)
      return []
    })
  }

  #lookIn(delayMs: number): void {
    this.#cancel = this.#core.ports.clock.schedule(delayMs, () => this.#look())
  }
}

function isAboutStatus(change: Change): boolean {
  if (change.kind === 'outbox') return change.queueKey === statusQueueKey
  return change.kind === 'part' && change.part === statuses
}
