import { badRequest } from '../base/errors.ts'
import type { EventRecord, ServerEvent } from './event-log.ts'

/** An event at its place in a queue. */
export interface QueuedEvent {
  readonly id: number
  /** The event; the last one of merged events. */
  readonly record: EventRecord
  /** The earlier events that were merged into it, in order. */
  readonly earlier: readonly EventRecord[]
}

/** Pending events of one kind that will be merged, at the place of the last. */
interface Merging {
  id: number
  readonly records: EventRecord[]
}

/** The state of a queue before a change, for a rollback. */
export interface QueueMark {
  readonly settled: number
  readonly bytes: number
  readonly nextId: number
  readonly merging: readonly (readonly [kind: string, id: number, records: number])[]
}

/** Records an event: its id, and the id of the event that it is merged with. */
export type RecordEvent = (id: number, mergedWith: number | undefined) => EventRecord

const nothingEarlier: readonly EventRecord[] = []
const nothingMerging: QueueMark['merging'] = []

/**
 * The unacknowledged events of one client. Pending events of certain kinds are merged at the position of the last
 * (wire-protocol.md §2.1). So ids have gaps, and a message that was read, unread and read again is named twice.
 * Delivered events are no longer merged.
 */
export class EventQueue {
  #settled: QueuedEvent[] = []
  readonly #merging = new Map<string, Merging>()
  #nextId: number
  #newestPruned: number
  #bytes = 0
  /** The first id of this process; it is unknown which lower ids were events. */
  readonly #firstOwnId: number

  constructor(nextId: number, newestPruned: number) {
    this.#nextId = nextId
    this.#newestPruned = newestPruned
    this.#firstOwnId = nextId
  }

  get nextId(): number {
    return this.#nextId
  }

  /** The highest acknowledged id. */
  get newestPruned(): number {
    return this.#newestPruned
  }

  /** The number of pending events. */
  get size(): number {
    return this.#settled.length + this.#merging.size
  }

  /** The size of the pending JSON, merged parts included; other queues may share it. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#settled.length === 0 && this.#merging.size === 0
  }

  push(event: ServerEvent, write: RecordEvent): void {
    const id = this.#nextId
    this.#nextId += 1
    const kind = mergedKind(event)
    const merging = kind === undefined ? undefined : this.#merging.get(kind)
    const record = write(id, merging?.id)
    this.#bytes += record.text.length
    if (kind === undefined) {
      this.#settled.push({ id, record, earlier: nothingEarlier })
      return
    }
    if (merging === undefined) {
      this.#merging.set(kind, { id, records: [record] })
      return
    }
    merging.id = id
    merging.records.push(record)
  }

  /** Restores the events that an earlier process wrote. */
  restore(events: readonly QueuedEvent[]): void {
    for (const event of events) {
      this.#bytes += bytesOf(event)
      // It may or may not have been delivered. Only the last restart matters to clients.
      if (event.record.event.type === 'restart') {
        this.#merging.set('restart', { id: event.id, records: [...event.earlier, event.record] })
      } else {
        this.#settled.push(event)
      }
    }
  }

  /** The events in order of their ids; from now on they are not merged. */
  settle(): readonly QueuedEvent[] {
    if (this.#merging.size === 0) return this.#settled
    for (const { id, records } of this.#merging.values()) {
      const record = records.at(-1)
      if (record !== undefined) {
        this.#settled.push({ id, record, earlier: records.length === 1 ? nothingEarlier : records.slice(0, -1) })
      }
    }
    this.#merging.clear()
    this.#settled.sort((a, b) => a.id - b.id)
    return this.#settled
  }

  /**
   * Removes and returns the events up to an id.
   * @throws ServiceError `BAD_REQUEST` for an id below the highest acknowledged one, or one without an event; the
   * events before it are still passed to `dropped`, as upstream
   */
  acknowledge(lastEventId: number, dropped: (event: QueuedEvent) => void): void {
    if (lastEventId < this.#newestPruned) {
      throw badRequest(`An event newer than ${lastEventId} has already been pruned!`)
    }
    const firstKept = this.#settled.findIndex((event) => event.id > lastEventId)
    const read = this.#settled.splice(0, firstKept < 0 ? this.#settled.length : firstKept)
    for (const event of read) {
      this.#bytes -= bytesOf(event)
      dropped(event)
    }
    this.#newestPruned = read.at(-1)?.id ?? this.#newestPruned
    if (lastEventId < this.#firstOwnId) this.#newestPruned = lastEventId
    if (lastEventId !== this.#newestPruned) throw badRequest(`Event ${lastEventId} was not in this queue`)
  }

  /** All records in the queue, once for each position. */
  *records(): Iterable<EventRecord> {
    for (const { record, earlier } of this.#settled) {
      yield record
      yield* earlier
    }
    for (const { records } of this.#merging.values()) yield* records
  }

  mark(): QueueMark {
    return {
      settled: this.#settled.length,
      bytes: this.#bytes,
      nextId: this.#nextId,
      merging:
        this.#merging.size === 0
          ? nothingMerging
          : [...this.#merging].map(([kind, { id, records }]) => [kind, id, records.length] as const),
    }
  }

  /** Removes the events after the mark; none of them may have been delivered or acknowledged. */
  takeBack(mark: QueueMark): void {
    this.#settled.length = mark.settled
    this.#bytes = mark.bytes
    this.#nextId = mark.nextId
    const before = new Map(mark.merging.map(([kind, id, records]) => [kind, { id, records }]))
    for (const [kind, merging] of this.#merging) {
      const was = before.get(kind)
      if (was === undefined) {
        this.#merging.delete(kind)
      } else {
        merging.id = was.id
        merging.records.length = was.records
      }
    }
  }
}

/** The event as JSON text, with its id. */
export function eventText({ id, record, earlier }: QueuedEvent): string {
  if (earlier.length === 0 || record.event.type !== 'update_message_flags') return withId(record.text, id)
  const messages = [...earlier, record].flatMap(({ event }) => event.messages as number[]) // as published
  return withId(JSON.stringify({ ...record.event, messages }), id)
}

function bytesOf({ record, earlier }: QueuedEvent): number {
  return earlier.reduce((sum, { text }) => sum + text.length, record.text.length)
}

function withId(text: string, id: number): string {
  return `${text.slice(0, -1)},"id":${id}}`
}

/**
 * The kind by which events are merged. Events that mark as unread are not merged, since they contain each message's
 * conversation; nor is "everything is read".
 */
function mergedKind(event: ServerEvent): string | undefined {
  if (event.type === 'restart') return 'restart'
  if (event.type !== 'update_message_flags' || event.all === true) return undefined
  if (event.op === 'remove' && event.flag === 'read') return undefined
  return `${String(event.op)} ${String(event.flag)}`
}
