import type { Core } from '../../core/core.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { StoredQueue, UnreadableState } from '../../store/meta.ts'
import { passingEvents } from '../../state/slices.ts'

/** The minimal time between two registrations for unreadable events. */
const leastMs = 60 * 60_000

/**
 * Records events of handled types that could not be decoded completely (sync-invariants.md Q12). No table has their
 * contents, so that only a registration recovers them. One registration recovers all earlier events, and the next one
 * waits an hour. The need is stored, because the program may end within that hour.
 */
class UnreadableEvents {
  readonly #stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }

  constructor(stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }) {
    this.#stored = stored
  }

  /** Records unreadable events, and returns the types that require a registration. */
  note(events: readonly ServerEvent[]): readonly string[] {
    const types = events.flatMap((event) => {
      const type = event.type === 'unexpected' ? event.name : event.type
      return event.isIncomplete === true && !passingEvents.has(type) ? [type] : []
    })
    const state = this.#stored.get()
    if (types.length > 0 && !state.isOwed) this.#stored.set({ ...state, isOwed: true })
    return [...new Set(types)]
  }

  /** Returns whether a registration is due. `now` is in UNIX milliseconds. */
  isDue(now: number): boolean {
    const { isOwed, registeredAt } = this.#stored.get()
    return isOwed && (registeredAt === null || Math.abs(now - registeredAt) >= leastMs)
  }

  /** Records that a registration has recovered everything. */
  noteRegistered(now: number): void {
    if (this.#stored.get().isOwed) this.#stored.set({ isOwed: false, registeredAt: now })
  }
}

/**
 * Decides how long the stored queue can be used. The client registers again when the queue is too old, or when an
 * event of it is lost here; the latter is stored with the queue, so that a crash does not lose it.
 */
export class QueueLife {
  readonly #core: Core
  readonly #unreadable: UnreadableEvents
  #isLost = false

  constructor(core: Core) {
    this.#core = core
    const { store } = core
    this.#unreadable = new UnreadableEvents({
      get: () => store.meta.unreadableEvents(),
      set: (state) => {
        store.transaction(() => store.meta.setUnreadableEvents(state))
      },
    })
  }

  /** Returns whether an event of the queue is lost, so that a registration must follow. */
  get isLost(): boolean {
    return this.#isLost
  }

  get hasQueue(): boolean {
    return this.#core.store.meta.queue() !== undefined
  }

  /**
   * Returns the queue that can be polled; undefined if a registration is needed.
   * @param isRecovering no poll of this queue has succeeded yet, so that its age counts
   */
  usable(isRecovering: boolean): StoredQueue | undefined {
    const now = this.#core.ports.clock.now()
    if (this.#unreadable.isDue(now)) this.#isLost = true
    const queue = this.#core.store.meta.queue()
    if (queue === undefined || this.#isLost || queue.needsResync === true) return undefined
    const age = now - queue.touchedAt
    return isRecovering && (age > queue.lifetimeMs || age < 0) ? undefined : queue
  }

  noteLost(): void {
    this.#isLost = true
  }

  /** Records events whose contents could not be read and are lost, before any event of the answer is acknowledged. */
  noteUnreadable(events: readonly ServerEvent[]): void {
    const { ports } = this.#core
    const types = this.#unreadable.note(events)
    if (types.length > 0) ports.log('warn', `events that could not be read: ${types.join(', ').slice(0, 500)}`)
    if (this.#unreadable.isDue(ports.clock.now())) this.#isLost = true
  }

  /** Stores how far the queue was applied, and whether an event of it is lost, inside the running transaction. */
  acknowledge(queue: StoredQueue, lastEventId: number): void {
    const touchedAt = this.#core.ports.clock.now()
    const lost = this.#isLost ? { needsResync: true } : {}
    this.#core.store.meta.setQueue({ ...queue, lastEventId, touchedAt, ...lost })
  }

  /** Records that a registration has replaced everything that was lost. */
  noteRegistered(): void {
    this.#isLost = false
    this.#unreadable.noteRegistered(this.#core.ports.clock.now())
  }
}
