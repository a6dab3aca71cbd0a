import { z } from 'zod'
import { inBackground } from './background.ts'
import { badRequest, ServiceError } from './errors.ts'
import type { Clock, IdSource, RandomSource } from './ports.ts'
import type { QueueTable } from './store/queues.ts'

/** Queues nobody polls for this long are dropped (service-api.md "Limits"). */
const defaultLifetimeMs = 600_000
const longestLifetimeMs = 7 * 86_400_000
const collectEveryMs = 60_000
/** A waiting poll is answered with a heartbeat after 45 s and up to 10 s more (wire-protocol.md §2.1). */
const heartbeatMs = 45_000
const heartbeatSpreadMs = 10_000
/** Heartbeats have ids that are never written down; after a restart new ids start beyond any that were given out. */
const idsReservedAtRestart = 100_000
/** So many acknowledged events may wait on disk for the next clean-up. */
const acknowledgedKept = 5000

const queueOptions = z.object({
  eventTypes: z.array(z.string()).nullable(),
  applyMarkdown: z.boolean(),
  clientExtavatar: z.boolean(),
  /** The client takes many deletions in one event. */
  bulkDeletion: z.boolean().default(false),
  /** The client shows who is typing in streams. */
  streamTyping: z.boolean().default(false),
  /** The client knows `user_settings` events; others get the two older ones as well. */
  userSettings: z.boolean().default(true),
  /** The client knows URL templates of linkifiers. */
  linkifierTemplates: z.boolean().default(true),
  avatarOptional: z.boolean().default(false),
  /** The client copes with users that it was never told of. */
  userListIncomplete: z.boolean().default(true),
  includeSubscribers: z.boolean().default(false),
  slimPresence: z.boolean().default(true),
  /** Messages of all public streams, not only of the user's own. */
  allPublicStreams: z.boolean().default(false),
  /** Which messages the queue is for: pairs of operator and operand. */
  narrow: z.array(z.tuple([z.string(), z.string()])).default([]),
  lifetimeMs: z.number().default(defaultLifetimeMs),
})

export type QueueOptions = z.infer<typeof queueOptions>

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string }

interface QueuedEvent {
  readonly id: number
  readonly event: ServerEvent
  readonly body: string
}

interface Queue {
  readonly id: string
  readonly userId: number
  readonly options: QueueOptions
  /** Not yet acknowledged, by id. */
  events: QueuedEvent[]
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
  readonly events: QueuedEvent[]
  readonly nextId: number
}

/**
 * Event queues with at-least-once delivery and one poller each (wire-protocol.md §2.1). They live in memory; an event is
 * written to disk in the transaction of the change that caused it, an acknowledgement some time later, so that after a
 * crash an event may come twice but never fails to come.
 */
export class EventQueues {
  readonly #table: QueueTable
  readonly #clock: Clock
  readonly #random: RandomSource
  readonly #ids: IdSource
  readonly #queues = new Map<string, Queue>()
  readonly #byUser = new Map<number, Set<Queue>>()
  readonly #ofAllStreams = new Set<Queue>()
  readonly #changed = new Map<Queue, Before>()
  readonly #opened = new Set<Queue>()
  #acknowledged = 0
  #stopCollecting: () => void = () => undefined
  #closed = false

  constructor(table: QueueTable, ports: { clock: Clock; random: RandomSource; ids: IdSource }) {
    this.#table = table
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
    const options = queueOptions.parse(given)
    const queue: Queue = {
      id: this.#ids.unique(),
      userId,
      options: { ...options, lifetimeMs: Math.min(options.lifetimeMs, longestLifetimeMs) },
      events: [],
      nextId: 0,
      newestPruned: -1,
      lastSeen: this.#clock.now(),
      isDirty: false,
      finishWaiting: undefined,
    }
    this.#table.add(queue.id, userId, JSON.stringify(queue.options), queue.lastSeen)
    this.#keep(queue)
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

  /** Ends the change under way: answers the polls that it gave something to, or takes everything back. */
  flush(committed: boolean): void {
    const changed = new Map(this.#changed)
    const opened = new Set(this.#opened)
    this.#changed.clear()
    this.#opened.clear()
    if (committed) {
      for (const queue of changed.keys()) queue.finishWaiting?.()
      return
    }
    for (const [queue, before] of changed) {
      queue.events = before.events
      queue.nextId = before.nextId
    }
    for (const queue of opened) this.#drop(queue)
  }

  remove(queueId: string, userId: number): void {
    const queue = this.#own(queueId, userId)
    this.#table.remove(queue.id)
    this.#drop(queue)
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
    for (const queue of [...(this.#byUser.get(userId) ?? [])]) {
      this.#table.remove(queue.id)
      this.#drop(queue)
    }
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
    return queue.events.map((event) => event.body)
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
    if (!this.#changed.has(queue) && !this.#opened.has(queue)) {
      this.#changed.set(queue, { events: [...queue.events], nextId: queue.nextId })
    }
    const last = queue.events.at(-1)
    const merged = last === undefined ? undefined : merge(last.event, event)
    if (last !== undefined && merged !== undefined) {
      queue.events.pop()
      this.#table.removeEvent(queue.id, last.id)
    }
    const appended = this.#append(queue, merged ?? event)
    this.#table.addEvent(queue.id, appended.id, appended.body)
  }

  #append(queue: Queue, event: ServerEvent): QueuedEvent {
    const id = queue.nextId
    queue.nextId += 1
    const appended = { id, event, body: JSON.stringify({ ...event, id }) }
    queue.events.push(appended)
    return appended
  }

  #acknowledge(queue: Queue, lastEventId: number): void {
    if (lastEventId < queue.newestPruned) {
      throw badRequest(`An event newer than ${lastEventId} has already been pruned!`)
    }
    if (lastEventId >= queue.nextId) throw badRequest(`Event ${lastEventId} was not in this queue`)
    this.#touch(queue)
    if (lastEventId === queue.newestPruned) return
    const kept = queue.events.filter((event) => event.id > lastEventId)
    this.#acknowledged += queue.events.length - kept.length
    queue.events = kept
    queue.newestPruned = lastEventId
    if (this.#acknowledged > acknowledgedKept) this.#save()
  }

  #wait(queue: Queue, onAbandoned: (abandon: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const spread = Math.floor((this.#random.bytes(2).readUInt16BE() / 0x1_00_00) * heartbeatSpreadMs)
      const finish = () => {
        cancelHeartbeat()
        if (queue.finishWaiting === finish) queue.finishWaiting = undefined
        if (!this.#closed) this.#touch(queue)
        resolve()
      }
      const cancelHeartbeat = this.#clock.schedule(heartbeatMs + spread, () => {
        if (this.#queues.has(queue.id)) this.#append(queue, { type: 'heartbeat' })
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

  #keep(queue: Queue): void {
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(queue.userId)
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]))
    else own.add(queue)
    if (queue.options.allPublicStreams) this.#ofAllStreams.add(queue)
  }

  #drop(queue: Queue): void {
    this.#queues.delete(queue.id)
    this.#byUser.get(queue.userId)?.delete(queue)
    this.#ofAllStreams.delete(queue)
    queue.finishWaiting?.()
  }

  #load(): void {
    for (const row of this.#table.all()) {
      const options = queueOptions.parse(JSON.parse(row.options))
      if (row.last_seen < this.#clock.now() - options.lifetimeMs) {
        this.#table.remove(row.id)
        continue
      }
      const events = this.#table
        .events(row.id)
        .map(({ id, body }) => ({ id, body, event: JSON.parse(body) as ServerEvent })) // as #append wrote it
      const highest = Math.max(row.next_event_id - 1, row.newest_pruned_id, events.at(-1)?.id ?? -1)
      this.#keep({
        id: row.id,
        userId: row.user_id,
        options,
        events,
        nextId: highest + 1 + idsReservedAtRestart,
        newestPruned: row.newest_pruned_id,
        lastSeen: row.last_seen,
        isDirty: false,
        finishWaiting: undefined,
      })
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
    for (const queue of [...this.#queues.values()]) {
      const isIdle = queue.finishWaiting === undefined
      if (!isIdle || queue.lastSeen >= this.#clock.now() - queue.options.lifetimeMs) continue
      this.#table.remove(queue.id)
      this.#drop(queue)
    }
  }

  #save(): void {
    this.#acknowledged = 0
    const dirty = [...this.#queues.values()].filter((queue) => queue.isDirty)
    if (dirty.length === 0) return
    this.#table.together(() => {
      for (const queue of dirty) this.#table.save(queue)
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
