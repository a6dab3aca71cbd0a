import type { Clock, IdSource, RandomSource } from './ports.ts'
import { badRequest, ServiceError } from './errors.ts'
import type { QueueRow, QueueTable } from './store/queues.ts'
import { z } from 'zod'

/** Queues nobody polls for this long are dropped (service-api.md "Limits"). */
const queueLifetimeMs = 600_000
const collectEveryMs = 60_000
/** A waiting poll is answered with a heartbeat after 45 s and up to 10 s more (wire-protocol.md §2.1). */
const heartbeatMs = 45_000
const heartbeatSpreadMs = 10_000

const queueOptions = z.object({
  eventTypes: z.array(z.string()).nullable(),
  applyMarkdown: z.boolean(),
  clientExtavatar: z.boolean(),
  /** The client takes many deletions in one event. */
  bulkDeletion: z.boolean().default(false),
  /** The client shows who is typing in streams. */
  streamTyping: z.boolean().default(false),
})

export type QueueOptions = z.infer<typeof queueOptions>

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string }

interface Waiter {
  finish(): void
}

/**
 * Event queues: durable (a queue and its events are rows, written in the transaction of the change that caused them),
 * with at-least-once delivery and one poller each (wire-protocol.md §2.1).
 */
export class EventQueues {
  readonly #table: QueueTable
  readonly #clock: Clock
  readonly #random: RandomSource
  readonly #ids: IdSource
  readonly #waiters = new Map<string, Waiter>()
  readonly #appended = new Set<string>()
  #stopCollecting: () => void = () => undefined
  #closed = false

  constructor(table: QueueTable, ports: { clock: Clock; random: RandomSource; ids: IdSource }) {
    this.#table = table
    this.#clock = ports.clock
    this.#random = ports.random
    this.#ids = ports.ids
    this.#collectLater()
  }

  /** Opens a queue; call inside a transaction together with the reading of the initial state. */
  open(userId: number, options: QueueOptions): { queueId: string; lastEventId: number } {
    const queueId = this.#ids.unique()
    this.#table.add(queueId, userId, JSON.stringify(options), this.#clock.now())
    return { queueId, lastEventId: -1 }
  }

  /**
   * Appends to every queue of the user that wants the type; call inside the transaction of the change. `build` returns
   * null for a queue that gets nothing.
   */
  publish(userId: number, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    for (const queue of this.#table.ofUser(userId)) {
      const options = queueOptions.parse(JSON.parse(queue.options))
      const event = build(options, queue.id)
      if (event === null) continue
      if (options.eventTypes !== null && !options.eventTypes.includes(event.type)) continue
      this.#table.append(queue, event)
      this.#appended.add(queue.id)
    }
  }

  /** Answers the polls that the last transaction gave something to. */
  flush(committed: boolean): void {
    const queues = [...this.#appended]
    this.#appended.clear()
    if (!committed) return
    for (const id of queues) this.#waiters.get(id)?.finish()
  }

  remove(queueId: string, userId: number): void {
    const queue = this.#own(queueId, userId)
    this.#table.remove(queue.id)
    this.#waiters.get(queue.id)?.finish()
  }

  /**
   * Acknowledges through `lastEventId` and returns what follows; waits for the first event unless `dontBlock`.
   * `onAbandoned` gives the caller a way to end the wait when its client has gone.
   */
  async poll(
    request: { queueId: string; userId: number; lastEventId: number; dontBlock: boolean },
    onAbandoned: (abandon: () => void) => void,
  ): Promise<unknown[]> {
    const queue = this.#own(request.queueId, request.userId)
    if (request.lastEventId < queue.newest_pruned_id) {
      throw badRequest(`An event newer than ${request.lastEventId} has already been pruned!`)
    }
    const pruned = this.#table.prune(queue, request.lastEventId)
    if (pruned !== request.lastEventId) throw badRequest(`Event ${request.lastEventId} was not in this queue`)
    this.#table.touch(queue.id, this.#clock.now())
    this.#waiters.get(queue.id)?.finish()
    if (!request.dontBlock && !this.#closed && this.#table.events(queue.id).length === 0) {
      await this.#wait(queue, onAbandoned)
      this.#own(request.queueId, request.userId)
    }
    return this.#table.events(queue.id).map((event): unknown => JSON.parse(event.body))
  }

  #wait(queue: QueueRow, onAbandoned: (abandon: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const spread = Math.floor((this.#random.bytes(2).readUInt16BE() / 0x1_00_00) * heartbeatSpreadMs)
      const cancelHeartbeat = this.#clock.schedule(heartbeatMs + spread, () => {
        const current = this.#table.get(queue.id)
        if (current !== undefined) this.#table.append(current, { type: 'heartbeat' })
        waiter.finish()
      })
      const waiter: Waiter = {
        finish: () => {
          cancelHeartbeat()
          if (this.#waiters.get(queue.id) === waiter) this.#waiters.delete(queue.id)
          if (!this.#closed) this.#table.touch(queue.id, this.#clock.now())
          resolve()
        },
      }
      this.#waiters.set(queue.id, waiter)
      onAbandoned(() => {
        waiter.finish()
      })
    })
  }

  #own(queueId: string, userId: number): QueueRow {
    const queue = this.#table.get(queueId)
    if (queue === undefined) {
      throw new ServiceError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { extra: { queue_id: queueId } })
    }
    if (queue.user_id !== userId) throw badRequest('You are not authorized to get events from this queue')
    return queue
  }

  #collectLater(): void {
    this.#stopCollecting = this.#clock.schedule(collectEveryMs, () => {
      for (const id of this.#table.expired(this.#clock.now() - queueLifetimeMs)) {
        if (!this.#waiters.has(id)) this.#table.remove(id)
      }
      this.#collectLater()
    })
  }

  /** Ends every waiting poll and stamps its queue, so that a restart within ten minutes finds it alive. */
  close(): void {
    if (this.#closed) return
    this.#stopCollecting()
    for (const id of this.#waiters.keys()) this.#table.touch(id, this.#clock.now())
    this.#closed = true
    for (const waiter of [...this.#waiters.values()]) waiter.finish()
  }
}
