import type { Core } from '../../core.ts'
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
 * The times in which rows can be taken back before they are sent for the first time (`undoMs`). The wish is in the outbox
 * from the beginning, so that neither a closed window nor a stop loses it; what is kept in memory alone is how much of its
 * time has passed. A row that an earlier engine left therefore gets its whole time again: while there was no window nobody
 * could take it back, and it does not leave behind the user's back. A timer ends the time, which no set clock moves.
 */
export class UndoWindows {
  readonly #core: Core
  /** By queue key and local id. */
  readonly #windows = new Map<string, Map<string, UndoWindow>>()

  constructor(core: Core) {
    this.#core = core
    core.onCommit('times to undo', (changes) => {
      for (const change of changes) if (change.kind === 'outbox') this.#follow(change.queueKey)
    })
  }

  /** Until when a row can be taken back and does not leave, UNIX milliseconds; null without such a time, and after it. */
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
      // Views show from now on what else the row waits for, and the outbox sends it.
      this.#core.announce([{ kind: 'outbox', queueKey: queue_key }])
    })
    const windows = this.#windows.get(queue_key) ?? new Map<string, UndoWindow>()
    this.#windows.set(queue_key, windows.set(localId, window))
    return window
  }

  /** New rows begin now, also where no window shows them; those that are gone need no timer. */
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
