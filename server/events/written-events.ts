import type { EventLog, EventRecord } from './event-log.ts'
import type { QueuedEvent } from './event-queue.ts'

/**
 * Reads the events of an earlier process: for each known queue its unacknowledged events in order of their ids.
 * @param pruned the highest acknowledged id of each queue
 */
export function writtenEvents(log: EventLog, pruned: ReadonlyMap<number, number>): Map<number, QueuedEvent[]> {
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
