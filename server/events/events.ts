import type { z } from 'zod'
import { inBackground } from '../base/background.ts'
import { ServiceError } from '../base/errors.ts'
import { CurrentChange } from './current-change.ts'
import { EventLog, unwrittenEvent, type EventForms, type EventRecord, type ServerEvent } from './event-log.ts'
import { EventQueue, eventText } from './event-queue.ts'
import { idleQueuesToEnd } from './idle-queues.ts'
import { limits } from '../base/limits.ts'
import type { Clock, IdSource, RandomSource } from '../base/ports.ts'
import { heartbeatAfterMs, OpenQueues, waitForEvent, type Queue } from './open-queues.ts'
import { queueOptions, type QueueOptions } from './queue-options.ts'
import type { QueueTable } from '../store/queues.ts'
import { writtenQueues, type WrittenQueue } from './written-queues.ts'

const collectEveryMs = 60_000
/** Maximum number of acknowledged events that stay on disk until the next clean-up. */
const readKept = 2000

/**
 * Event queues with at-least-once delivery and one poller each (wire-protocol.md §2.1), in memory. An event is written
 * in the transaction of its change, an acknowledgement some time later: after a crash an event may be delivered twice,
 * but is never lost.
 */
export class EventQueues {
  readonly #table: QueueTable
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #random: RandomSource
  readonly #ids: IdSource
  readonly #forms: EventForms | undefined
  readonly #queues = new OpenQueues()
  readonly #change = new CurrentChange()
  #stopCollecting: () => void = () => undefined
  #closed = false

  constructor(table: QueueTable, ports: { clock: Clock; random: RandomSource; ids: IdSource }, forms?: EventForms) {
    this.#forms = forms
    this.#table = table
    this.#log = new EventLog(table)
    this.#clock = ports.clock
    this.#random = ports.random
    this.#ids = ports.ids
    this.#load()
    this.#collectLater()
  }

  /** The number of queues. */
  get size(): number {
    return this.#queues.size
  }

  /** Whether polls are answered without waiting. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Opens a queue; call in the same transaction that reads the initial state. */
  open(userId: number, given: z.input<typeof queueOptions>): { queueId: string; lastEventId: number } {
    const options = queueOptions.parse(given)
    const id = this.#ids.unique()
    const lastSeen = this.#clock.now()
    const number = this.#table.add(id, userId, JSON.stringify(options), lastSeen)
    const queue = this.#keep({ number, id, userId, options, events: new EventQueue(0, -1), lastSeen })
    this.#change.noteOpened(queue)
    this.#endSurplus(userId, queue)
    return { queueId: queue.id, lastEventId: -1 }
  }

  /**
   * Appends an event to every queue of the user that has the type; call inside the transaction of the change. `build`
   * returns null for a queue that gets no event.
   */
  publish(userId: number, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    for (const queue of this.#queues.ofUser(userId)) this.#publishTo(queue, build)
  }

  /** `publish` for several users. */
  publishToAll(userIds: Iterable<number>, build: (options: QueueOptions, queueId: string) => ServerEvent | null): void {
    for (const userId of userIds) this.publish(userId, build)
  }

  /** Publishes one event to several users without persisting it, since it has no value after a restart. */
  publishPassing(
    userIds: Iterable<number>,
    event: ServerEvent,
    wants: (options: QueueOptions) => boolean = () => true,
  ) {
    const record = unwrittenEvent(event)
    for (const userId of userIds) {
      for (const queue of this.#queues.ofUser(userId)) {
        this.#publishTo(
          queue,
          (options) => (wants(options) ? event : null),
          () => record,
        )
        // The next clean-up persists the id that it used.
        queue.isDirty = true
      }
    }
  }

  /** Publishes one event to every queue; call inside a transaction. */
  publishToEverybody(event: ServerEvent): void {
    for (const queue of this.#queues.all()) this.#publishTo(queue, () => event)
  }

  /** Appends to the queues that receive messages of all public streams, except those of `except`. */
  publishToListeners(
    except: ReadonlySet<number>,
    build: (options: QueueOptions, userId: number) => ServerEvent | null,
  ): void {
    for (const queue of this.#queues.ofAllStreams()) {
      if (!except.has(queue.userId)) this.#publishTo(queue, (options) => build(options, queue.userId))
    }
  }

  /** Writes the events of the current change; call at its end, inside its transaction. */
  write(): void {
    this.#log.write()
    for (const queue of this.#change.queues()) {
      if (queue.events.bytes > limits.queueBytes.most) this.#end(queue)
    }
  }

  /** Makes the current change a batch, all events of which answer a waiting poll together. */
  gather(): void {
    this.#change.isGathering = true
  }

  /** Ends the current change: answers the waiting polls, or rolls its effects back. */
  flush(committed: boolean): void {
    const { changed, gone } = this.#change.end(committed)
    this.#log.settle(committed)
    for (const [queue, { mark, firstId }] of changed) {
      if (committed) queue.finishWaiting?.(firstId)
      else queue.events.takeBack(mark)
    }
    for (const queue of gone) this.#drop(queue)
  }

  remove(queueId: string, userId: number): void {
    this.#end(this.#own(queueId, userId))
  }

  /** Removes all queues, as after a long absence. */
  removeAll(): void {
    for (const userId of this.#queues.users()) this.removeOf(userId)
  }

  /** Ids of the user's queues. */
  queuesOf(userId: number): string[] {
    return [...this.#queues.ofUser(userId)].map((queue) => queue.id)
  }

  /** Ends every queue of a user who may no longer listen. */
  removeOf(userId: number): void {
    for (const queue of [...this.#queues.ofUser(userId)]) this.#end(queue)
  }

  /**
   * Acknowledges up to `lastEventId` and returns the following events as JSON; waits for the first one unless
   * `dontBlock`. A poll that waited gets only the first event of a change, as upstream. `onAbandoned` receives a
   * function that ends the wait when the client has disconnected.
   */
  async poll(
    request: { queueId: string; userId: number; lastEventId: number; dontBlock: boolean },
    onAbandoned: (abandon: () => void) => void,
  ): Promise<string[]> {
    const queue = this.#own(request.queueId, request.userId)
    this.#acknowledge(queue, request.lastEventId)
    queue.finishWaiting?.()
    let through = Infinity
    if (!request.dontBlock && !this.#closed && queue.events.isEmpty) {
      through = (await this.#firstEvent(queue, onAbandoned)) ?? Infinity
      this.#own(request.queueId, request.userId)
    }
    const texts: string[] = []
    let length = 0
    for (const event of queue.events.settle()) {
      if (event.id > through || length > limits.eventsAnswer.most) break
      const text = eventText(event)
      texts.push(text)
      length += text.length
    }
    return texts
  }

  /** Ends all waiting polls and persists the read position of each queue, for a prompt restart. */
  close(): void {
    if (this.#closed) return
    this.#stopCollecting()
    for (const queue of this.#queues.all()) {
      if (queue.finishWaiting !== undefined) this.#touch(queue)
    }
    this.#closed = true
    for (const queue of this.#queues.all()) queue.finishWaiting?.()
    this.#save()
  }

  #publishTo(
    queue: Queue,
    build: (options: QueueOptions, queueId: string) => ServerEvent | null,
    record?: () => EventRecord,
  ): void {
    const event = build(queue.options, queue.id)
    if (event === null) return
    if (this.#forms === undefined) {
      this.#push(queue, event, record)
      return
    }
    for (const form of this.#forms.event(event, queue.options)) {
      this.#push(queue, form, record === undefined ? undefined : () => unwrittenEvent(form))
    }
  }

  #push(queue: Queue, event: ServerEvent, record: (() => EventRecord) | undefined): void {
    const types = queue.options.eventTypes
    if (types !== null && !types.includes(event.type)) return
    const before = this.#change.before(queue)
    const write = (id: number, mergedWith: number | undefined) =>
      this.#log.add(event, mergedWith === undefined ? [queue.number, id] : [queue.number, id, mergedWith])
    queue.events.push(event, record ?? write)
    if (queue.finishWaiting === undefined || before.firstId !== undefined || this.#change.isGathering) return
    // The waiting poll delivers it, so later events of the change must not be merged with it.
    queue.events.settle()
    before.firstId = queue.events.nextId - 1
  }

  #acknowledge(queue: Queue, lastEventId: number): void {
    const pruned = queue.events.newestPruned
    queue.events.acknowledge(lastEventId, ({ record, earlier }) => {
      this.#log.release(record)
      for (const merged of earlier) this.#log.release(merged)
    })
    if (queue.events.newestPruned === pruned) return
    queue.isDirty = true
    if (this.#log.readCount > readKept) {
      inBackground('putting events away', () => {
        this.#log.removeRead()
      })
    }
  }

  #firstEvent(queue: Queue, onAbandoned: (abandon: () => void) => void): Promise<number | undefined> {
    this.#touch(queue)
    return waitForEvent(queue, this.#clock, onAbandoned)
  }

  #own(queueId: string, userId: number): Queue {
    const queue = this.#queues.get(queueId)
    // A queue of another user counts as unknown.
    if (queue?.userId !== userId) {
      throw new ServiceError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { extra: { queue_id: queueId } })
    }
    return queue
  }

  #touch(queue: Queue): void {
    queue.lastSeen = this.#clock.now()
    queue.isDirty = true
  }

  #keep(given: WrittenQueue): Queue {
    const queue: Queue = {
      ...given,
      heartbeatMs: heartbeatAfterMs(this.#random),
      isDirty: false,
      finishWaiting: undefined,
    }
    this.#queues.add(queue)
    return queue
  }

  /** Ends a user's surplus queues, beginning with those without a waiting poll. */
  #endSurplus(userId: number, newest: Queue): void {
    const others = [...this.#queues.ofUser(userId)].filter((queue) => queue !== newest && !this.#change.hasEnded(queue))
    const surplus = others.length + 1 - limits.queuesOfUser.most
    if (surplus <= 0) return
    const waits = (queue: Queue) => (queue.finishWaiting === undefined ? 0 : 1)
    others.sort((a, b) => waits(a) - waits(b) || a.lastSeen - b.lastSeen)
    for (const queue of others.slice(0, surplus)) this.#end(queue)
  }

  /** Ends a queue, as part of the current change if there is one. */
  #end(queue: Queue): void {
    this.#table.remove(queue.number)
    if (this.#table.isChanging()) this.#change.noteEnded(queue)
    else this.#drop(queue)
  }

  #drop(queue: Queue): void {
    if (!this.#queues.remove(queue)) return
    for (const record of queue.events.records()) this.#log.release(record)
    queue.finishWaiting?.()
  }

  #load(): void {
    for (const queue of writtenQueues(this.#table, this.#log, this.#clock.now())) this.#keep(queue)
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
    const unpolled = [...this.#queues.all()].filter((queue) => queue.finishWaiting === undefined)
    const idle = idleQueuesToEnd(unpolled, this.#clock.now())
    if (idle.length === 0) return
    this.#table.together(() => {
      for (const queue of idle) this.#table.remove(queue.number)
    })
    for (const queue of idle) this.#drop(queue)
  }

  #save(): void {
    this.#log.removeRead()
    const dirty = [...this.#queues.all()].filter((queue) => queue.isDirty)
    if (dirty.length === 0) return
    this.#table.together(() => {
      for (const { number, lastSeen, events } of dirty) {
        this.#table.save({ number, lastSeen, newestPruned: events.newestPruned, nextId: events.nextId })
      }
    })
    for (const queue of dirty) queue.isDirty = false
  }
}
