import type { QueueRow, QueueTable } from '../store/queues.ts'
import type { EventLog } from './event-log.ts'
import { EventQueue } from './event-queue.ts'
import type { Queue } from './open-queues.ts'
import { queueOptions } from './queue-options.ts'
import { writtenEvents } from './written-events.ts'

/** Heartbeat ids are not persisted; after a restart new ids start beyond any that was used. */
const idsReservedAtRestart = 100_000

/** The persisted part of a queue. */
export type WrittenQueue = Pick<Queue, 'number' | 'id' | 'userId' | 'options' | 'events' | 'lastSeen'>

/** Reads the queues of an earlier process with their events, and removes expired ones. */
export function writtenQueues(table: QueueTable, log: EventLog, now: number): WrittenQueue[] {
  const rows = new Map<number, QueueRow>()
  table.together(() => {
    for (const row of table.all()) {
      const options = queueOptions.parse(JSON.parse(row.options))
      if (row.last_seen < now - options.lifetimeMs) table.remove(row.number)
      else rows.set(row.number, row)
    }
  })
  const written = writtenEvents(log, new Map([...rows].map(([number, row]) => [number, row.newest_pruned_id])))
  return [...rows.values()].map((row) => {
    const waiting = written.get(row.number) ?? []
    const nextId = Math.max(row.next_event_id, row.newest_pruned_id + 1, (waiting.at(-1)?.id ?? -1) + 1)
    const events = new EventQueue(nextId + idsReservedAtRestart, row.newest_pruned_id)
    events.restore(waiting)
    return {
      number: row.number,
      id: row.id,
      userId: row.user_id,
      options: queueOptions.parse(JSON.parse(row.options)),
      events,
      lastSeen: row.last_seen,
    }
  })
}
