import type { ServerEvent } from '../api/events.ts'

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
 * no table, so that only a registration brings it. One makes good all that came before; the next waits an hour.
 */
export class UnreadableEvents {
  #isOwed = false
  #registeredAt = -Infinity

  /** Takes note of what could not be read, and returns the types that a registration is owed for. */
  note(events: readonly ServerEvent[]): readonly string[] {
    const types = events.flatMap((event) => {
      const type = event.type === 'unexpected' ? event.name : event.type
      return event.isIncomplete === true && !passing.has(type) ? [type] : []
    })
    if (types.length > 0) this.#isOwed = true
    return [...new Set(types)]
  }

  /** Whether to register now; `now` is UNIX milliseconds. */
  isDue(now: number): boolean {
    return this.#isOwed && Math.abs(now - this.#registeredAt) >= leastMs
  }

  /** A registration has brought everything. */
  settle(now: number): void {
    if (this.#isOwed) this.#registeredAt = now
    this.#isOwed = false
  }
}
