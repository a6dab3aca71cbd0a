import { passingEvents } from '../../model/slices.ts'
import type { ServerEvent } from '../../model/events.ts'
import type { UnreadableState } from '../../store/meta.ts'

/** Unreadable events must not cause a registration each. */
const leastMs = 60 * 60_000

/**
 * Tracks events of handled types that could not be decoded completely (sync-invariants.md Q12): their contents are in
 * no table, so only a registration recovers them. One registration recovers all earlier ones; the next waits an hour.
 * The debt is stored, since the program may end within that hour.
 */
export class UnreadableEvents {
  readonly #stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }

  constructor(stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }) {
    this.#stored = stored
  }

  /** Notes undecodable events, and returns the types that require a registration. */
  note(events: readonly ServerEvent[]): readonly string[] {
    const types = events.flatMap((event) => {
      const type = event.type === 'unexpected' ? event.name : event.type
      return event.isIncomplete === true && !passingEvents.has(type) ? [type] : []
    })
    const state = this.#stored.get()
    if (types.length > 0 && !state.isOwed) this.#stored.set({ ...state, isOwed: true })
    return [...new Set(types)]
  }

  /** Whether a registration is due; `now` is UNIX milliseconds. */
  isDue(now: number): boolean {
    const { isOwed, registeredAt } = this.#stored.get()
    return isOwed && (registeredAt === null || Math.abs(now - registeredAt) >= leastMs)
  }

  /** A registration has recovered everything. */
  noteRegistered(now: number): void {
    if (this.#stored.get().isOwed) this.#stored.set({ isOwed: false, registeredAt: now })
  }
}
