import type { EngineClock } from '../../ports.ts'

/** A view that rests is brought up to date after this, at the earliest. */
const throttleMs = 2_000

/**
 * Views of a window that nobody looks at: they are kept for a return. Their changes wait, so that lists which are
 * costly to compute cost little while thousands of events arrive.
 */
export class ThrottledViews {
  readonly #clock: Pick<EngineClock, 'schedule'>
  readonly #onDue: () => void
  /** By the id of the view, whether it has rested long enough. */
  readonly #due = new Map<string, boolean>()
  #cancel: (() => void) | null = null

  /** @param onDue called when changes need not wait any more */
  constructor(clock: Pick<EngineClock, 'schedule'>, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  throttle(viewId: string): void {
    this.#due.set(viewId, false)
  }

  /** Somebody looks at the view, or it is closed. */
  release(viewId: string): void {
    this.#due.delete(viewId)
  }

  /** Whether the changes of a view wait: `onDue` follows. */
  delays(viewId: string): boolean {
    if (this.#due.get(viewId) !== false) return false
    this.#cancel ??= this.#clock.schedule(throttleMs, () => {
      this.#cancel = null
      for (const id of this.#due.keys()) this.#due.set(id, true)
      this.#onDue()
    })
    return true
  }

  /** The view was computed: its next changes wait again. */
  noteComputed(viewId: string): void {
    if (this.#due.has(viewId)) this.#due.set(viewId, false)
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
