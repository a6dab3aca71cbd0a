import type { QueueMark } from './event-queue.ts'
import type { Queue } from './open-queues.ts'

/** The state of a queue before the current change, and the first event of that change that its waiting poll delivers. */
export interface Before {
  readonly mark: QueueMark
  firstId: number | undefined
}

/** The effects of the current change on queues, so that they can be rolled back. */
export class CurrentChange {
  readonly #changed = new Map<Queue, Before>()
  readonly #opened = new Set<Queue>()
  readonly #ended = new Set<Queue>()
  /** Whether the change is a batch, all events of which answer a waiting poll together. */
  isGathering = false

  noteOpened(queue: Queue): void {
    this.#opened.add(queue)
  }

  noteEnded(queue: Queue): void {
    this.#ended.add(queue)
  }

  hasEnded(queue: Queue): boolean {
    return this.#ended.has(queue)
  }

  /** The state of a queue that gets an event, as it was before the change. */
  before(queue: Queue): Before {
    const known = this.#changed.get(queue)
    if (known !== undefined) return known
    const before = { mark: queue.events.mark(), firstId: undefined }
    this.#changed.set(queue, before)
    return before
  }

  /** The queues that have got an event. */
  queues(): Iterable<Queue> {
    return this.#changed.keys()
  }

  /**
   * Ends the change and begins the next one.
   * @returns the queues that got events, and the queues that no longer exist: the ended ones, or after a rollback the
   * opened ones
   */
  end(committed: boolean): { changed: readonly (readonly [Queue, Before])[]; gone: readonly Queue[] } {
    const changed = [...this.#changed]
    const gone = committed ? [...this.#ended] : [...this.#opened]
    this.#changed.clear()
    this.#opened.clear()
    this.#ended.clear()
    this.isGathering = false
    return { changed, gone }
  }
}
