import type { z } from 'zod'
import { inBackground } from './background.ts'
import { badRequest, ServiceError } from './errors.ts'
import { EventLog, unwrittenEvent, type EventRecord, type ServerEvent } from './event-log.ts'
import type { Clock, IdSource, RandomSource } from './ports.ts'
import { queueOptions, type QueueOptions } from './queue-options.ts'
import type { QueueTable } from './store/queues.ts'

const longestLifetimeMs = 7 * 86_400_000
const collectEveryMs = 60_000
/** A waiting poll is answered with a heartbeat after 45 s and up to 10 s more (wire-protocol.md §2.1). */
const heartbeatMs = 45_000
const heartbeatSpreadMs = 10_000
/** Heartbeats have ids that are never written down; after a restart new ids start beyond any that were given out. */
const idsReservedAtRestart = 100_000
/** So many events that everybody has acknowledged may wait on disk for the next clean-up. */
const readKept = 2000

interface QueuedEvent {
  readonly id: number
  readonly record: EventRecord
}

interface Queue {
  /** What the events on disk name the queue by. */
  readonly number: number
  readonly id: string
  readonly userId: number
  readonly options: QueueOptions
  /** A waiting poll is answered after so long, each queue at another time. */
  readonly heartbeatMs: number
  /** Not yet acknowledged, by id. */
  readonly events: QueuedEvent[]
  nextId: number
  /** The highest id that was acknowledged. */
  newestPruned: number
  /** UNIX milliseconds. */
  lastSeen: number
  /** Whether the disk does not know yet how far the queue was read. */
  isDirty: boolean
  finishWaiting: (() => void) | undefined
}

/** How a queue was before the change under way, should that be rolled back. */
interface Before {
  readonly length: number
  readonly nextId: number
  /** Events that others have taken the place of. */
  readonly replaced: QueuedEvent[]
}

/**
 * Event queues with at-least-once delivery and one poller each (wire-protocol.md §2.1). They live in memory; an event is
 * written to disk in the transaction of the change that caused it, an acknowledgement some time later, so that after a
 * crash an event may come twice but never fails to come.
 */
export class EventQueues {
  readonly #table: QueueTable
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #random: RandomSource
  readonly #ids: IdSource
  readonly #queues = new Map<string, Queue>()
  readonly #byUser = new Map<number, Set<Queue>>()
  readonly #ofAllStreams = new Set<Queue>()
  readonly #changed = new Map<Queue, Before>()
  readonly #opened = new Set<Queue>()
  readonly #ended = new Set<Queue>()
  #stopCollecting: () => void = () => undefined
  #closed = false

  constructor(table: QueueTable, ports: { clock: Clock; random: RandomSource; ids: IdSource }) {
    this.#table = table
    this.#log = new EventLog(table)
    this.#clock = ports.clock
    this.#random = ports.random
    this.#ids = ports.ids
    this.#load()
    this.#collectLater()
  }

  /** How many queues there are. */
  get size(): number {
    return this.#queues.size
  }

  /** Opens a queue; call inside a transaction together with the reading of the initial state. */
  open(userId: number, given: z.input<typeof queueOptions>): { queueId: string; lastEventId: number } {
    const parsed = queueOptions.parse(given)
    const options = { ...parsed, lifetimeMs: Math.min(parsed.lifetimeMs, longestLifetimeMs) }
    const id = this.#ids.unique()
    const lastSeen = this.#clock.now()
    const number = this.#table.add(id, userId, JSON.stringify(options), lastSeen)
    const queue = this.#keep({ number, id, userId, options, nextId: 0, newestPruned: -1, lastSeen })
    this.#opened.add(queue)
    return { queueId: queue.id, lastEventId: -1 }
  }

  /**
   * Appends to every queue of the user that wants the type; call inside the transaction of the change. `build` returns
   * null for a queue that gets nothing.
   */
  publish(userId: number, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    for (const queue of this.#byUser.get(userId) ?? []) this.#publishTo(queue, build)
  }

  /** The same for many users. */
  publishToAll(userIds: Iterable<number>, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    for (const userId of userIds) this.publish(userId, build)
  }

  /** One event for every queue; call inside a transaction. */
  publishToEverybody(event: ServerEvent): void {
    for (const queue of this.#queues.values()) this.#publishTo(queue, () => event)
  }

  /** Appends to the queues that take the messages of all public streams, but not to those of `except`. */
  publishToListeners(
    except: ReadonlySet<number>,
    build: (options: QueueOptions, userId: number) => ServerEvent | null,
  ): void {
    for (const queue of this.#ofAllStreams) {
      if (!except.has(queue.userId)) this.#publishTo(queue, (options) => build(options, queue.userId))
    }
  }

  /** Writes down what the change under way has published; call at its end, inside its transaction. */
  write(): void {
    this.#log.write()
  }

  /** Ends the change under way: answers the polls that it gave something to, or takes everything back. */
  flush(committed: boolean): void {
    const changed = [...this.#changed]
    const gone = committed ? [...this.#ended] : [...this.#opened]
    this.#changed.clear()
    this.#opened.clear()
    this.#ended.clear()
    this.#log.settle(committed)
    for (const [queue, before] of changed) {
      if (committed) {
        for (const { record } of before.replaced) this.#log.release(record)
        queue.finishWaiting?.()
      } else {
        const restored = before.replaced.filter(({ id }) => id < before.nextId)
        queue.events.splice(before.length - restored.length, Infinity, ...restored)
        queue.nextId = before.nextId
      }
    }
    for (const queue of gone) this.#drop(queue)
  }

  remove(queueId: string, userId: number): void {
    this.#end(this.#own(queueId, userId))
  }

  /** Forgets every queue, as after a long absence. */
  removeAll(): void {
    for (const userId of [...this.#byUser.keys()]) this.removeOf(userId)
  }

  /** Ids of the user's queues. */
  queuesOf(userId: number): string[] {
    return [...(this.#byUser.get(userId) ?? [])].map((queue) => queue.id)
  }

  /** Ends every queue of a user who may no longer listen. */
  removeOf(userId: number): void {
    for (const queue of [...(this.#byUser.get(userId) ?? [])]) this.#end(queue)
  }

  /**
   * Acknowledges through `lastEventId` and returns what follows, each as JSON text; waits for the first event unless
   * `dontBlock`. `onAbandoned` gives the caller a way to end the wait when its client has gone.
   */
  async poll(
    request: { queueId: string; userId: number; lastEventId: number; dontBlock: boolean },
    onAbandoned: (abandon: () => void) => void,
  ): Promise<string[]> {
    const queue = this.#own(request.queueId, request.userId)
    this.#acknowledge(queue, request.lastEventId)
    queue.finishWaiting?.()
    if (!request.dontBlock && !this.#closed && queue.events.length === 0) {
      await this.#wait(queue, onAbandoned)
      this.#own(request.queueId, request.userId)
    }
    return queue.events.map(({ id, record }) => `${record.text.slice(0, -1)},"id":${id}}`)
  }

  /** Ends every waiting poll and writes down how far each queue was read, so that a soon restart goes on there. */
  close(): void {
    if (this.#closed) return
    this.#stopCollecting()
    for (const queue of this.#queues.values()) {
      if (queue.finishWaiting !== undefined) this.#touch(queue)
    }
    this.#closed = true
    for (const queue of this.#queues.values()) queue.finishWaiting?.()
    this.#save()
  }

  #publishTo(queue: Queue, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    const types = queue.options.eventTypes
    const event = build(queue.options, queue.id)
    if (event === null || (types !== null && !types.includes(event.type))) return
    let before = this.#changed.get(queue)
    if (before === undefined) {
      before = { length: queue.events.length, nextId: queue.nextId, replaced: [] }
      this.#changed.set(queue, before)
    }
    const last = queue.events.at(-1)
    const merged = last === undefined ? undefined : merge(last.record.event, event)
    const id = queue.nextId
    queue.nextId += 1
    if (last === undefined || merged === undefined) {
      queue.events.push({ id, record: this.#log.add(event, [queue.number, id]) })
      return
    }
    before.replaced.push(last)
    queue.events.splice(-1, 1, { id, record: this.#log.add(merged, [queue.number, id, last.id]) })
  }

  #acknowledge(queue: Queue, lastEventId: number): void {
    if (lastEventId < queue.newestPruned) {
      throw badRequest(`An event newer than ${lastEventId} has already been pruned!`)
    }
    if (lastEventId >= queue.nextId) throw badRequest(`Event ${lastEventId} was not in this queue`)
    this.#touch(queue)
    if (lastEventId === queue.newestPruned) return
    const firstKept = queue.events.findIndex((event) => event.id > lastEventId)
    const read = queue.events.splice(0, firstKept < 0 ? queue.events.length : firstKept)
    for (const { record } of read) this.#log.release(record)
    queue.newestPruned = lastEventId
    if (this.#log.readCount > readKept) {
      inBackground('putting events away', () => {
        this.#log.removeRead()
      })
    }
  }

  #wait(queue: Queue, onAbandoned: (abandon: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancelHeartbeat()
        if (queue.finishWaiting === finish) queue.finishWaiting = undefined
        if (!this.#closed) this.#touch(queue)
        resolve()
      }
      const cancelHeartbeat = this.#clock.schedule(queue.heartbeatMs, () => {
        queue.events.push({ id: queue.nextId, record: unwrittenEvent({ type: 'heartbeat' }) })
        queue.nextId += 1
        finish()
      })
      queue.finishWaiting = finish
      onAbandoned(finish)
    })
  }

  #own(queueId: string, userId: number): Queue {
    const queue = this.#queues.get(queueId)
    if (queue === undefined) {
      throw new ServiceError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { extra: { queue_id: queueId } })
    }
    if (queue.userId !== userId) throw badRequest('You are not authorized to get events from this queue')
    return queue
  }

  #touch(queue: Queue): void {
    queue.lastSeen = this.#clock.now()
    queue.isDirty = true
  }

  #keep(given: Pick<Queue, 'number' | 'id' | 'userId' | 'options' | 'nextId' | 'newestPruned' | 'lastSeen'>): Queue {
    const spread = Math.floor((this.#random.bytes(2).readUInt16BE() / 0x1_00_00) * heartbeatSpreadMs)
    const queue: Queue = {
      ...given,
      heartbeatMs: heartbeatMs + spread,
      events: [],
      isDirty: false,
      finishWaiting: undefined,
    }
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]))
    else own.add(queue)
    if (queue.options.allPublicStreams) this.#ofAllStreams.add(queue)
    return queue
  }

  /** Ends a queue: with the change under way, if there is one. */
  #end(queue: Queue): void {
    this.#table.remove(queue.number)
    if (this.#table.isChanging()) this.#ended.add(queue)
    else this.#drop(queue)
  }

  #drop(queue: Queue): void {
    if (!this.#queues.delete(queue.id)) return
    this.#byUser.get(queue.userId)?.delete(queue)
    this.#ofAllStreams.delete(queue)
    for (const { record } of queue.events.splice(0)) this.#log.release(record)
    queue.finishWaiting?.()
  }

  #load(): void {
    const now = this.#clock.now()
    const known = new Map<number, Queue>()
    this.#table.together(() => {
      for (const row of this.#table.all()) {
        const options = queueOptions.parse(JSON.parse(row.options))
        if (row.last_seen < now - options.lifetimeMs) {
          this.#table.remove(row.number)
          continue
        }
        const queue = this.#keep({
          number: row.number,
          id: row.id,
          userId: row.user_id,
          options,
          nextId: Math.max(row.next_event_id, row.newest_pruned_id + 1),
          newestPruned: row.newest_pruned_id,
          lastSeen: row.last_seen,
        })
        known.set(row.number, queue)
      }
    })
    for (const { record, places } of this.#log.load()) {
      for (const [number, id, replacedId] of places) {
        const queue = known.get(number)
        if (queue === undefined || id <= queue.newestPruned) continue
        const replaced = queue.events.findIndex((event) => event.id === replacedId)
        for (const gone of replaced < 0 ? [] : queue.events.splice(replaced, 1)) this.#log.release(gone.record)
        queue.events.push({ id, record })
        record.readers += 1
        queue.nextId = Math.max(queue.nextId, id + 1)
      }
    }
    for (const queue of known.values()) {
      queue.events.sort((a, b) => a.id - b.id)
      queue.nextId += idsReservedAtRestart
    }
  }

  #collectLater(): void {
    this.#stopCollecting = this.#clock.schedule(collectEveryMs, () => {
      inBackground('putting event queues away', () => {
        this.#collect()
        this.#save()
      })
      this.#collectLater()
    })
  }

  #collect(): void {
    const now = this.#clock.now()
    const idle = [...this.#queues.values()].filter(
      (queue) => queue.finishWaiting === undefined && queue.lastSeen < now - queue.options.lifetimeMs,
    )
    if (idle.length === 0) return
    this.#table.together(() => {
      for (const queue of idle) this.#table.remove(queue.number)
    })
    for (const queue of idle) this.#drop(queue)
  }

  #save(): void {
    this.#log.removeRead()
    const dirty = [...this.#queues.values()].filter((queue) => queue.isDirty)
    if (dirty.length === 0) return
    this.#table.together(() => {
      for (const { number, lastSeen, newestPruned, nextId } of dirty) {
        this.#table.save({ number, lastSeen, newestPruned, nextId })
      }
    })
    for (const queue of dirty) queue.isDirty = false
  }
}

/**
 * Two changes of one flag in a row become one event. Upstream also merges across events in between and so can turn
 * their order round (wire-protocol.md §2.1); only neighbours are merged here.
 */
function merge(last: ServerEvent, next: ServerEvent): ServerEvent | undefined {
  if (last.type === 'restart' && next.type === 'restart') return next
  if (last.type !== 'update_message_flags' || next.type !== 'update_message_flags') return undefined
  const isSame = last.op === next.op && last.flag === next.flag && last.all === false && next.all === false
  if (!isSame || (next.op === 'remove' && next.flag === 'read')) return undefined
  const ids = (event: ServerEvent) => event.messages as number[] // as every publisher of this type writes it
  return { ...next, messages: [...ids(last), ...ids(next)] }
}
