import { badRequest } from '../base/errors.ts'
import type { EventRecord, ServerEvent } from './event-log.ts'

/** An event as it stands in a queue. */
export interface QueuedEvent {
  readonly id: number
  /** The event; of merged ones the last. */
  readonly record: EventRecord
  /** Those that were merged into it, in their order. */
  readonly earlier: readonly EventRecord[]
}

/** Events of one kind that wait and will be one, at the place of the last. */
interface Merging {
  id: number
  readonly records: EventRecord[]
}

/** How a queue was before a change, should that be taken back. */
export interface QueueMark {
  readonly settled: number
  readonly bytes: number
  readonly nextId: number
  readonly merging: readonly (readonly [kind: string, id: number, records: number])[]
}

/** Writes an event down: its id, and the id of the event that it is merged with. */
export type RecordEvent = (id: number, mergedWith: number | undefined) => EventRecord

const nothingEarlier: readonly EventRecord[] = []
const nothingMerging: QueueMark['merging'] = []

/**
 * What one client has not acknowledged. As in the family's servers, events of certain kinds that wait are one event, at
 * the place of the last of them (wire-protocol.md §2.1, F12): the others leave holes in the ids, and a message that was
 * read, unread and read again meanwhile is named twice, or after what undid it. What was given out once is merged no more.
 */
export class EventQueue {
  #settled: QueuedEvent[] = []
  readonly #merging = new Map<string, Merging>()
  #nextId: number
  #newestPruned: number
  #bytes = 0
  /** Ids below this were given by an earlier process; which of them stood for events is no longer known. */
  readonly #firstOwnId: number

  constructor(nextId: number, newestPruned: number) {
    this.#nextId = nextId
    this.#newestPruned = newestPruned
    this.#firstOwnId = nextId
  }

  get nextId(): number {
    return this.#nextId
  }

  /** The highest id that was acknowledged. */
  get newestPruned(): number {
    return this.#newestPruned
  }

  /** How many events wait. */
  get size(): number {
    return this.#settled.length + this.#merging.size
  }

  /** How much text waits, merged parts too; other queues may hold the same. */
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

  /** Takes over what an earlier process wrote down. */
  restore(events: readonly QueuedEvent[]): void {
    for (const event of events) {
      this.#bytes += bytesOf(event)
      // Whether it was given out is not known. Of restarts only the last matters, whatever a client has seen.
      if (event.record.event.type === 'restart') {
        this.#merging.set('restart', { id: event.id, records: [...event.earlier, event.record] })
      } else {
        this.#settled.push(event)
      }
    }
  }

  /** The events in the order of their ids; from now on they stay what they are. */
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
   * Drops the events through an id and returns them. @throws ServiceError `BAD_REQUEST` for an id below the newest
   * dropped one, and for one that stood for no event; then `dropped` has got what went nevertheless, as upstream.
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

  /** Every record in the queue, once for each place. */
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

  /** Takes back what was pushed since the mark; nothing may have been settled or acknowledged between. */
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
  const messages = [...earlier, record].flatMap(({ event }) => event.messages as number[]) // as every publisher writes it
  return withId(JSON.stringify({ ...record.event, messages }), id)
}

function bytesOf({ record, earlier }: QueuedEvent): number {
  return earlier.reduce((sum, { text }) => sum + text.length, record.text.length)
}

function withId(text: string, id: number): string {
  return `${text.slice(0, -1)},"id":${id}}`
}

/**
 * Events of one kind are merged. Marks as unread are not, since they say where each message stands, nor is "everything
 * is read".
 */
function mergedKind(event: ServerEvent): string | undefined {
  if (event.type === 'restart') return 'restart'
  if (event.type !== 'update_message_flags' || event.all === true) return undefined
  if (event.op === 'remove' && event.flag === 'read') return undefined
  return `${String(event.op)} ${String(event.flag)}`
}
