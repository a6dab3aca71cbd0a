import type { ServerEvent } from '../events.ts'

/**
 * Returns the messages that one answer of the queue lists as both added and removed for a flag. The server merges
 * pending events (all additions of a flag become one event at the position of the last), so that their order is
 * unknown and only the server knows the current flag (U6).
 */
export function undecidedIds(events: readonly ServerEvent[]): Set<number> {
  const undecided = new Set<number>()
  const named = new Map<string, Set<number>>()
  for (const event of events) {
    if (event.type !== 'update_message_flags') continue
    const key = (op: string) => `${op} ${event.flag}`
    const own = named.get(key(event.op)) ?? new Set<number>()
    named.set(key(event.op), own)
    const other = named.get(key(event.op === 'add' ? 'remove' : 'add'))
    for (const id of event.messages) {
      own.add(id)
      if (other?.has(id) === true) undecided.add(id)
    }
  }
  return undecided
}
