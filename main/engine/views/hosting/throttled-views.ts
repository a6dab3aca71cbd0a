import type { EngineClock } from '../../ports.ts'

/** A throttled view is computed again after this time at the earliest. */
const throttleMs = 2_000

/**
 * The views of a window that the user does not see, but may return to. Their changes are delayed, so that lists which
 * are costly to compute cost little while thousands of events arrive.
 */
export class ThrottledViews {
  readonly #clock: Pick<EngineClock, 'schedule'>
  readonly #onDue: () => void
  /** The keys are ids of throttled views; a value tells whether the view's delay is over. */
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

  /** Ends the throttling of a view that is visible again or closed. */
  release(viewId: string): void {
    this.#due.delete(viewId)
  }

  /** Returns whether the changes of a view are delayed, in which case `onDue` follows. */
  delays(viewId: string): boolean {
    if (this.#due.get(viewId) !== false) return false
    this.#cancel ??= this.#clock.schedule(throttleMs, () => {
      this.#cancel = null
      for (const id of this.#due.keys()) this.#due.set(id, true)
      this.#onDue()
    })
    return true
  }

  /** Records that a view was computed, so that its next changes are delayed again. */
  noteComputed(viewId: string): void {
    if (this.#due.has(viewId)) this.#due.set(viewId, false)
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
