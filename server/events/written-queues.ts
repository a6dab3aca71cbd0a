import type { QueueRow, QueueTable } from '../store/queues.ts'
import type { EventLog, EventRecord } from './event-log.ts'
import { EventQueue, type QueuedEvent } from './event-queue.ts'
import type { Queue } from './open-queues.ts'
import { queueOptions } from './queue-options.ts'

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

/**
 * Reads the events of an earlier process: for each known queue its unacknowledged events in order of their ids.
 * @param pruned the highest acknowledged id of each queue
 */
function writtenEvents(log: EventLog, pruned: ReadonlyMap<number, number>): Map<number, QueuedEvent[]> {
  // By queue and current event id: a merged event continues under the next id.
  const queues = new Map<number, Map<number, EventRecord[]>>()
  for (const { record, places } of log.load()) {
    for (const [number, id, mergedWith] of places) {
      if (!pruned.has(number)) continue
      const events = queues.get(number) ?? new Map<number, EventRecord[]>()
      queues.set(number, events)
      const records = mergedWith === undefined ? [] : (events.get(mergedWith) ?? [])
      if (mergedWith !== undefined) events.delete(mergedWith)
      records.push(record)
      events.set(id, records)
      record.readers += 1
    }
  }
  const waiting = new Map<number, QueuedEvent[]>()
  for (const [number, events] of queues) {
    const kept: QueuedEvent[] = []
    for (const [id, records] of [...events].sort(([a], [b]) => a - b)) {
      const record = records.at(-1)
      if (record !== undefined && id > (pruned.get(number) ?? -1)) {
        kept.push({ id, record, earlier: records.slice(0, -1) })
      } else {
        for (const read of records) log.release(read)
      }
    }
    waiting.set(number, kept)
  }
  return waiting
}
