import type { ServerEvent } from '../../model/events.ts'
import type { UnreadableState } from '../../store/meta.ts'

/** A server whose events nobody can read must not be registered with for each of them. */
const leastMs = 60 * 60_000

/** Types that are told anew all the time, or asked for where they are shown: a registration would bring nothing. */
const passing: ReadonlySet<string> = new Set([
  'attachment',
  'heartbeat',
  'presence',
  'realm_user_settings_defaults',
  'typing',
])

/**
 * Events of types that are acted on, of which not everything could be read (sync-invariants.md Q12): what they told is in
 * no table, so that only a registration brings it. One makes good all that came before; the next waits an hour. What is
 * owed is stored, since the program may end within that hour.
 */
export class UnreadableEvents {
  readonly #stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }

  constructor(stored: { readonly get: () => UnreadableState; readonly set: (state: UnreadableState) => void }) {
    this.#stored = stored
  }

  /** Takes note of what could not be read, and returns the types that a registration is owed for. */
  note(events: readonly ServerEvent[]): readonly string[] {
    const types = events.flatMap((event) => {
      const type = event.type === 'unexpected' ? event.name : event.type
      return event.isIncomplete === true && !passing.has(type) ? [type] : []
    })
    const state = this.#stored.get()
    if (types.length > 0 && !state.isOwed) this.#stored.set({ ...state, isOwed: true })
    return [...new Set(types)]
  }

  /** Whether to register now; `now` is UNIX milliseconds. */
  isDue(now: number): boolean {
    const { isOwed, registeredAt } = this.#stored.get()
    return isOwed && (registeredAt === null || Math.abs(now - registeredAt) >= leastMs)
  }

  /** A registration has brought everything. */
  settle(now: number): void {
    if (this.#stored.get().isOwed) this.#stored.set({ isOwed: false, registeredAt: now })
  }
}
