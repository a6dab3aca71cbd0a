import type { EventLog, EventRecord } from './event-log.ts'
import type { QueuedEvent } from './event-queue.ts'

/**
 * Reads what an earlier process wrote down: for each queue that is still known its events in the order of their ids,
 * without the acknowledged ones. `pruned` has the highest acknowledged id of each queue.
 */
export function writtenEvents(log: EventLog, pruned: ReadonlyMap<number, number>): Map<number, QueuedEvent[]> {
  // By queue and by the id that the event has so far: an event that was merged goes on under the next id.
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
