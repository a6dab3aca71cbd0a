import type { EventQueue } from './event-queue.ts'
import type { QueueOptions } from './queue-options.ts'

/** An open queue, as it is held in memory. */
export interface Queue {
  /** What the events on disk name the queue by. */
  readonly number: number
  readonly id: string
  readonly userId: number
  readonly options: QueueOptions
  /** A waiting poll is answered after so long, each queue at another time. */
  readonly heartbeatMs: number
  /** What is not yet acknowledged. */
  readonly events: EventQueue
  /** When a poll last began to wait, UNIX milliseconds: one that is answered at once keeps no queue alive. */
  lastSeen: number
  /** Whether the disk does not know yet how far the queue was read. */
  isDirty: boolean
  /** Answers the waiting poll with the events through an id, all of them by default. */
  finishWaiting: ((through?: number) => void) | undefined
}

/** The open queues, and the ways to find them. */
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

  /** Users who have a queue. */
  users(): number[] {
    return [...this.#byUser.keys()]
  }

  ofUser(userId: number): Iterable<Queue> {
    return this.#byUser.get(userId) ?? []
  }

  /** The queues that get the messages of all public streams. */
  ofAllStreams(): Iterable<Queue> {
    return this.#ofAllStreams
  }

  add(queue: Queue): void {
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]))
    else own.add(queue)
    // A queue with a narrow also gets messages of streams without a subscription, as upstream.
    if (queue.options.allPublicStreams || queue.options.narrow.length > 0) this.#ofAllStreams.add(queue)
  }

  /** Returns whether the queue was open. */
  remove(queue: Queue): boolean {
    if (!this.#queues.delete(queue.id)) return false
    this.#byUser.get(queue.userId)?.delete(queue)
    this.#ofAllStreams.delete(queue)
    return true
  }
}
