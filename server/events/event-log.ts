import type { QueueTable } from '../store/queues.ts'
import type { QueueOptions } from './queue-options.ts'

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string }

/** One event, shared by all queues that contain it. */
export interface EventRecord {
  readonly event: ServerEvent
  /** JSON without the id, which differs between queues. */
  readonly text: string
  /** Its row in the database; undefined before it is written, and for unpersisted events. */
  row: number | undefined
  /** The number of queues that have not acknowledged it. */
  readers: number
}

/** The place of a record: the queue's number, the event id there, and the id of the event it was merged with. */
export type EventPlace = readonly [queue: number, id: number] | readonly [queue: number, id: number, mergedWith: number]

interface Pending {
  readonly record: EventRecord
  readonly places: EventPlace[]
}

/** A record of an event that is not persisted. */
export function unwrittenEvent(event: ServerEvent): EventRecord {
  return { event, text: JSON.stringify(event), row: undefined, readers: 1 }
}

/**
 * The persisted events. An event is one appended row, whatever the number of its queues: a message to a large stream
 * must not write a page for each reader. Its change's transaction writes the row; it is removed some time after the
 * last acknowledgement.
 */
export class EventLog {
  readonly #table: QueueTable
  readonly #pending = new Map<string, Pending>()
  readonly #pendingByEvent = new Map<ServerEvent, Pending>()
  #read: number[] = []

  constructor(table: QueueTable) {
    this.#table = table
  }

  /** The number of rows that every queue has acknowledged. */
  get readCount(): number {
    return this.#read.length
  }

  /** Reads every event with its places, in the order of writing. */
  *load(): Iterable<{ record: EventRecord; places: readonly EventPlace[] }> {
    for (const row of this.#table.events()) {
      const event = JSON.parse(row.body) as ServerEvent // written by #pend
      const record: EventRecord = { event, text: row.body, row: row.id, readers: 0 }
      yield { record, places: JSON.parse(row.places) as EventPlace[] } // written by write()
      if (record.readers === 0) this.#read.push(row.id)
    }
  }

  /** Adds an event at a place, as part of the current change. */
  add(event: ServerEvent, place: EventPlace): EventRecord {
    const { record, places } = this.#pendingByEvent.get(event) ?? this.#pend(event)
    record.readers += 1
    places.push(place)
    return record
  }

  /** Writes the events of the current change; call at its end, inside its transaction. */
  write(): void {
    for (const { record, places } of this.#pending.values()) {
      record.row = this.#table.addEvent(JSON.stringify(places), record.text)
    }
  }

  /** Ends the current change; after a rollback its events have no rows. */
  settle(committed: boolean): void {
    if (!committed) for (const { record } of this.#pending.values()) record.row = undefined
    this.#pending.clear()
    this.#pendingByEvent.clear()
  }

  /** Releases a record that a queue no longer needs. Not inside a change. */
  release(record: EventRecord): void {
    record.readers -= 1
    if (record.readers === 0 && record.row !== undefined) this.#read.push(record.row)
  }

  /** Deletes the rows that all queues have acknowledged. */
  removeRead(): void {
    if (this.#read.length === 0) return
    const rows = this.#read
    this.#table.together(() => {
      for (const row of rows) this.#table.removeEvent(row)
    })
    this.#read = []
  }

  #pend(event: ServerEvent): Pending {
    const text = JSON.stringify(event)
    // Many publishers create an equal event for each queue.
    const same = this.#pending.get(text)
    const pending: Pending = same ?? { record: { event, text, row: undefined, readers: 0 }, places: [] }
    this.#pending.set(text, pending)
    this.#pendingByEvent.set(event, pending)
    return pending
  }
}

/** The forms of events for clients of another feature level. */
export interface EventForms {
  /** The forms of an event for a queue: none, one or several. */
  event(event: ServerEvent, options: QueueOptions): readonly ServerEvent[]
}
