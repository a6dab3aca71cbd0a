import type { EventQueue } from './event-queue.ts'
import type { QueueOptions } from './queue-options.ts'
import type { Clock, RandomSource } from '../base/ports.ts'
import { unwrittenEvent } from './event-log.ts'

/** An open queue in memory. */
export interface Queue {
  /** The number by which persisted events refer to the queue. */
  readonly number: number
  readonly id: string
  readonly userId: number
  readonly options: QueueOptions
  /** The time after which a waiting poll gets a heartbeat; it differs between queues. */
  readonly heartbeatMs: number
  /** The unacknowledged events. */
  readonly events: EventQueue
  /**
   * The time at which a poll last began to wait, in UNIX milliseconds: a poll that is answered at once does not renew
   * it.
   */
  lastSeen: number
  /** Whether its read position has not been persisted yet. */
  isDirty: boolean
  /** Answers the waiting poll with the events up to an id, or all events. */
  finishWaiting: ((through?: number) => void) | undefined
}

/** The open queues and their indexes. */
export class OpenQueues {
  readonly #queues = new Map<string, Queue>()
  readonly #byUser = new Map<number, Set<Queue>>()
  readonly #ofAllStreams = new Set<Queue>()

  get size(): number {
    return this.#queues.size
  }

  get(queueId: string): Queue | undefined {
    return this.#queues.get(queueId)
  }

  all(): Iterable<Queue> {
    return this.#queues.values()
  }

  /** The users with a queue. */
  users(): number[] {
    return [...this.#byUser.keys()]
  }

  ofUser(userId: number): Iterable<Queue> {
    return this.#byUser.get(userId) ?? []
  }

  /** The queues that receive messages of all public streams. */
  ofAllStreams(): Iterable<Queue> {
    return this.#ofAllStreams
  }

  add(queue: Queue): void {
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]))
    else own.add(queue)
    // As upstream, a queue with a narrow also receives messages of unsubscribed streams.
    if (queue.options.allPublicStreams || queue.options.narrow.length > 0) this.#ofAllStreams.add(queue)
  }

  /** Removes the queue. Returns whether it was open. */
  remove(queue: Queue): boolean {
    if (!this.#queues.delete(queue.id)) return false
    this.#byUser.get(queue.userId)?.delete(queue)
    this.#ofAllStreams.delete(queue)
    return true
  }
}

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
