import type { Core } from '../../core/core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { definitionOf } from '../kinds.ts'

type Row = Pick<OutboxRow, 'local_id' | 'kind' | 'queue_key' | 'state'>

interface UndoWindow {
  /** UNIX milliseconds. */
  readonly end: number
  readonly undoMs: number
  isOver: boolean
  cancel: () => void
}

/**
 * The undo windows of rows: the times in which they can be taken back before they are sent first (`undoMs`). The row
 * itself is on disk from the start; only its elapsed time is in memory, so a row of an earlier engine gets a whole new
 * window. A timer ends a window, which makes it independent of changes of the clock.
 */
export class UndoWindows {
  readonly #core: Core
  /** Windows by queue key and local id. */
  readonly #windows = new Map<string, Map<string, UndoWindow>>()

  constructor(core: Core) {
    this.#core = core
    core.onCommit('times to undo', (changes) => {
      for (const change of changes) if (change.kind === 'outbox') this.#follow(change.queueKey)
    })
  }

  /** The end of a row's undo window, UNIX milliseconds; null without a window and after it. */
  until(row: Row): number | null {
    const { undoMs } = definitionOf(row)
    if (undoMs === undefined || row.state !== 'queued') return null
    const window = this.#windows.get(row.queue_key)?.get(row.local_id) ?? this.#begin(row, undoMs)
    if (window.isOver) return null
    const now = this.#core.ports.clock.now()
    return Math.min(Math.max(window.end, now + 1), now + window.undoMs)
  }

  stop(): void {
    for (const windows of this.#windows.values()) for (const { cancel } of windows.values()) cancel()
    this.#windows.clear()
  }

  #begin({ local_id: localId, queue_key }: Row, undoMs: number): UndoWindow {
    const { clock } = this.#core.ports
    const window: UndoWindow = { end: clock.now() + undoMs, undoMs, isOver: false, cancel: () => undefined }
    window.cancel = clock.schedule(undoMs, () => {
      window.isOver = true
      // Views show the next wait reason from now on, and the outbox sends the row.
      this.#core.announce([{ kind: 'outbox', queueKey: queue_key }])
    })
    const windows = this.#windows.get(queue_key) ?? new Map<string, UndoWindow>()
    this.#windows.set(queue_key, windows.set(localId, window))
    return window
  }

  /** Starts the windows of new rows, even if no view shows them, and stops the timers of removed rows. */
  #follow(queueKey: string): void {
    const rows = this.#core.store.outbox.ofQueue(queueKey)
    for (const row of rows) this.until(row)
    const windows = this.#windows.get(queueKey)
    if (windows === undefined) return
    for (const [localId, { cancel }] of windows) {
      if (rows.some((row) => row.local_id === localId)) continue
      cancel()
      windows.delete(localId)
    }
    if (windows.size === 0) this.#windows.delete(queueKey)
  }
}
