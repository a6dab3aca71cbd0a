import { passingEvents } from '../../state/slices.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { UnreadableState } from '../../store/meta.ts'

/** The minimal time between two registrations for unreadable events. */
const leastMs = 60 * 60_000

/**
 * Records events of handled types that could not be decoded completely (sync-invariants.md Q12). No table has their
 * contents, so that only a registration recovers them. One registration recovers all earlier events, and the next one
 * waits an hour. The need is stored, because the program may end within that hour.
 */
export class UnreadableEvents {
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
