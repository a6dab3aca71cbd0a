import type { Tries } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { OutboxHead, OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../api/request-failures.ts'
import { requestDeadMs } from '../sync/request-loop.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import type { AttachmentUploads } from './sending/attachment-uploads.ts'
import { sendChange } from './sending/change-request.ts'
import { ActionContext, retryMs, type MessageFetch, type OutboxPorts } from './context.ts'
import { definitionOf } from './kinds.ts'
import { UndoWindows } from './sending/undo-windows.ts'
import type { Pause, WaitSources } from '../projections/wait-reason.ts'

/** Milliseconds that the outbox waits for the event of an acknowledged row before it looks the row up (S5). */
const eventPatienceMs = 5_000

/**
 * Executes the rows of the outbox: one at a time for each queue key, while the rows of different queue keys do not wait
 * for each other (S8). `OutboxState` draws the state machine of a row; the definition of its kind says how it is sent.
 */
export class Outbox implements Service {
  readonly #core: Core
  readonly #context: ActionContext
  readonly #busy = new Set<string>()
  /** Local ids of the rows that are being executed; a move of their topic may change their queue key meanwhile. */
  readonly #inWork = new Set<string>()
  readonly #timers = new Map<string, () => void>()
  readonly #undo: UndoWindows
  #stopped = false

  constructor(core: Core, fetcher: MessageFetch, touched: TouchedMessages, ports: OutboxPorts) {
    this.#core = core
    this.#context = new ActionContext(core, fetcher, touched, ports)
    this.#undo = new UndoWindows(core)
  }

  /** The outbox's part of the sources of wait reasons. */
  get waitSources(): Omit<WaitSources, 'connection'> {
    return {
      pause: () => this.pause,
      uploadedBytes: (attachmentId) => this.uploads.uploadedBytes(attachmentId),
      undoUntil: (row) => this.#undo.until(row),
    }
  }

  /** Whether a row with an undo window is being executed, so that it can no longer be taken back. */
  isLeaving(localId: string): boolean {
    const row = this.#inWork.has(localId) ? this.#core.store.outbox.get(localId) : undefined
    return row !== undefined && definitionOf(row).undoMs !== undefined
  }

  get uploads(): AttachmentUploads {
    return this.#context.uploads
  }

  /** The current pause of the outbox, or null. */
  get pause(): Pause | null {
    return this.#context.pause
  }

  /**
   * Executes the rows that are due. Callers call it whenever something may have changed; it is cheap when nothing is
   * due.
   */
  run(): void {
    if (this.#stopped || !this.#context.isOnline || this.#core.accountState.organization === undefined) return
    try {
      this.#run()
    } catch (error) {
      this.#core.noteFailure('the outbox', error)
      // Nothing else may call `run` again.
      this.#later('failed', retryMs)
    }
  }

  #run(): void {
    const context = this.#context
    const now = this.#core.ports.clock.now()
    if (now < context.pausedUntil) {
      this.#later('pause', context.pausedUntil - now)
      return
    }
    context.endPause()
    // A failed row waits for the user, and the later rows with its queue key wait too (S8).
    for (const head of this.#core.store.outbox.heads()) {
      const { queue_key, local_id: localId } = head
      if (this.#busy.has(queue_key) || this.#inWork.has(localId)) continue
      const dueMs = this.#dueIn(head, now)
      if (dueMs === null) continue
      const waitMs = Math.max(dueMs, (context.nextLookupAt.get(queue_key) ?? now) - now)
      if (waitMs > 0) {
        this.#later(queue_key, waitMs)
        continue
      }
      const row = this.#core.store.outbox.get(localId)
      if (row === undefined) continue
      this.#busy.add(queue_key)
      this.#inWork.add(localId)
      const done = this.#step(row).finally(() => {
        this.#busy.delete(queue_key)
        this.#inWork.delete(localId)
        this.run()
      })
      this.#core.runInBackground(`outbox row ${localId}`, done)
    }
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some((change) => change.kind === 'outbox')) this.run()
  }

  onOnline(): void {
    this.run()
  }

  /** Ends the pause. Requests of unknown outcome and the server's `Retry-After` still delay their rows (S6). */
  onRetry(): void {
    this.#context.endPause()
    this.run()
  }

  /** The failed attempts of a row. */
  triesOf(row: OutboxRow): Tries {
    return this.#context.tries.of(row)
  }

  /**
   * When the first row of a queue key is executed next, UNIX milliseconds; null if it is due now or waits for the user.
   */
  nextTryAt(head: OutboxHead): number | null {
    const now = this.#core.ports.clock.now()
    const dueMs = this.#dueIn(head, now)
    if (dueMs === null) return null
    const at = Math.max(now + dueMs, this.#context.nextLookupAt.get(head.queue_key) ?? 0, this.#context.pausedUntil)
    return at > now ? at : null
  }

  stop(): void {
    this.#stopped = true
    this.#context.stop()
    this.#undo.stop()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  /** Milliseconds until the row is due; null while it is being sent or waits for the user. */
  #dueIn(row: OutboxHead, now: number): number | null {
    const since = now - (row.attempt_at ?? 0)
    const kind = definitionOf(row)
    const undoUntil = this.#undo.until(row)
    if (undoUntil !== null) return undoUntil - now
    switch (row.state) {
      case 'queued':
        if (kind.isReversible && row.attempt_at !== null) return Math.max(0, requestDeadMs - since)
        return Math.max(0, (kind.gatherMs ?? 0) - (now - row.created_at))
      case 'unknown':
        return row.absent_count > 0 && since >= requestDeadMs ? 0 : Math.max(0, requestDeadMs - since)
      case 'acknowledged': {
        const isDelivered = kind.isDelivered?.(this.#core, row.queue_key) ?? true
        return isDelivered ? Math.max(0, eventPatienceMs - since) : 0
      }
      case 'sending':
      case 'failed':
        return null
    }
  }

  #later(key: string, delayMs: number): void {
    this.#timers.get(key)?.()
    this.#timers.set(
      key,
      this.#core.ports.clock.schedule(delayMs, () => {
        this.#timers.delete(key)
        this.run()
      }),
    )
  }

  async #step(row: OutboxRow): Promise<void> {
    try {
      await this.#execute(row)
    } catch (error) {
      // The engine stopped during the request: the database is closed, and the next engine continues.
      if (this.#stopped) return
      this.#core.noteFailure(`outbox row ${row.local_id}`, error)
      this.#context.backOff(failureKind(error), row)
      await this.#leaveNoneSending(row)
    }
  }

  /** Marks a row as `unknown` if it failed after its request had left, so that its outcome is looked up. */
  async #leaveNoneSending(row: OutboxRow): Promise<void> {
    const isSending = () => this.#core.store.outbox.get(row.local_id)?.state === 'sending'
    await this.#context.retryOnDiskTrouble(() => {
      if (isSending()) this.#context.update(row, { state: 'unknown' })
    })
  }

  #execute(row: OutboxRow): Promise<void> {
    const { execute, isReversible } = definitionOf(row)
    if (typeof execute === 'function') return execute(this.#context, row)
    return sendChange(this.#context, row, isReversible ? { ...execute, isReversible } : execute)
  }
}
