import type { QueueTable } from '../store/queues.ts'

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string }

/** One event, for all the queues that it stands in. */
export interface EventRecord {
  readonly event: ServerEvent
  /** JSON, without the id that each queue gives it. */
  readonly text: string
  /** Its row on disk; undefined until it is written, and for what is never written. */
  row: number | undefined
  /** How many queues have not acknowledged it. */
  readers: number
}

/** Where a record stands: the queue's number on disk, its id there, and the id of the event that it was merged with. */
export type EventPlace = readonly [queue: number, id: number] | readonly [queue: number, id: number, mergedWith: number]

interface Pending {
  readonly record: EventRecord
  readonly places: EventPlace[]
}

/** A record of what is not written down. */
export function unwrittenEvent(event: ServerEvent): EventRecord {
  return { event, text: JSON.stringify(event), row: undefined, readers: 1 }
}

/**
 * The events on disk. However many queues get an event, it is one appended row, written with the change that caused it
 * and removed some time after its last reader acknowledged it: a message to a whole stream must not cost a page a reader.
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

  /** Reads every event with the places where it stands, in the order of their writing. */
  *load(): Iterable<{ record: EventRecord; places: readonly EventPlace[] }> {
    for (const row of this.#table.events()) {
      const event = JSON.parse(row.body) as ServerEvent // as #pend wrote it
      const record: EventRecord = { event, text: row.body, row: row.id, readers: 0 }
      yield { record, places: JSON.parse(row.places) as EventPlace[] } // as write() wrote it
      if (record.readers === 0) this.#read.push(row.id)
    }
  }

  /** Puts an event at a place, as part of the change under way. */
  add(event: ServerEvent, place: EventPlace): EventRecord {
    const { record, places } = this.#pendingByEvent.get(event) ?? this.#pend(event)
    record.readers += 1
    places.push(place)
    return record
  }

  /** Writes down what the change under way has added; call at its end, inside its transaction. */
  write(): void {
    for (const { record, places } of this.#pending.values()) {
      record.row = this.#table.addEvent(JSON.stringify(places), record.text)
    }
  }

  /** The change has ended; unless it was committed, nothing of it is on disk. */
  settle(committed: boolean): void {
    if (!committed) for (const { record } of this.#pending.values()) record.row = undefined
    this.#pending.clear()
    this.#pendingByEvent.clear()
  }

  /** A queue needs the event no more. Outside of changes only. */
  release(record: EventRecord): void {
    record.readers -= 1
    if (record.readers === 0 && record.row !== undefined) this.#read.push(record.row)
  }

  /** Deletes the rows that every queue has acknowledged. */
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
    // Many publishers build the same event anew for each queue.
    const same = this.#pending.get(text)
    const pending: Pending = same ?? { record: { event, text, row: undefined, readers: 0 }, places: [] }
    this.#pending.set(text, pending)
    this.#pendingByEvent.set(event, pending)
    return pending
  }
}
