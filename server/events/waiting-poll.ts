import type { Clock, RandomSource } from '../base/ports.ts'
import { unwrittenEvent } from './event-log.ts'
import type { Queue } from './open-queues.ts'

/** A waiting poll gets a heartbeat after 45 s plus up to 10 s (wire-protocol.md §2.1). */
const heartbeatMs = 45_000
const heartbeatSpreadMs = 10_000

/** The heartbeat time of a queue in milliseconds; it is random, so that polls do not end at the same time. */
export function heartbeatAfterMs(random: RandomSource): number {
  return heartbeatMs + Math.floor((random.bytes(2).readUInt16BE() / 0x1_00_00) * heartbeatSpreadMs)
}

/**
 * Waits for the first event of a queue, or adds a heartbeat when it is due. Resolves with the event's id, or with
 * undefined if all events may be answered.
 */
export function waitForEvent(
  queue: Queue,
  clock: Clock,
  onAbandoned: (abandon: () => void) => void,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const finish = (through?: number) => {
      cancelHeartbeat()
      if (queue.finishWaiting === finish) queue.finishWaiting = undefined
      resolve(through)
    }
    const cancelHeartbeat = clock.schedule(queue.heartbeatMs, () => {
      const heartbeat = { type: 'heartbeat' }
      queue.events.push(heartbeat, () => unwrittenEvent(heartbeat))
      finish()
    })
    queue.finishWaiting = finish
    onAbandoned(() => {
      finish()
    })
  })
}
